import { formatAmount, parseAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import type { Direction } from "#protocol/rules/seconds-settlement.ts";
import { secondsRiskVersion, type SecondsLimitFacts } from "#protocol/api/seconds-order.ts";
import type { SecondsConf } from "#protocol/api/seconds.ts";
import { tenthsOf } from "../../trade/ticket/warning-limits.ts";
import { dailyLeft, limitBlock, type LimitBlock } from "../limits/limit-block.ts";
import { ifRight, stakeDecimals, stakeScale } from "../figures/payout-figures.ts";
import type { SecondsIntent } from "../figures/seconds-write.ts";

/** The finest scale a decimal of the wire can have. */
const worthScale = 18;

/** An offered duration, with its break-even rate and expectation. */
export interface OfferedDuration extends SecondsConf {
  break_even: string;
  expectation: string;
}

/** The input as plain decimals; null where it is no number. */
export interface StakeDraft {
  /** Duration in seconds; null (the shortest) until the person has chosen. */
  time: number | null;
  stake: string | null;
}

export interface StakeFacts {
  symbol: string;
  /** Shortest first. */
  durations: readonly OfferedDuration[];
  currency: string;
  /** Decimal text; null for a visitor, before the first balance and where it could not be read. */
  available: string | null;
  /** Value of the whole account in the currency of the stake; null where unknown. */
  worth: string | null;
  /** Null for a visitor and until loaded. */
  limits: SecondsLimitFacts | null;
  /** Number of running contracts; null where unknown. */
  running: number | null;
  /** Unix ms on the venue's clock. */
  now: number;
}

export type StakeProblem =
  | { kind: "missing" }
  | { kind: "below-minimum"; minimum: string }
  | { kind: "above-maximum"; maximum: string }
  | { kind: "above-own"; maximum: string }
  | { kind: "above-daily"; left: string; limit: string }
  | { kind: "above-at-stake"; left: string; limit: string }
  | { kind: "insufficient"; available: string };

export interface StakeSummary {
  duration: OfferedDuration | undefined;
  /** Payout and profit if the call is right, and the signed expectation by chance. Undefined until there is a stake. */
  payout: string | undefined;
  profit: string | undefined;
  expected: string | undefined;
  problem: StakeProblem | undefined;
  /** A limit that is reached whatever the stake. */
  block: LimitBlock | undefined;
  /** The stake in percent of the account, where that exceeds the warning limit of the person. */
  largeShare: string | undefined;
  /** The largest allowed stake. */
  most: string | undefined;
}

/** The selected duration, or the shortest where it is not offered. */
export function durationOf(
  durations: readonly OfferedDuration[],
  time: number | null,
): OfferedDuration | undefined {
  return durations.find((row) => row.time === time) ?? durations[0];
}

/** Payout, problems and warnings of a ticket. */
export function stakeSummary(
  { time, stake }: StakeDraft,
  facts: StakeFacts,
  sharePercent = "off",
): StakeSummary {
  const duration = durationOf(facts.durations, time);
  const amount = stake === null ? undefined : parseAmount(stake, stakeScale);
  const whole = amount === undefined || amount === 0n ? undefined : amount;
  const right =
    duration && stake !== null && whole !== undefined
      ? ifRight({ amount: stake, odds: duration.odds })
      : undefined;
  return {
    duration,
    payout: right?.payout,
    profit: right?.profit,
    expected:
      duration && stake !== null && whole !== undefined
        ? expectedResult(stake, duration.odds)
        : undefined,
    problem: duration && problemOf(amount, duration, facts),
    block:
      duration && facts.limits
        ? limitBlock(facts.limits, { min: duration.min, running: facts.running, now: facts.now })
        : undefined,
    largeShare: whole === undefined ? undefined : shareOf(whole, facts.worth, sharePercent),
    most: duration && mostOf(duration, facts),
  };
}

/** The contract as it is sent; undefined while the ticket is incomplete or blocked. */
export function intentOf(
  direction: Direction,
  { stake }: StakeDraft,
  facts: StakeFacts,
  summary: StakeSummary,
): SecondsIntent | undefined {
  if (stake === null || !summary.duration || summary.problem || summary.block) return undefined;
  const { time, odds } = summary.duration;
  return {
    symbol: facts.symbol,
    direction,
    time,
    amount: trimZeros(stake),
    odds,
    risk_ack: secondsRiskVersion,
  };
}

/** The average net result of a stake when half of the calls are right, signed; undefined for a malformed amount. */
export function expectedResult(stake: string, odds: string): string | undefined {
  const [minor, rate] = [parseAmount(stake, stakeScale), parseAmount(odds, stakeScale)];
  const unit = 10n ** BigInt(stakeScale);
  return minor === undefined || rate === undefined
    ? undefined
    : textOf((minor * (rate - unit)) / (2n * unit));
}

/** A percentage of the balance as a stake, rounded down to cents; undefined without a balance. */
export function shareStake(available: string | null, percent: number): string | undefined {
  const minor = available === null ? undefined : parseAmount(available, stakeScale);
  if (minor === undefined) return undefined;
  return centsOf((minor * BigInt(percent)) / 100n);
}

/** Half or double a stake; undefined without a stake, or where the result is not allowed. */
export function scaledStake(
  stake: string | null,
  factor: "half" | "double",
  summary: Pick<StakeSummary, "duration" | "most">,
): string | undefined {
  const minor = stake === null ? undefined : parseAmount(stake, stakeScale);
  if (minor === undefined) return undefined;
  return allowedStake(centsOf(factor === "half" ? minor / 2n : minor * 2n), summary);
}

/** The stake if it is within the allowed range, else undefined. */
export function allowedStake(
  stake: string | undefined,
  { duration, most }: Pick<StakeSummary, "duration" | "most">,
): string | undefined {
  const [minor, min, max] = [stake, duration?.min, most].map((text) =>
    text === undefined ? undefined : parseAmount(text, stakeScale),
  );
  if (stake === undefined || minor === undefined || min === undefined || max === undefined)
    return undefined;
  return minor >= min && minor <= max ? stake : undefined;
}

function problemOf(
  amount: bigint | undefined,
  { min, max }: OfferedDuration,
  { available, limits }: StakeFacts,
): StakeProblem | undefined {
  if (amount === undefined || amount === 0n) return { kind: "missing" };
  const above = (limit: string | null | undefined) =>
    limit !== null && limit !== undefined && amount > (parseSigned(limit, stakeScale) ?? amount);
  if (amount < (parseAmount(min, stakeScale) ?? 0n)) return { kind: "below-minimum", minimum: min };
  if (above(max)) return { kind: "above-maximum", maximum: max };
  if (limits && limits.stake !== null && above(limits.stake))
    return { kind: "above-own", maximum: limits.stake };
  const daily = limits && dailyLeft(limits);
  if (limits && limits.daily_loss !== null && above(daily))
    return { kind: "above-daily", left: daily ?? "0", limit: limits.daily_loss };
  const room = limits && roomOf(limits);
  if (limits && above(room))
    return { kind: "above-at-stake", left: room ?? "0", limit: limits.max_at_stake };
  return above(available) ? { kind: "insufficient", available: available ?? "0" } : undefined;
}

/** The smallest of all limits of a stake. */
function mostOf({ max }: OfferedDuration, { available, limits }: StakeFacts): string | undefined {
  const bounds = [
    max,
    available,
    limits?.stake,
    limits && dailyLeft(limits),
    limits && roomOf(limits),
  ].flatMap((text) => {
    const minor = text === null || text === undefined ? undefined : parseSigned(text, stakeScale);
    return minor === undefined ? [] : [minor < 0n ? 0n : minor];
  });
  const [first, ...others] = bounds;
  return first === undefined
    ? undefined
    : centsOf(others.reduce((least, bound) => (bound < least ? bound : least), first));
}

/** The rest of the limit on stakes of running contracts. */
function roomOf({ max_at_stake: cap, at_stake: staked }: SecondsLimitFacts): string {
  return textOf((parseAmount(cap, stakeScale) ?? 0n) - (parseSigned(staked, stakeScale) ?? 0n));
}

function shareOf(stake: bigint, worth: string | null, sharePercent: string): string | undefined {
  const most = tenthsOf(sharePercent);
  const whole = worth === null ? undefined : parseSigned(worth, worthScale);
  if (most === undefined || whole === undefined || whole <= 0n) return undefined;
  const part = stake * 10n ** BigInt(worthScale - stakeScale) * 1000n;
  const share = part / whole;
  return part > most * whole
    ? trimZeros(formatAmount(share > 1000n ? 1000n : share, 1))
    : undefined;
}

function centsOf(minor: bigint): string {
  const cent = 10n ** BigInt(stakeScale - stakeDecimals);
  return trimZeros(formatAmount(minor / cent, stakeDecimals));
}

function textOf(minor: bigint): string {
  return trimZeros(formatAmount(minor, stakeScale));
}

/** The net result of the day's contracts, signed; null where only known not to be a loss. */
export function dayResult({
  net_today: net,
  lost_today: lost,
}: Pick<SecondsLimitFacts, "net_today" | "lost_today">): string | null {
  if (net !== undefined) return net;
  const minor = parseSigned(lost, stakeScale) ?? 0n;
  return minor > 0n ? textOf(-minor) : null;
}
