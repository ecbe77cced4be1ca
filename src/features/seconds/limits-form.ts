import { parseAmount } from "#protocol/amount.ts";
import type { SecondsLimitFacts, SecondsLimits } from "#protocol/seconds-order.ts";
import { parseNumber, toInputText } from "../../lib/parse-number.ts";
import { stakeDecimals, stakeScale } from "./stake-form.ts";

export type LimitName = keyof SecondsLimits;
export const limitNames = ["daily_loss", "stake", "pace"] as const satisfies readonly LimitName[];

/** Most contracts an hour that a pace may allow. */
export const highestPace = 1000;

/** The limits as typed, in the person's own notation; empty is no limit. */
export type LimitsText = Record<LimitName, string>;

/** What a new value does: holds at once, after 24 hours, or nothing. */
export type LimitChange = "tighter" | "looser" | "same";

/** The limits as they stand in the form: what was asked for last, also where it still waits. */
export function limitsText(facts: SecondsLimitFacts, locale: string): LimitsText {
  const wished = wishedOf(facts);
  const text = (value: string | number | null) =>
    value === null ? "" : toInputText(String(value), locale);
  return {
    daily_loss: text(wished.daily_loss),
    stake: text(wished.stake),
    pace: text(wished.pace),
  };
}

/** What the person last asked for: what waits, else what holds. */
function wishedOf({ daily_loss, stake, pace, pending }: SecondsLimitFacts): SecondsLimits {
  if (pending) return { daily_loss: pending.daily_loss, stake: pending.stake, pace: pending.pace };
  return { daily_loss, stake, pace };
}

/** What is typed, and which fields say nothing that can be a limit. */
export function readLimits(
  text: LimitsText,
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

/** What a value means beside the one that holds now; no limit is the loosest. */
export function changeOf(now: string | number | null, wished: string | number | null): LimitChange {
  const [held, next] = [now, wished].map((value) =>
    value === null ? null : (parseAmount(String(value), stakeScale) ?? null),
  );
  if (held === undefined || next === undefined || held === next) return "same";
  if (held === null) return "tighter";
  return next === null || next > held ? "looser" : "tighter";
}

/** Whether sending would change anything: what holds, or what waits. */
export function isChanged(facts: SecondsLimitFacts, wished: SecondsLimits): boolean {
  const last = wishedOf(facts);
  return limitNames.some((name) => changeOf(last[name], wished[name]) !== "same");
}

/** How much of a limit is used, from 0 to 1. */
export function usedShare(used: string | number, limit: string | number): number {
  const [part, whole] = [Number(used), Number(limit)];
  if (!(whole > 0)) return 1;
  return Math.min(1, Math.max(0, part / whole));
}
