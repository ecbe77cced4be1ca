import type { EquityPoint } from "#protocol/api/equity.ts";
import { parseSigned } from "#protocol/wire/amount.ts";
import { equityCourse } from "../wallet/assets/equity-course.ts";

export interface DayProfit {
  /** Decimal text in USDT, signed. */
  amount: string;
  /** Of what the account was worth without it, in percent; undefined where that was nothing. */
  percent: string | undefined;
  /** Profit or loss until the end of each day the account has lived; empty for fewer than three. */
  line: readonly number[];
}

const scale = 18;
const leastDays = 3;

/** Today's profit and the course of the last days. A young account has no course: its days before it was opened are none. */
export function dayProfit(points: readonly EquityPoint[], days: number): DayProfit | undefined {
  const course = equityCourse(points, days);
  const last = course?.days.at(-1);
  if (!course || !last) return undefined;
  const profit = minor(course.today);
  const before = minor(last.total) - profit;
  const lived = course.days.slice(
    course.days.findIndex(({ total, flow }) => minor(total) !== 0n || minor(flow) !== 0n),
  );
  return {
    amount: course.today,
    percent: before > 0n ? percentText((profit * 1_000_000n) / before) : undefined,
    line: lived.length < leastDays ? [] : lived.map((day) => Number(day.course)),
  };
}

/** Of a share in millionths, as percent units: 1234 → 0.1234. */
function percentText(millionths: bigint): string {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(5, "0");
  return `${millionths < 0n ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? 0n;
}
