import type { CheckDeps } from "./check-deps.ts";
import { datesOf } from "./receipt-form.ts";
import type { DayReveal, Receipt } from "../api/receipt.ts";
import { windowOf } from "../rules/seconds-settlement.ts";
import { dateOf, dayOf } from "./simulated-day/calendar.ts";
import { commitText, indexOfReveal } from "./simulated-day/day-reveal.ts";
import { decimalText, numbersOf } from "./simulated-day/symbol-numbers.ts";
import { sha256Text, worstOf } from "./tick-check.ts";

export interface DayCheck {
  /** GMT+8, `YYYY-MM-DD`. */
  date: string;
  state: "ok" | "failed" | "later";
  /** As the receipt has it; null where it has none, though its samples lie in that day. */
  commit: string | null;
  /** The hash of what was revealed; null before. */
  computed: string | null;
  /** The venue refused it when it was due. */
  isWithheld: boolean;
}

export type DayState = DayCheck["state"] | "none";

/** Whether what was revealed of the days is what the receipt holds the venue to. `none` for prices of a real market. */
export async function checkDays(
  receipt: Receipt,
  { days, withheld }: { days: readonly DayReveal[]; withheld: ReadonlySet<string> },
  deps: CheckDeps,
): Promise<{ state: DayState; facts: { days: DayCheck[] } }> {
  if (receipt.source !== "sim" && receipt.day_commits.length === 0)
    return { state: "none", facts: { days: [] } };
  const dates = datesOf(receipt);
  const checks: DayCheck[] = [];
  for (const date of dates) {
    const commit = receipt.day_commits.find((row) => row.date === date)?.commit ?? null;
    const reveal = days.find((day) => day.date === date);
    const computed = reveal ? await sha256Text(deps, commitText(reveal)) : null;
    const isWithheld = computed === null && withheld.has(date);
    checks.push({
      date,
      commit,
      computed,
      isWithheld,
      state:
        commit === null || isWithheld || (computed !== null && computed !== commit)
          ? "failed"
          : computed === null
            ? "later"
            : "ok",
    });
  }
  const isOdd = receipt.day_commits.length !== dates.length;
  return {
    state: isOdd ? "failed" : worstOf(checks.map(({ state }) => state)),
    facts: { days: checks },
  };
}

export interface RecomputedFacts {
  /** Each second (Unix s) in the receipt and computed again; `computed` is undefined where its day is not revealed. */
  samples: { second: number; receipt: string | null; computed: string | null | undefined }[];
}

/** Whether computing the revealed days again gives the same samples. */
export async function recompute(
  receipt: Receipt,
  {
    days,
    checks,
    deps,
  }: { days: readonly DayReveal[]; checks: readonly DayCheck[]; deps: CheckDeps },
): Promise<{ state: DayState; facts: RecomputedFacts }> {
  if (checks.length === 0) return { state: "none", facts: { samples: [] } };
  const sound = days.filter((day) =>
    checks.some(({ date, state }) => date === day.date && state === "ok"),
  );
  const textOf = new Map<string, (second: number) => string | null>();
  for (const day of sound) textOf.set(day.date, await textsOf(day, deps));
  const isOther = numbersOf(receipt.symbol)?.pricePrecision !== receipt.price_precision;
  const texts = [...receipt.samples0, ...receipt.samples1];
  const samples = [...windowOf(receipt.t0), ...windowOf(receipt.t1)].map((second, at) => ({
    second,
    receipt: texts[at] ?? null,
    computed: textOf.get(dateOf(dayOf(second)))?.(second),
  }));
  const states = samples.map((sample): DayCheck["state"] =>
    sample.computed === undefined
      ? "later"
      : sample.computed === sample.receipt && !isOther
        ? "ok"
        : "failed",
  );
  return { state: worstOf(states), facts: { samples } };
}

async function textsOf(
  day: DayReveal,
  deps: CheckDeps,
): Promise<(second: number) => string | null> {
  const numbers = numbersOf(day.symbol);
  const index = await indexOfReveal(day, deps.keystream);
  return (second) => {
    const units = index?.(second);
    return units === undefined || !numbers ? null : decimalText(units, numbers.pricePrecision + 2);
  };
}
