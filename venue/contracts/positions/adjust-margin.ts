import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import { removableMargin } from "#protocol/rules/contracts/contract-risk.ts";
import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import { post } from "../../ledger/post.ts";
import { readReopening } from "../../matching/standstill.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { lockOpen, type OfUser } from "../records/lock-position.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { lockAvailable } from "../orders/place-order.ts";
import { exposureOf, withRisk } from "../records/position-risk.ts";
import { adjusting } from "../records/postings.ts";
import { type PositionRow, updatePosition } from "../records/rows.ts";
import type { OpenMarket } from "../rules/rules.ts";

export interface MarginDraft {
  action: "add" | "remove";
  amount: string;
}

/**
 * Moves money between what a user has available and the margin of a position.
 * @throws Refusal noSuchOrder, positionLocked as {@link claimOpen}; invalidParameters no amount or
 *   one too fine; insufficientBalance where the balance does not cover it; deductionFailed with the
 *   most that may be taken out; notTradable as `marketOf`, and while the position has yet to be seen through
 *   a standstill
 */
export async function adjustMargin(
  tx: Transaction,
  of: OfUser,
  { action, amount }: MarginDraft,
  { marketOf, now }: { marketOf: (code: string) => OpenMarket; now: number },
): Promise<PositionRow> {
  const position = await lockOpen(tx, of);
  const minor = parseAmount(amount, moneyScale) ?? 0n;
  if (minor <= 0n)
    throw new Refusal(codes.invalidParameters, { field: "amount", decimals: moneyScale });
  const { mark } = marketOf(position.contract_code);
  // What a standstill may take or give follows from the margin of its beginning.
  if ((await readReopening(tx.db, position.symbol, now)).isAway)
    throw new Refusal(codes.notTradable, { reason: "halted" });
  const available = await lockAvailable(tx, of.userId, position.currency);
  if (action === "add" && minor > available) {
    throw new Refusal(codes.insufficientBalance, {
      currency: position.currency,
      needed: formatAmount(minor, moneyScale),
      available: formatAmount(available, moneyScale),
    });
  }
  const most = removableMargin(
    exposureOf(position),
    position.lever_rate,
    mark,
    termsOfRow(position),
  );
  if (action === "remove" && minor > most)
    throw new Refusal(codes.deductionFailed, { max: formatAmount(most, moneyScale) });
  const moved = action === "add" ? minor : -minor;
  await post(tx, adjusting(position, moved, now));
  const after = withRisk({
    ...position,
    margin: position.margin + moved,
    moves: position.moves + 1,
    updated_at: now,
  });
  await updatePosition(tx.db, after);
  return after;
}
