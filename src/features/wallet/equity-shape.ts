import type { EquityDay } from "./equity-course.ts";

export interface EquityShape {
  /** An SVG path through what was made or lost until each day. */
  line: string;
  /** Where neither is, px from the top. */
  zeroY: number;
  points: readonly { x: number; y: number }[];
}

const padPx = 6;

/** The course of profit in a box of so many px; zero is always in it, since it is what a course is read by. */
export function equityShape(
  days: readonly EquityDay[],
  width: number,
  height: number,
): EquityShape {
  const values = [0, ...days.map(({ course }) => Number(course))];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || 1;
  const y = (value: number) =>
    Math.round(
      (high === low ? height / 2 : padPx + ((high - value) / range) * (height - 2 * padPx)) * 10,
    ) / 10;
  const isOne = days.length === 1;
  const stepPx = (width - 2 * padPx) / Math.max(1, days.length - 1);
  const points = days.map(({ course }, at) => ({
    x: Math.round((padPx + (isOne ? 1 : at) * stepPx) * 10) / 10,
    y: y(Number(course)),
  }));
  // A first day has none before it: its line comes from nothing made and nothing lost.
  const drawn = isOne ? [{ x: padPx, y: y(0) }, ...points] : points;
  return {
    line: drawn.length > 1 ? `M${drawn.map((point) => `${point.x} ${point.y}`).join("L")}` : "",
    zeroY: y(0),
    points,
  };
}
