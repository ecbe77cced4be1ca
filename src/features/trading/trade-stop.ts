import type { Freshness } from "../market/freshness.ts";
import type { Standing } from "../session/standing.ts";

/** Why no order can be placed at present, whatever the form says. */
export type TradeStop =
  | "loading"
  | "no-book-yet"
  | "closed"
  | "offline"
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
  /** A book has come, be it an empty one. */
  bookKnown: boolean;
  freshness: Freshness;
  /** `normal` for a visitor, who is asked to log in elsewhere. */
  standing: Standing;
  underWay: boolean;
}

/** The first thing that stands in the way, the widest first. */
export function tradeStop(situation: TradeSituation): TradeStop | undefined {
  if (!situation.online) return "offline";
  const account = accountStop(situation.standing);
  if (account) return account;
  if (!situation.known) return "loading";
  if (!situation.open) return "closed";
  if (situation.freshness === "frozen") return "frozen-price";
  if (!situation.bookKnown) return "no-book-yet";
  return situation.underWay ? "under-way" : undefined;
}

function accountStop(standing: Standing): TradeStop | undefined {
  if (standing === "prohibited" || standing === "blocked") return "account-blocked";
  if (standing === "frozen") return "account-frozen";
  return standing === "closing-only" ? "closing-only" : undefined;
}
