import type { KyselyPlugin, UnknownRow } from "kysely";

/**
 * How whole numbers come out of both databases:
 *
 * - a column declared `integer` (32 bits: counts, flags, precisions, seq) is a `number`;
 * - a column declared `bigint`, and any expression (`count(*)`, `cast(sum(x) as bigint)`), is a `bigint`;
 * - except by name: `id`, `*_id` and `*_at` (Unix ms) are `number`, under every alias that ends so.
 *
 * Money is thus always a `bigint`. The name rule throws beyond 2^53 instead of rounding.
 */
export function isNumberByName(column: string): boolean {
  return column === "id" || column.endsWith("_id") || column.endsWith("_at");
}

/** An integer as a `number`, or a RangeError where it would not be exact. */
export function exactNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a number exactly`);
  return number;
}

/** Applies the name rule to every result of a driver that does not know it. */
export const integersByName: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const first = result.rows[0];
    if (first === undefined) return result;
    const columns = Object.keys(first).filter(isNumberByName);
    if (columns.length > 0) for (const row of result.rows) toNumbers(row, columns);
    return result;
  },
};

function toNumbers(row: UnknownRow, columns: string[]): void {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === "bigint") row[column] = exactNumber(value);
  }
}
