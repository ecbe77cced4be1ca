import { formatAmount, parseAmount, parseSigned, trimZeros } from "#protocol/amount.ts";
import type { Direction } from "#protocol/seconds-settlement.ts";
import { secondsRiskVersion, type SecondsLimitFacts } from "#protocol/seconds-order.ts";
import type { SecondsConf } from "#protocol/seconds.ts";
import { tenthsOf } from "../trading/warning-limits.ts";
import { dailyLeft, limitBlock, type LimitBlock } from "./limit-block.ts";
import { ifRight } from "./running-outlook.ts";
import type { SecondsIntent } from "./seconds-flow.ts";

/** Decimals of the money that stakes are counted in. */
export const stakeScale = 8;
/** Decimals a stake is typed with: cents. */
export const stakeDecimals = 2;
/** The finest scale a decimal of the wire can have. */
const worthScale = 18;

/** A duration on offer, with the two figures that stand beside it. */
export interface OfferedDuration extends SecondsConf {
  break_even: string;
  expectation: string;
}

/** What was typed, as plain decimals; `null` where the text is no number. */
export interface StakeDraft {
  /** Seconds; null before the person has chosen: then the shortest. */
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
  /** The whole account in the stake's currency; null where nobody can say. */
  worth: string | null;
  /** Null for a visitor and before they have come. */
  limits: SecondsLimitFacts | null;
  /** Contracts that run; null where not known. */
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
  /** What comes back and what is earned if the call is right; what is expected by chance, signed. Undefined until there is a stake. */
  payout: string | undefined;
  profit: string | undefined;
  expected: string | undefined;
  problem: StakeProblem | undefined;
  /** A limit that is reached whatever the stake. */
  block: LimitBlock | undefined;
  /** Percent of the account, where the person wants to be warned of it. */
  largeShare: string | undefined;
  /** The largest stake that nothing forbids. */
  most: string | undefined;
}

/** The duration a ticket stands at: the chosen one, or the shortest where it is not offered. */
export function durationOf(
  durations: readonly OfferedDuration[],
  time: number | null,
): OfferedDuration | undefined {
  return durations.find((row) => row.time === time) ?? durations[0];
}

/** What a ticket comes to. */
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

/** The contract as it is sent; undefined while the ticket says none. */
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

/** What a stake returns on average when calls are right half of the time, signed; undefined for what is no amount. */
export function expectedResult(stake: string, odds: string): string | undefined {
  const [minor, rate] = [parseAmount(stake, stakeScale), parseAmount(odds, stakeScale)];
  const unit = 10n ** BigInt(stakeScale);
  return minor === undefined || rate === undefined
    ? undefined
    : textOf((minor * (rate - unit)) / (2n * unit));
}

/** A share of the balance as a stake, in cents, never more than there is; undefined where there is none. */
export function shareStake(available: string | null, percent: number): string | undefined {
  const minor = available === null ? undefined : parseAmount(available, stakeScale);
  if (minor === undefined) return undefined;
  return centsOf((minor * BigInt(percent)) / 100n);
}

/** A stake made larger or smaller by a tap; undefined where there is none, or what comes out is not allowed. */
export function scaledStake(
  stake: string | null,
  factor: "half" | "double",
  summary: Pick<StakeSummary, "duration" | "most">,
): string | undefined {
  const minor = stake === null ? undefined : parseAmount(stake, stakeScale);
  if (minor === undefined) return undefined;
  return allowedStake(centsOf(factor === "half" ? minor / 2n : minor * 2n), summary);
}

/** The stake where nothing forbids it. */
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

/** The least of all that bounds a stake. */
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

/** What the venue still lets run at once. */
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

/** What the day's contracts came to, signed; null where all that is known is that they lost nothing on the whole. */
export function dayResult({
  net_today: net,
  lost_today: lost,
}: Pick<SecondsLimitFacts, "net_today" | "lost_today">): string | null {
  if (net !== undefined) return net;
  const minor = parseSigned(lost, stakeScale) ?? 0n;
  return minor > 0n ? textOf(-minor) : null;
}
