import { candleBytes, candleColumns, foldRows } from "../model/day-minutes.ts";
import type { CandleColumns } from "../model/day-minutes.ts";

/** Finished days are kept as six 4-hour candles: enough for 4hour and every longer period. */
export const blocksPerDay = 6;
export const blockSeconds = 14400;

/** A day's minutes, or its five minutes, as its 4-hour candles, written to `into` from `row` on. */
export function rollupDay(finer: CandleColumns, into: CandleColumns, row: number): void {
  const rows = finer.open.length / blocksPerDay;
  for (let block = 0; block < blocksPerDay; block++)
    foldRows(finer, block * rows, (block + 1) * rows, into, row + block);
}

/** All columns one after the other, in this machine's byte order. */
export function packColumns(columns: CandleColumns): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(columns.open.length * candleBytes);
  let at = 0;
  for (const column of columnsInOrder(columns)) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/** The inverse of `packColumns`; undefined where the length fits no whole number of rows. */
export function unpackColumns(bytes: Uint8Array): CandleColumns | undefined {
  const rows = bytes.length / candleBytes;
  if (!Number.isInteger(rows)) return undefined;
  const columns = candleColumns(rows);
  let at = 0;
  for (const column of columnsInOrder(columns)) {
    const { buffer, byteOffset, byteLength } = column;
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(at, at + byteLength));
    at += byteLength;
  }
  return columns;
}

/** Copies all rows of `source` into `target` from `row` on. */
export function copyRows(source: CandleColumns, target: CandleColumns, row: number): void {
  target.open.set(source.open, row);
  target.high.set(source.high, row);
  target.low.set(source.low, row);
  target.close.set(source.close, row);
  target.count.set(source.count, row);
  target.amount.set(source.amount, row);
  target.vol.set(source.vol, row);
}

/** Rows `from` to `to - 1` as columns of their own. */
export function rowsOf(source: CandleColumns, from: number, to: number): CandleColumns {
  const rows = candleColumns(to - from);
  rows.open.set(source.open.subarray(from, to));
  rows.high.set(source.high.subarray(from, to));
  rows.low.set(source.low.subarray(from, to));
  rows.close.set(source.close.subarray(from, to));
  rows.count.set(source.count.subarray(from, to));
  rows.amount.set(source.amount.subarray(from, to));
  rows.vol.set(source.vol.subarray(from, to));
  return rows;
}

function columnsInOrder(columns: CandleColumns): (Float64Array | Uint32Array)[] {
  return [
    columns.amount,
    columns.vol,
    columns.open,
    columns.high,
    columns.low,
    columns.close,
    columns.count,
  ];
}
