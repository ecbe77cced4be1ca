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
export interface Room {
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

/** Where a value stands, canvas px. */
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

/** The value that stands at `y`: the inverse of `placer`. */
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
