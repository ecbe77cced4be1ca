/** What a withdrawal is judged by, step by step, in the order in which it is refused. */
import * as codes from "#protocol/wire/error-codes.ts";
import { certStatus } from "#protocol/api/user.ts";
import type { Reckoning } from "#protocol/rules/withdrawal-fee.ts";
import { bucketStart } from "../../feed/candle-buckets.ts";
import { findUser, type UserRow } from "../../session/users/user-rows.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";
import {
  type AddressFacts,
  checkAddress,
  checkAllowed,
  checkMemo,
  checkNew,
  readAddressFacts,
  waitHoursOf,
} from "../saved-addresses/withdrawal-address.ts";
import { type BankCardRow, findCard } from "../bank-card/bank-card-rows.ts";
import type { ChannelDeps } from "../channels/channels.ts";
import { checkAmount, dayLeft } from "./withdrawal-rules.ts";
import { withdrawnSince } from "./records/withdrawal-rows.ts";
import { type Terms, termsOf } from "../channels/withdrawal-terms.ts";

export type DraftDeps = ChannelDeps & {
  settings: Pick<
    Settings,
    "channels" | "withdrawFeeRate" | "review" | "addressWaitHours" | "kycRequired"
  >;
};

/** What is asked for: to an address, or to a card. */
export interface Draft {
  flag: string;
  amount: string;
  network?: string | undefined;
  address?: string | undefined;
  memo?: string | undefined;
  bankId?: string | undefined;
}

/** A draft that nothing is to be said against but, perhaps, the balance. */
export interface Judged {
  user: UserRow;
  terms: Terms;
  address: string;
  memo: string;
  card: BankCardRow | undefined;
  facts: AddressFacts | undefined;
  reckoning: Reckoning;
  /** Of the day, before this one; minor units, null where nothing limits it. */
  dayLeft: bigint | null;
}

const hourMs = 3_600_000;

/**
 * The user, from whom money may leave now.
 * @throws Refusal notPermitted `held` with `until`, notPermitted with the operator's words where
 *   withdrawals are off
 */
function checkMoneyOut(user: UserRow, now: number): void {
  if (user.money_out_at > now)
    throw new Refusal(codes.notPermitted, { reason: "held", until: user.money_out_at });
  if (user.wstatus !== 1) throw new Refusal(codes.notPermitted, { reason: user.memo });
}

/**
 * Judges what is asked for, within the command or the read that uses it.
 * @param isQuote a quote tells of a wait and of a look-alike instead of refusing them
 * @throws Refusal notPermitted, unknownCurrency, unsupportedCurrency, bankDetailsMissing,
 *   invalidAddress, badAddress, invalidParameters, belowMinWithdrawal, certificationRequired in
 *   this order, as the parts say
 */
export async function judgeDraft(
  deps: DraftDeps,
  db: Db,
  draft: Draft,
  {
    userId,
    now,
    isQuote = false,
    compared = false,
  }: { userId: number; now: number; isQuote?: boolean; compared?: boolean },
): Promise<Judged> {
  const user = await findUser(db, userId);
  if (!user) throw new Error("a session without its user");
  checkMoneyOut(user, now);
  const terms = termsOf(
    deps,
    draft.flag,
    draft.bankId === undefined ? (draft.network ?? "") : undefined,
  );
  const card =
    terms.kind === "bank" ? usable(await findCard(db, userId, Number(draft.bankId))) : undefined;
  const { address = "", memo = "" } = terms.kind === "bank" ? {} : draft;
  const facts =
    terms.kind === "bank"
      ? undefined
      : await readAddressFacts(
          db,
          userId,
          { network: terms.network, address, memo },
          { now, waitMs: waitHoursOf(deps.settings) * hourMs },
        );
  if (facts) {
    checkAllowed(isQuote ? { ...facts, usableFrom: 0 } : facts);
    checkAddress(deps, terms.network, address);
    if (!isQuote) checkNew(facts, compared);
    checkMemo(terms.network, terms.memoRequired, memo);
  }
  const usedToday =
    terms.dayMax === null ? 0n : await withdrawnSince(db, userId, terms, venueDay(now));
  const reckoning = checkAmount(terms, draft.amount, usedToday);
  if (deps.settings.kycRequired.includes("withdrawal") && user.certstatus !== certStatus.certified)
    throw new Refusal(codes.certificationRequired);
  return { user, terms, address, memo, card, facts, reckoning, dayLeft: dayLeft(terms, usedToday) };
}

function usable(card: BankCardRow | undefined): BankCardRow {
  if (card?.state !== "approved")
    throw new Refusal(codes.bankDetailsMissing, card && { state: card.state });
  return card;
}

/** When the venue's day (GMT+8) began, Unix ms. */
function venueDay(now: number): number {
  return bucketStart("1day", Math.floor(now / 1000)) * 1000;
}
