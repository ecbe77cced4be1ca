import { join } from "node:path";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import type { DayCache } from "../model/day-cache.ts";
import { candleColumns } from "../model/day-minutes.ts";
import type { MarketModel } from "../model/market-model.ts";
import { tapeVersion } from "../model/second-prints.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";
import { readCandleFile, writeCandleFile } from "./candle-file.ts";
import { copyRows, packColumns, rowsOf, unpackColumns } from "./rollup-days.ts";

const minutesPerDay = 1440;

/**
 * The minutes of yesterday and today, of which the tickers of 24 hours are made, on disk between two processes: to
 * make them again is half the work of a start. 100 kB a symbol.
 */
export interface LastDays {
  /** Takes in what an earlier process stored of `today` and the day before. */
  load(symbols: readonly SimulatedSymbol[], today: number): Promise<void>;
  /** Stores what is in memory of `today` and the day before, unless it is stored already. */
  save(symbols: readonly SimulatedSymbol[], today: number): Promise<void>;
}

/** @param directory null: nothing is stored */
export function createLastDays(
  model: MarketModel,
  days: DayCache,
  directory: string | null,
): LastDays {
  /** The last day in each symbol's file. */
  const storedTo = new Map<string, number>();
  /** Fits this master, this way to make days, this row of the symbol table and these bytes. */
  const tagger = (symbol: SimulatedSymbol) => (body: Uint8Array) =>
    model.noise.hmac(
      `last-days|${modelName}|${tapeVersion}|${JSON.stringify(symbol)}|${model.noise.sha256(body)}`,
    );

  return {
    async load(symbols, today) {
      if (directory === null) return;
      for (const symbol of symbols) {
        const body = await readCandleFile(pathOf(symbol, directory), tagger(symbol));
        const columns = body && unpackColumns(body.subarray(4));
        if (!body || columns?.open.length !== 2 * minutesPerDay) continue;
        const last = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
        storedTo.set(symbol.spec.symbol, last);
        for (const day of [today - 1, today]) {
          const row = (day - last + 1) * minutesPerDay;
          if (row < 0 || row > minutesPerDay) continue;
          days.restore(symbol, day, rowsOf(columns, row, row + minutesPerDay));
        }
      }
    },
    async save(symbols, today) {
      if (directory === null) return;
      for (const symbol of symbols) {
        const both = [today - 1, today];
        const isStored = storedTo.get(symbol.spec.symbol) === today;
        if (isStored || !both.every((day) => days.hasMinutes(symbol, day))) continue;
        const columns = candleColumns(2 * minutesPerDay);
        for (const [n, day] of both.entries())
          copyRows(days.minutes(symbol, day), columns, n * minutesPerDay);
        const packed = packColumns(columns);
        const body = new Uint8Array(4 + packed.length);
        new DataView(body.buffer).setUint32(0, today, true);
        body.set(packed, 4);
        await writeCandleFile(pathOf(symbol, directory), body, tagger(symbol));
        storedTo.set(symbol.spec.symbol, today);
      }
    },
  };
}

function pathOf(symbol: SimulatedSymbol, directory: string): string {
  return join(directory, `${symbol.spec.symbol}.minutes`);
}
