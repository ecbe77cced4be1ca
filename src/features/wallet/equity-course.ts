import { formatAmount, parseSigned, trimZeros } from "#protocol/amount.ts";
import type { EquityPoint } from "#protocol/equity.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** A day of the venue, or what is over of today. Amounts are decimal text in USDT. */
export interface EquityDay {
  /** Its end, or now; Unix ms. */
  time: number;
  total: string;
  /** Recharged less withdrawn. */
  flow: string;
  /** What the day made or lost: money that came in or left is neither. */
  profit: string;
  /** From the first day on. */
  course: string;
}

export interface EquityCourse {
  days: readonly EquityDay[];
  /** Since the venue's last midnight. */
  today: string;
  /** Over all days. */
  profit: string;
}

/**
 * What an account made or lost, day by day: what it was worth, less what it was worth the day before, less
 * what was recharged, plus what was withdrawn. `days` full days were asked for and one point more answers
 * them; fewer points mean that the account is younger, and it began with nothing. Null without a point.
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

/** The highest and the lowest day by what was made or lost until then. */
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
