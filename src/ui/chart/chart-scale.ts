/** A stretch of a canvas from top to bottom, canvas px. */
export interface Area {
  top: number;
  height: number;
}

/** Which values an area shows, and how. */
export interface ValueScale {
  min: number;
  max: number;
  log: boolean;
}

/** Room left free above and below the values, as shares of the height. */
interface Room {
  above: number;
  below: number;
}

/** The scale that shows `low` to `high` with some room. Log scales show positive values only. */
export function scaleAround(low: number, high: number, log: boolean, room: Room): ValueScale {
  if (!(low <= high)) return { min: 0, max: 1, log: false };
  const inner = 1 - room.above - room.below;
  if (log && low > 0) {
    const [bottom, top] = [Math.log(low), Math.log(high)];
    const span = (top - bottom || 0.01) / inner;
    return {
      min: Math.exp(bottom - span * room.below),
      max: Math.exp(bottom + span * (1 - room.below)),
      log: true,
    };
  }
  const span = (high - low || Math.abs(high) * 0.01 || 1) / inner;
  const middle = high === low ? span * inner * 0.5 : 0;
  return {
    min: low - middle - span * room.below,
    max: low - middle + span * (1 - room.below),
    log: false,
  };
}

/** The function from a value to its y, canvas px. */
export function placer(
  { top, height }: Area,
  { min, max, log }: ValueScale,
): (value: number) => number {
  if (log) {
    const highest = Math.log(max);
    const factor = height / (highest - Math.log(min));
    return (value) => top + (value > 0 ? (highest - Math.log(value)) * factor : height * 2);
  }
  const factor = height / (max - min || 1);
  return (value) => top + (max - value) * factor;
}

/** The value at `y`: the inverse of `placer`. */
export function valueAt({ top, height }: Area, { min, max, log }: ValueScale, y: number): number {
  const share = (y - top) / (height || 1);
  return log
    ? Math.exp(Math.log(max) - share * (Math.log(max) - Math.log(min)))
    : max - share * (max - min);
}

/** Round values to label, at most about `count`, rising. */
export function ticksOf({ min, max, log }: ValueScale, count: number): number[] {
  if (!(max > min) || count < 1) return [];
  return log && max / min > 4 ? decadeTicks(min, max, count) : evenTicks(min, max, count);
}

function evenTicks(min: number, max: number, count: number): number[] {
  const rough = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(min / step);
  const ticks: number[] = [];
  for (let at = first; at * step <= max; at++) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

function decadeTicks(min: number, max: number, count: number): number[] {
  const decades = Math.log10(max / min);
  const factors = decades * 3 <= count ? [1, 2, 5] : decades * 2 <= count ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power++) {
    for (const factor of factors) {
      const value = Number((factor * 10 ** power).toPrecision(12));
      if (value >= min && value <= max) ticks.push(value);
    }
  }
  return ticks;
}

/** The places on the canvas, canvas px. */
export interface ChartLayout {
  /** Right edge of the drawing; the labels of the values are to the right of it. */
  right: number;
  /** Top of the labels of time. */
  axisTop: number;
  price: Area;
  volume: Area | null;
  /** Areas of the indicators with panes of their own, from the top. */
  panes: readonly Area[];
}

const axisHeight = 20;
const leastPriceShare = 0.45;

/** Divides the height: the panes get their full height as long as the prices keep their share. Sizes in CSS px, the result in canvas px. */
export function layOut(
  width: number,
  height: number,
  axisWidth: number,
  volume: boolean,
  paneCount: number,
  ratio: number,
): ChartLayout {
  const px = (size: number) => Math.round(size * ratio);
  const free = Math.max(0, height - axisHeight);
  const wantedVolume = volume ? Math.min(64, Math.max(32, free * 0.15)) : 0;
  const wantedPane = Math.min(110, Math.max(52, free * 0.2));
  const wanted = wantedVolume + paneCount * wantedPane;
  const shrink = wanted > 0 ? Math.min(1, (free * (1 - leastPriceShare)) / wanted) : 1;
  const volumeHeight = px(wantedVolume * shrink);
  const paneHeight = px(wantedPane * shrink);
  const axisTop = px(free);
  const priceHeight = Math.max(0, axisTop - volumeHeight - paneCount * paneHeight);
  return {
    right: Math.max(0, px(width) - px(axisWidth)),
    axisTop,
    price: { top: 0, height: priceHeight },
    volume: volume ? { top: priceHeight, height: volumeHeight } : null,
    panes: Array.from({ length: paneCount }, (_, at) => ({
      top: priceHeight + volumeHeight + at * paneHeight,
      height: paneHeight,
    })),
  };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Round distances between labels; from a day on they are days, months and years of the calendar. */
const shortSteps = [1, 5, 10, 15, 30]
  .map((count) => count * minute)
  .concat([1, 2, 3, 4, 6, 12].map((count) => count * hour));
const dayCounts = [1, 2, 4, 7, 14];
const monthCounts = [1, 2, 3, 6];
const yearCounts = [1, 2, 5, 10, 20, 50];

interface TimeTicks {
  /** Unix s, rising. */
  times: number[];
  /** Usual distance between them, s. */
  spacingSec: number;
}

/** Times to label between `from` and `to` (Unix s), at least `leastSec` apart, round in the user's time zone. */
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

/** Counted from each midnight again, so that a change of daylight saving time shifts the labels of one day only. */
function clockTicks(from: number, to: number, step: number): number[] {
  const times: number[] = [];
  const date = new Date(from * 1000);
  date.setHours(0, 0, 0, 0);
  while (date.getTime() / 1000 <= to) {
    const midnight = date.getTime() / 1000;
    date.setDate(date.getDate() + 1);
    const end = date.getTime() / 1000;
    const first = midnight + Math.max(0, Math.ceil((from - midnight) / step)) * step;
    // On a day with a change of daylight saving time the last label would be too near the next midnight.
    for (let time = first; time < end && time <= to; time += step)
      if (time === midnight || end - time >= step * 0.6) times.push(time);
  }
  return times;
}

function dayTicks(from: number, to: number, count: number): number[] {
  const times: number[] = [];
  const date = new Date(from * 1000);
  date.setHours(0, 0, 0, 0);
  // Whole multiples since the epoch, so that panning moves the labels and does not choose others.
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
