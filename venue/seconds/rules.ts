/** Whether a seconds contract may be taken in: pure, and blind to whose it is. */
import { formatAmount, maxMinor, parseAmount } from "#protocol/amount.ts";
import type { SecondsConf } from "#protocol/seconds.ts";
import { secondsRiskVersion } from "#protocol/seconds-order.ts";
import type { SourceHealth, SymbolSpec } from "../feed/market-source.ts";
import { Refusal } from "../store/refusal.ts";
import { stakeCurrency, stakeScale } from "./stake-currency.ts";

/** What a person asked for. */
export interface StakeDraft {
  time: number;
  amount: string;
  /** The odds as they were shown. */
  odds?: string | undefined;
  /** The version of the risk text that was acknowledged. */
  risk_ack: number;
}

/** What venue and market say at this moment. */
export interface StakeFacts {
  spec: SymbolSpec | undefined;
  /** The source lists anything at all; without it an unknown symbol tells nothing. */
  hasSymbols: boolean;
  /** Durations offered for the symbol. */
  offered: readonly SecondsConf[];
  health: SourceHealth["state"];
  /** There is a sample of the index of the last seconds, and its time lies after that of every contract there is. */
  isFresh: boolean;
  /** Stakes can be counted. */
  isKept: boolean;
}

/** A contract that may stand if its owner's limits and balance cover it. */
export interface Stake {
  spec: SymbolSpec;
  time: number;
  odds: string;
  /** Minor units. */
  amount: bigint;
}

const oddsScale = 8;

/**
 * @throws Refusal 300018 unknown symbol, 300011 no odds for this duration, 100005 an amount or a risk text that
 * does not fit, more than the most, 300020 nothing staked, 300021 too little, 300010 suspended, stale, or other
 * odds; the limit stands in its data
 */
export function checkStake(
  draft: StakeDraft,
  { spec, hasSymbols, offered, health, isFresh, isKept }: StakeFacts,
): Stake {
  if (!spec && hasSymbols) throw new Refusal(300018);
  if (!spec) throw new Refusal(300010, { reason: "stale" });
  const conf = spec.second ? offered.find(({ time }) => time === draft.time) : undefined;
  if (!conf) throw new Refusal(300011);
  const amount = checkAmount(draft.amount, conf);
  if (draft.risk_ack !== secondsRiskVersion)
    throw new Refusal(100005, { field: "risk_ack", version: secondsRiskVersion });
  if (spec.state !== "online" || !isKept || spec.quote !== stakeCurrency)
    throw new Refusal(300010, { reason: "suspended" });
  if (health !== "live" || !isFresh) throw new Refusal(300010, { reason: "stale" });
  if (
    draft.odds !== undefined &&
    parseAmount(draft.odds, oddsScale) !== parseAmount(conf.odds, oddsScale)
  )
    throw new Refusal(300010, { reason: "odds", odds: conf.odds });
  return { spec, time: conf.time, odds: conf.odds, amount };
}

/** Minor units; decimals beyond the currency's are refused, never rounded. */
function checkAmount(text: string, { min, max }: SecondsConf): bigint {
  if (/^[0.]*$/.test(text)) throw new Refusal(300020, { field: "amount" });
  const amount = parseAmount(text, stakeScale);
  if (amount === undefined) throw new Refusal(100005, { field: "amount" });
  if (amount < (parseAmount(min, stakeScale) ?? 0n)) throw new Refusal(300021, { min });
  if (amount > (parseAmount(max, stakeScale) ?? maxMinor))
    throw new Refusal(100005, { field: "amount", max });
  return amount;
}

/** @throws Refusal 300008 when what is available does not cover the stake */
export function checkBalance(stake: bigint, available: bigint): void {
  if (stake <= available) return;
  throw new Refusal(300008, {
    currency: stakeCurrency,
    needed: formatAmount(stake, stakeScale),
    available: formatAmount(available, stakeScale),
  });
}
