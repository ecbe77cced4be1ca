import * as codes from "#protocol/wire/error-codes.ts";
import type { Reckoning } from "#protocol/rules/withdrawal-fee.ts";
import { openHold } from "../../ledger/holds.ts";
import { pendingFrom } from "../../review/request-life.ts";
import { countPending } from "../../review/request-rows.ts";
import { findUser, lockUser } from "../../session/users/user-rows.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { maskedCard } from "../bank-card/bank-cards.ts";
import { keysOf } from "../saved-addresses/withdrawal-address.ts";
import { type Draft, type DraftDeps, type Judged, judgeDraft } from "./withdrawal-draft.ts";
import { setAside } from "./withdrawal-end.ts";
import {
  lockQuote,
  insertWithdrawal,
  type QuoteRow,
  spendQuote,
  type WithdrawalRow,
} from "./records/withdrawal-rows.ts";

export interface Placing {
  userId: number;
  clientOrderId: string;
  draft: Draft;
  /** The quote that was confirmed, where one was. */
  quoteId: string | undefined;
  /** The look-alike was compared. */
  compared: boolean;
  /** The withdrawal password as it was judged: one changed meanwhile pays nothing out. */
  withdrawHash: string | null;
  /** Unix ms. */
  now: number;
}

/**
 * Writes a withdrawal and sets its money aside.
 * @throws Refusal wrongWithdrawalPassword where the password judged is another by now, those of
 *   {@link judgeDraft}, invalidParameters `quote_id`, reviewPending with as many under review as
 *   may be, insufficientBalance where the balance does not cover it
 */
export async function placeWithdrawal(
  deps: DraftDeps & { settings: Pick<Settings, "reviewAfterSec" | "limits"> },
  tx: Transaction,
  placing: Placing,
): Promise<WithdrawalRow> {
  const { userId, now } = placing;
  // Withdrawals of a user are taken in one after the other: what is under review and left of the day is counted.
  await lockUser(tx.db, userId);
  const user = await findUser(tx.db, userId);
  if (!user || user.withdraw_hash === null || user.withdraw_hash !== placing.withdrawHash)
    throw new Refusal(codes.wrongWithdrawalPassword);
  const judged = await judgeDraft(deps, tx.db, placing.draft, {
    userId,
    now,
    compared: placing.compared,
  });
  const quoted =
    placing.quoteId === undefined
      ? undefined
      : await takeQuote(tx, placing.quoteId, judged, placing);
  const most = deps.settings.limits.withdrawalsPending;
  if ((await countPending(tx.db, "withdrawal", userId)) >= most)
    throw new Refusal(codes.reviewPending, { most });
  const row = await insertWithdrawal(tx.db, {
    ...toRow(judged, quoted ?? judged.reckoning, placing),
    ...pendingFrom(now, deps.settings),
  });
  await openHold(tx, setAside(row, now));
  return row;
}

/**
 * The quote that a withdrawal names, used up by it.
 * @throws Refusal invalidParameters `quote_id` with `problem`: `over`, `used`, or `other` where it
 *   is of something else
 */
async function takeQuote(
  tx: Transaction,
  id: string,
  judged: Judged,
  { userId, now, draft }: Placing,
): Promise<QuoteRow> {
  const quote = await lockQuote(tx.db, userId, id);
  const wrong = (problem: string) =>
    new Refusal(codes.invalidParameters, { field: "quote_id", problem });
  const { terms, address, memo, reckoning } = judged;
  const isSame =
    quote?.kind === terms.kind &&
    quote.flag === terms.flag &&
    quote.network === terms.network &&
    quote.address === address &&
    quote.memo === memo &&
    quote.amount === reckoning.amount &&
    quote.bank_id === (draft.bankId ?? "");
  if (!quote || !isSame) throw wrong("other");
  if (quote.used === 1) throw wrong("used");
  if (quote.expires_at <= now) throw wrong("over");
  await spendQuote(tx.db, id);
  return quote;
}

function toRow(
  { terms, address, memo, card }: Judged,
  { amount, fee, total, arrival }: Reckoning,
  { userId, clientOrderId, now }: Placing,
) {
  const { kind, flag, scale, network, fiat } = terms;
  return {
    user_id: userId,
    client_order_id: clientOrderId,
    kind,
    flag,
    scale,
    network,
    address,
    ...keysOf(network, address),
    memo,
    bank: card ? JSON.stringify(maskedCard(card)) : "",
    amount,
    fee,
    total,
    fiat,
    arrival,
    created_at: now,
  };
}
