import { type CourseSample, coursePastSec } from "../../../ui/chart/course-chart.ts";

/** The index at each second of the last minutes, null where there was none. */
interface IndexPast {
  /** Of the first sample, Unix s. */
  from: number;
  samples: readonly (string | null)[];
}

/** What the venue answered of the last minutes and what was heard since, one sample a second; no second is guessed. */
export function courseSamples(
  past: IndexPast | undefined,
  heard: readonly CourseSample[],
): CourseSample[] {
  const bySecond = new Map(heard.map((sample) => [sample.sec, sample]));
  for (const [at, text] of past?.samples.entries() ?? []) {
    const sec = (past?.from ?? 0) + at;
    const price = text === null ? Number.NaN : Number(text);
    if (price > 0) bySecond.set(sec, { sec, price });
  }
  return bySecondOf(bySecond);
}

/** What was heard and what is heard now: a sample a second, as far back as the line reaches. */
export function recentSamples(
  heard: readonly CourseSample[],
  fresh: readonly CourseSample[],
): CourseSample[] {
  const all = bySecondOf(new Map([...heard, ...fresh].map((sample) => [sample.sec, sample])));
  const newestSec = all.at(-1)?.sec ?? 0;
  return all.filter(({ sec }) => sec >= newestSec - coursePastSec);
}

const bySecondOf = (samples: ReadonlyMap<number, CourseSample>) =>
  [...samples.values()].toSorted((a, b) => a.sec - b.sec);
