export type RelativeUnit = "second" | "minute" | "hour" | "day" | "month" | "year";

export interface RelativeTime {
  /** Negative in the past, as `Intl.RelativeTimeFormat` wants it. */
  value: number;
  unit: RelativeUnit;
  /** After how long the text changes, so that it can be repainted. */
  changesInMs: number;
}

const SECOND_MS = 1_000;

interface Step {
  unit: RelativeUnit;
  ms: number;
  /** The distance from which the next larger unit takes over; 12 months end before their 13th 30 days. */
  belowMs: number;
}

const YEAR: Step = {
  unit: "year",
  ms: 365 * 86_400 * SECOND_MS,
  belowMs: Number.POSITIVE_INFINITY,
};
const STEPS: readonly Step[] = [
  { unit: "second", ms: SECOND_MS, belowMs: 60 * SECOND_MS },
  { unit: "minute", ms: 60 * SECOND_MS, belowMs: 3_600 * SECOND_MS },
  { unit: "hour", ms: 3_600 * SECOND_MS, belowMs: 86_400 * SECOND_MS },
  { unit: "day", ms: 86_400 * SECOND_MS, belowMs: 30 * 86_400 * SECOND_MS },
  { unit: "month", ms: 30 * 86_400 * SECOND_MS, belowMs: 365 * 86_400 * SECOND_MS },
  YEAR,
];

const stepOf = (distanceMs: number) =>
  STEPS.find((candidate) => distanceMs < candidate.belowMs) ?? YEAR;

/** An age (ms, not negative) cut to its largest whole unit: while it is the same, so are its words. */
export function cutAge(ageMs: number): number {
  const { ms } = stepOf(ageMs);
  return Math.floor(ageMs / ms) * ms;
}

/** The distance between two moments in its largest whole unit, cut towards now. Both in ms of the same clock. */
export function relativeTime(thenMs: number, nowMs: number): RelativeTime {
  const distanceMs = Math.abs(nowMs - thenMs);
  const step = stepOf(distanceMs);
  const count = Math.floor(distanceMs / step.ms);
  const past = thenMs <= nowMs;
  const sinceStepMs = distanceMs - count * step.ms;
  return {
    value: count === 0 ? 0 : past ? -count : count,
    unit: step.unit,
    changesInMs: past
      ? Math.min(step.ms - sinceStepMs, step.belowMs - distanceMs)
      : count === 0
        ? distanceMs + step.ms
        : sinceStepMs + 1,
  };
}
