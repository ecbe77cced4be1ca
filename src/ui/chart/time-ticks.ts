const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Distances between labels that people count in; from a day on they are days, months and years of the calendar. */
const shortSteps = [1, 5, 10, 15, 30]
  .map((count) => count * minute)
  .concat([1, 2, 3, 4, 6, 12].map((count) => count * hour));
const dayCounts = [1, 2, 4, 7, 14];
const monthCounts = [1, 2, 3, 6];
const yearCounts = [1, 2, 5, 10, 20, 50];

export interface TimeTicks {
  /** Unix s, rising. */
  times: number[];
  /** Usual distance between them, s. */
  spacingSec: number;
}

/** Moments to label between `from` and `to` (Unix s), at least `leastSec` apart, round on the reader's clock and calendar. */
export function timeTicks(from: number, to: number, leastSec: number): TimeTicks {
  const short = shortSteps.find((step) => step >= leastSec);
  if (short !== undefined) return { times: clockTicks(from, to, short), spacingSec: short };
  const days = dayCounts.find((count) => count * day >= leastSec);
  if (days !== undefined) return { times: dayTicks(from, to, days), spacingSec: days * day };
  const months =
    monthCounts.find((count) => count * 30 * day >= leastSec) ??
    12 * (yearCounts.find((count) => count * 365 * day >= leastSec) ?? 100);
  return { times: monthTicks(from, to, months), spacingSec: months * 30 * day };
}

/** Counted anew from each midnight, so that a change of clocks shifts nothing for long. */
function clockTicks(from: number, to: number, step: number): number[] {
  const times: number[] = [];
  const date = new Date(from * 1000);
  date.setHours(0, 0, 0, 0);
  while (date.getTime() / 1000 <= to) {
    const midnight = date.getTime() / 1000;
    date.setDate(date.getDate() + 1);
    const end = date.getTime() / 1000;
    const first = midnight + Math.max(0, Math.ceil((from - midnight) / step)) * step;
    // The last one of a day that a change of clocks made uneven would crowd the midnight after it.
    for (let time = first; time < end && time <= to; time += step)
      if (time === midnight || end - time >= step * 0.6) times.push(time);
  }
  return times;
}

function dayTicks(from: number, to: number, count: number): number[] {
  const times: number[] = [];
  const date = new Date(from * 1000);
  date.setHours(0, 0, 0, 0);
  // Whole multiples since the epoch, so that panning moves the labels and does not deal them anew.
  const number = Math.round((date.getTime() - date.getTimezoneOffset() * 60_000) / 1000 / day);
  date.setDate(date.getDate() - (((number % count) + count) % count));
  for (; date.getTime() / 1000 <= to; date.setDate(date.getDate() + count))
    if (date.getTime() / 1000 >= from) times.push(date.getTime() / 1000);
  return times;
}

function monthTicks(from: number, to: number, count: number): number[] {
  const times: number[] = [];
  const start = new Date(from * 1000);
  let month = Math.floor((start.getFullYear() * 12 + start.getMonth()) / count) * count;
  for (;;) {
    const time = new Date(Math.floor(month / 12), month % 12, 1).getTime() / 1000;
    if (time > to) return times;
    if (time >= from) times.push(time);
    month += count;
  }
}
