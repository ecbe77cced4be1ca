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
export function equityShape(days: readonly EquityDay[], width: number, height: number): EquityShape {
  const values = [0, ...days.map(({ course }) => Number(course))];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || 1;
  const y = (value: number) => Math.round((high === low ? height / 2 : padPx + ((high - value) / range) * (height - 2 * padPx)) * 10) / 10;
  const stepPx = days.length > 1 ? (width - 2 * padPx) / (days.length - 1) : 0;
  const points = days.map(({ course }, at) => ({ x: Math.round((days.length > 1 ? padPx + at * stepPx : width / 2) * 10) / 10, y: y(Number(course)) }));
  return { line: points.length > 1 ? `M${points.map((point) => `${point.x} ${point.y}`).join("L")}` : "", zeroY: y(0), points };
}
