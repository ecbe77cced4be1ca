import type { EquityPoint } from "#protocol/api/equity.ts";
import { formatAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** A day of the venue, or the part of today that has passed. Amounts are decimal text in USDT. */
export interface EquityDay {
  /** Its end, or now; Unix ms. */
  time: number;
  total: string;
  /** Recharged less withdrawn. */
  flow: string;
  /** Profit or loss of the day, without recharges and withdrawals. */
  profit: string;
  /** Profit or loss since the first day. */
  course: string;
}

interface EquityCourse {
  days: readonly EquityDay[];
  /** Since the venue's last midnight. */
  today: string;
  /** Over all days. */
  profit: string;
}

/**
 * Profit and loss of an account, day by day: its value, less its value the day before, less what was
 * recharged, plus what was withdrawn. The venue answers `days` full days with one point more; fewer points
 * mean that the account is younger and began with nothing. Null without a point.
 */
export function equityCourse(points: readonly EquityPoint[], days: number): EquityCourse | null {
  const isYounger = points.length <= days;
  const [first, ...later] = isYounger ? [emptyBefore, ...points] : points;
  if (first === undefined || later.length === 0) return null;
  let before = minor(first.total);
  let course = zero;
  const list = later.map(({ time, total, flow }): EquityDay => {
    const profit = minor(total) - before - minor(flow);
    before = minor(total);
    course += profit;
    return {
      time,
      total: text(minor(total)),
      flow: text(minor(flow)),
      profit: text(profit),
      course: text(course),
    };
  });
  return { days: list, today: list.at(-1)?.profit ?? text(zero), profit: text(course) };
}

/** The days with the highest and the lowest profit since the first day. */
export function extremesOf(days: readonly EquityDay[]): { high: EquityDay; low: EquityDay } | null {
  const [first, ...others] = days;
  if (!first) return null;
  const by = (isBetter: (a: bigint, b: bigint) => boolean) =>
    others.reduce(
      (best, day) => (isBetter(minor(day.course), minor(best.course)) ? day : best),
      first,
    );
  return { high: by((a, b) => a > b), low: by((a, b) => a < b) };
}

const zero = 0n;
const emptyBefore: EquityPoint = { time: 0, total: "0", flow: "0" };

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? zero;
}

function text(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}

interface EquityShape {
  /** An SVG path through the profit or loss until each day. */
  line: string;
  /** The zero line, px from the top. */
  zeroY: number;
  points: readonly { x: number; y: number }[];
}

const padPx = 6;

/** Draws profit and loss in a box of `width` by `height` px. Zero is always inside it, as the line to compare with. */
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
  // A single day has no day before it, so its line begins at zero.
  const drawn = isOne ? [{ x: padPx, y: y(0) }, ...points] : points;
  return {
    line: drawn.length > 1 ? `M${drawn.map((point) => `${point.x} ${point.y}`).join("L")}` : "",
    zeroY: y(0),
    points,
  };
}
