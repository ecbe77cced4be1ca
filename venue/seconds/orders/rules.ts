import { secondsRiskVersion } from "#protocol/api/seconds-order.ts";
import { type SecondsConf, breakEven, expectation } from "#protocol/api/seconds.ts";
import { formatAmount, maxMinor, parseAmount } from "#protocol/wire/amount.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { SourceHealth, SymbolSpec } from "../../feed/market-source.ts";
import { Refusal } from "../../store/refusal.ts";
import { stakeCurrency, stakeScale } from "../records/stake-currency.ts";

/** Whether a seconds contract may be taken in: pure, and blind to whose it is. */

/** What a person asked for. */
interface StakeDraft {
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
  hasScale: boolean;
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
 * @throws Refusal unknownCurrency unknown symbol, oddsMissing no odds for this duration,
 *   invalidParameters an amount or a risk text that does not fit, more than the most,
 *   quantityMissing nothing staked, valueTooSmall too little, notTradable suspended, stale, or
 *   other odds; the limit stands in its data
 */
export function checkStake(
  draft: StakeDraft,
  { spec, hasSymbols, offered, health, isFresh, hasScale }: StakeFacts,
): Stake {
  if (!spec && hasSymbols) throw new Refusal(codes.unknownCurrency);
  if (!spec) throw new Refusal(codes.notTradable, { reason: "stale" });
  const conf = spec.second ? offered.find(({ time }) => time === draft.time) : undefined;
  if (!conf) throw new Refusal(codes.oddsMissing);
  const amount = checkAmount(draft.amount, conf);
  if (draft.risk_ack !== secondsRiskVersion)
    throw new Refusal(codes.invalidParameters, { field: "risk_ack", version: secondsRiskVersion });
  if (spec.state !== "online" || !hasScale || spec.quote !== stakeCurrency)
    throw new Refusal(codes.notTradable, { reason: "suspended" });
  if (health !== "live" || !isFresh) throw new Refusal(codes.notTradable, { reason: "stale" });
  if (
    draft.odds !== undefined &&
    parseAmount(draft.odds, oddsScale) !== parseAmount(conf.odds, oddsScale)
  )
    throw new Refusal(codes.notTradable, { reason: "odds", odds: conf.odds });
  return { spec, time: conf.time, odds: conf.odds, amount };
}

/** Minor units; decimals beyond the currency's are refused, never rounded. */
function checkAmount(text: string, { min, max }: SecondsConf): bigint {
  if (/^[0.]*$/.test(text)) throw new Refusal(codes.quantityMissing, { field: "amount" });
  const amount = parseAmount(text, stakeScale);
  if (amount === undefined) throw new Refusal(codes.invalidParameters, { field: "amount" });
  if (amount < (parseAmount(min, stakeScale) ?? 0n))
    throw new Refusal(codes.valueTooSmall, { min });
  if (amount > (parseAmount(max, stakeScale) ?? maxMinor))
    throw new Refusal(codes.invalidParameters, { field: "amount", max });
  return amount;
}

/** @throws Refusal insufficientBalance when what is available does not cover the stake */
export function checkBalance(stake: bigint, available: bigint): void {
  if (stake <= available) return;
  throw new Refusal(codes.insufficientBalance, {
    currency: stakeCurrency,
    needed: formatAmount(stake, stakeScale),
    available: formatAmount(available, stakeScale),
  });
}

/**
 * The durations offered for a symbol, shortest first. A row for the symbol itself goes before the row
 * for "*" of the same duration, also where it switches the duration off.
 */
export function confFor(rows: readonly SecondsConf[], symbol: string): SecondsConf[] {
  const byTime = new Map<number, SecondsConf>();
  for (const row of rows)
    if (row.symbol === "*" && !byTime.has(row.time)) byTime.set(row.time, row);
  for (const row of rows) if (row.symbol === symbol) byTime.set(row.time, row);
  return [...byTime.values()].filter((row) => row.enabled === 1).sort((a, b) => a.time - b.time);
}

/** A row with the two figures printed next to the button. */
export function withOddsFacts(
  row: SecondsConf,
): SecondsConf & { break_even: string; expectation: string } {
  return { ...row, break_even: breakEven(row.odds), expectation: expectation(row.odds) };
}
