import { parseAmount } from "#protocol/wire/amount.ts";
import type { SecondsLimitFacts, SecondsLimits } from "#protocol/api/seconds-order.ts";
import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import { stakeDecimals, stakeScale } from "../figures/payout-figures.ts";

export type LimitName = keyof SecondsLimits;
export const limitNames = ["daily_loss", "stake", "pace"] as const satisfies readonly LimitName[];

/** Most contracts an hour that a pace may allow. */
export const highestPace = 1000;

/** The limits as typed, in the notation of the language; empty is no limit. */
export type LimitsInput = Record<LimitName, string>;

/** The effect of a new value: `tighter` applies at once, `looser` after 24 hours. */
export type LimitChange = "tighter" | "looser" | "same";

/** The initial input of the form: the limits requested last, pending ones included. */
export function limitsText(facts: SecondsLimitFacts, locale: string): LimitsInput {
  const requested = requestedLimits(facts);
  const toText = (value: string | number | null) =>
    value === null ? "" : toInputText(String(value), locale);
  return {
    daily_loss: toText(requested.daily_loss),
    stake: toText(requested.stake),
    pace: toText(requested.pace),
  };
}

/** The limits requested last: the pending ones, else the present ones. */
function requestedLimits({ daily_loss, stake, pace, pending }: SecondsLimitFacts): SecondsLimits {
  if (pending) return { daily_loss: pending.daily_loss, stake: pending.stake, pace: pending.pace };
  return { daily_loss, stake, pace };
}

/** Parses the input, with the fields that are no valid limit. */
export function readLimits(
  text: LimitsInput,
  locale: string,
): { limits: SecondsLimits; wrong: readonly LimitName[] } {
  const wrong: LimitName[] = [];
  const plain = (name: LimitName, maxDecimals: number): string | null => {
    if (text[name].trim() === "") return null;
    const parsed = parseNumber(text[name], locale, { maxDecimals });
    if (parsed.ok && parseAmount(parsed.value, stakeScale) !== undefined) return parsed.value;
    wrong.push(name);
    return null;
  };
  const limits = {
    daily_loss: plain("daily_loss", stakeDecimals),
    stake: plain("stake", stakeDecimals),
    pace: null as number | null,
  };
  const pace = plain("pace", 0);
  if (pace !== null) {
    limits.pace = Number(pace);
    if (limits.pace < 1 || limits.pace > highestPace) wrong.push("pace");
  }
  return { limits, wrong };
}

/** Compares a new value with the present one; no limit is the loosest. */
export function changeOf(
  now: string | number | null,
  requested: string | number | null,
): LimitChange {
  const [present, next] = [now, requested].map((value) =>
    value === null ? null : (parseAmount(String(value), stakeScale) ?? null),
  );
  if (present === undefined || next === undefined || present === next) return "same";
  if (present === null) return "tighter";
  return next === null || next > present ? "looser" : "tighter";
}

/** Whether the new limits differ from those requested last. */
export function isChanged(facts: SecondsLimitFacts, requested: SecondsLimits): boolean {
  const last = requestedLimits(facts);
  return limitNames.some((name) => changeOf(last[name], requested[name]) !== "same");
}

/** How much of a limit is used, from 0 to 1. */
export function usedShare(used: string | number, limit: string | number): number {
  const [part, whole] = [Number(used), Number(limit)];
  if (!(whole > 0)) return 1;
  return Math.min(1, Math.max(0, part / whole));
}
