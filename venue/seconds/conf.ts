import { breakEven, expectation, type SecondsConf } from "#protocol/seconds.ts";

/**
 * The durations offered for a symbol, shortest first. A row for the symbol itself goes before the row
 * for "*" of the same duration, also where it switches the duration off.
 */
export function confFor(rows: readonly SecondsConf[], symbol: string): SecondsConf[] {
  const byTime = new Map<number, SecondsConf>();
  for (const row of rows)
    if (row.symbol === "*" && !byTime.has(row.time)) byTime.set(row.time, row);
  for (const row of rows) if (row.symbol === symbol) byTime.set(row.time, row);
  return [...byTime.values()].filter((row) => row.enabled === 1).sort((a, b) => a.time - b.time);
}

/** A row with the two figures printed next to the button. */
export function withOddsFacts(
  row: SecondsConf,
): SecondsConf & { break_even: string; expectation: string } {
  return { ...row, break_even: breakEven(row.odds), expectation: expectation(row.odds) };
}
