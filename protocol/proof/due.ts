/** When a venue has to have published what a contract is checked by (rules.md, 5). */
import { dayOfDate, dayStart } from "./simulated-day/calendar.ts";

/** A venue that stood still for a while has this long to catch up, ms. */
const graceMs = 10 * 60_000;

/** When a minute of the tick log (Unix s) is overdue, Unix ms. */
export function minuteDueMs(minute: number): number {
  return (minute + 60) * 1000 + graceMs;
}

/** When the reveal of a simulated day (GMT+8) is overdue, Unix ms. */
export function dayDueMs(date: string): number {
  const day = dayOfDate(date);
  return day === undefined ? Number.POSITIVE_INFINITY : dayStart(day + 1) * 1000 + graceMs;
}

/** When the receipt of a contract, or its entry in the chain, is overdue: `from` its delivery or its settlement, Unix ms. */
export function entryDueMs(from: number): number {
  return from + graceMs;
}
