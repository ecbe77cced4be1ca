import { accountStatus, type User } from "#protocol/user.ts";
import type { Freshness } from "../market/market-store.ts";

/** Why no order can be placed at present, whatever the form says. */
export type TradeStop = "loading" | "no-book-yet" | "closed" | "offline" | "frozen-price" | "account" | "under-way";

export interface TradeSituation {
  /** The market's rules are known. */
  known: boolean;
  /** The market is open for trading. */
  open: boolean;
  online: boolean;
  /** A book has come, be it an empty one. */
  bookKnown: boolean;
  freshness: Freshness;
  user: Pick<User, "status" | "trade_status"> | null;
  underWay: boolean;
}

/** The first thing that stands in the way, the widest first. */
export function tradeStop(situation: TradeSituation): TradeStop | undefined {
  if (!situation.online) return "offline";
  if (situation.user && !mayOpen(situation.user)) return "account";
  if (!situation.known) return "loading";
  if (!situation.open) return "closed";
  if (situation.freshness === "frozen") return "frozen-price";
  if (!situation.bookKnown) return "no-book-yet";
  return situation.underWay ? "under-way" : undefined;
}

function mayOpen(user: Pick<User, "status" | "trade_status">): boolean {
  return Number(user.status ?? 0) === accountStatus.normal && Number(user.trade_status ?? 1) !== 0;
}
