import { formatAmount, parseAmount } from "#protocol/amount.ts";
import { removableMargin } from "#protocol/contract-margin.ts";
import { moneyScale } from "#protocol/contract-worth.ts";
import { post } from "../ledger/post.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { claimOpen, type OfUser } from "./claim-position.ts";
import { termsOfRow } from "./contract-market.ts";
import { lockAvailable } from "./place-order.ts";
import { exposureOf, withRisk } from "./position-risk.ts";
import { adjusting } from "./postings.ts";
import { type PositionRow, updatePosition } from "./rows.ts";
import type { OpenMarket } from "./rules.ts";

export interface MarginDraft {
  action: "add" | "remove";
  amount: string;
}

/**
 * Moves money between what a user has available and the margin of a position.
 * @throws Refusal 300014, 300015 as {@link claimOpen}; 100005 no amount or one too fine; 300008 where the
 * balance does not cover it; 300019 with the most that may be taken out
 */
export async function adjustMargin(
  tx: Transaction,
  of: OfUser,
  { action, amount }: MarginDraft,
  { marketOf, now }: { marketOf: (code: string) => OpenMarket; now: number },
): Promise<PositionRow> {
  const position = await claimOpen(tx, of);
  const minor = parseAmount(amount, moneyScale) ?? 0n;
  if (minor <= 0n) throw new Refusal(100005, { field: "amount", decimals: moneyScale });
  const { mark } = marketOf(position.contract_code);
  const available = await lockAvailable(tx, of.userId, position.currency);
  if (action === "add" && minor > available) {
    throw new Refusal(300008, {
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
    throw new Refusal(300019, { max: formatAmount(most, moneyScale) });
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
