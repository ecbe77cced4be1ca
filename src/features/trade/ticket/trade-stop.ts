import type { Freshness } from "../../market/feed/freshness.ts";
import type { AccountStatus } from "../../session/account-status/account-status.ts";

/** Why no order can be placed at present, independent of the form. */
export type TradeStop =
  | "loading"
  | "no-book-yet"
  | "closed"
  | "offline"
  | "no-price-yet"
  | "frozen-price"
  | "account-blocked"
  | "account-frozen"
  | "closing-only"
  | "under-way";

export interface TradeSituation {
  /** The market's rules are known. */
  known: boolean;
  /** The market is open for trading. */
  open: boolean;
  online: boolean;
  /** A book has come; it may be empty. */
  bookKnown: boolean;
  /** A price has come; it may be old. */
  priceKnown: boolean;
  freshness: Freshness;
  /** `normal` for a visitor, who is asked to log in elsewhere. */
  accountStatus: AccountStatus;
  underWay: boolean;
}

/** The first reason against trading; the most general comes first. */
export function tradeStop(situation: TradeSituation): TradeStop | undefined {
  if (!situation.online) return "offline";
  const account = accountStop(situation.accountStatus);
  if (account) return account;
  if (!situation.known) return "loading";
  if (!situation.open) return "closed";
  if (!situation.priceKnown) return "no-price-yet";
  if (situation.freshness === "frozen") return "frozen-price";
  if (!situation.bookKnown) return "no-book-yet";
  return situation.underWay ? "under-way" : undefined;
}

function accountStop(accountStatus: AccountStatus): TradeStop | undefined {
  if (accountStatus === "prohibited" || accountStatus === "blocked") return "account-blocked";
  if (accountStatus === "frozen") return "account-frozen";
  return accountStatus === "closing-only" ? "closing-only" : undefined;
}
