import { join } from "node:path";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { candleColumns, foldRows, type CandleColumns } from "../model/day-minutes.ts";
import { earlyVersion } from "../model/early-days.ts";
import type { MarketModel } from "../model/market-model.ts";
import { recent } from "../model/memory.ts";
import { tapeVersion } from "../model/second-prints.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";
import { readCandleFile, writeCandleFile } from "./candle-file.ts";
import type { FinishedMinutes } from "./finished-minutes.ts";
import type { CandlePrice } from "./past-minutes.ts";
import { copyRows, packColumns, rowsOf, unpackColumns } from "./rollup-days.ts";

export const fiveMinutes = 300;
const partsPerDay = 288;

/**
 * Finished days as 288 candles of five minutes, of which those of 5 to 60 minutes are made: a day takes 10 kB, a
 * fifth of its minutes.
 */
export interface FiveMinuteDays {
  /** @throws TooMany where the caller has too much waiting */
  get(
    symbol: SimulatedSymbol,
    day: number,
    price: CandlePrice,
    caller?: string,
  ): CandleColumns | Promise<CandleColumns>;
  /** A day of the last price, if it is in memory. */
  peek(symbol: SimulatedSymbol, day: number): CandleColumns | undefined;
  /** Takes in the days of the last price that an earlier process kept. */
  load(symbol: SimulatedSymbol): Promise<void>;
  /**
   * Keeps days `from` to `to - 1` of the last price for later processes, unless they are kept already. Answers
   * whether there was anything to write.
   */
  save(symbol: SimulatedSymbol, from: number, to: number): Promise<boolean>;
}

export interface FiveMinuteDaysOptions {
  model: MarketModel;
  minutesOf: FinishedMinutes;
  /** The first day that is made second by second. */
  openingDay: number;
  /** Days in memory; those asked for longest ago go first. */
  limit: number;
  /** Where days are kept; null: in memory only. */
  directory: string | null;
}

export function createFiveMinuteDays({
  model,
  minutesOf,
  openingDay,
  limit,
  directory,
}: FiveMinuteDaysOptions): FiveMinuteDays {
  const cached = new Map<string, CandleColumns>();
  /** The last day in each symbol's file. */
  const storedTo = new Map<string, number>();
  const keyOf = (symbol: SimulatedSymbol, day: number, price: CandlePrice) =>
    `${price}|${day}|${symbol.spec.symbol}`;

  const keep = (key: string, columns: CandleColumns) => recent(cached, key, limit, () => columns);
  function get(
    symbol: SimulatedSymbol,
    day: number,
    price: CandlePrice,
    caller?: string,
  ): CandleColumns | Promise<CandleColumns> {
    const key = keyOf(symbol, day, price);
    const known = cached.get(key);
    if (known) return keep(key, known);
    const minutes = minutesOf(symbol, day, price, caller);
    return minutes instanceof Promise
      ? minutes.then((columns) => keep(key, folded(columns)))
      : keep(key, folded(minutes));
  }
  /** Fits this master, this way to make days, this row of the symbol table and these bytes. */
  const tagger = (symbol: SimulatedSymbol) => (body: Uint8Array) =>
    model.noise.hmac(
      `five-minutes|${modelName}|${tapeVersion}|${earlyVersion}|${openingDay}|${JSON.stringify(symbol)}|${model.noise.sha256(body)}`,
    );

  return {
    get,
    peek: (symbol, day) => cached.get(keyOf(symbol, day, "last")),
    async load(symbol) {
      if (directory === null) return;
      const body = await readCandleFile(pathOf(symbol, directory), tagger(symbol));
      const columns = body && unpackColumns(body.subarray(4));
      if (!body || !columns) return;
      const first = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
      const days = columns.open.length / partsPerDay;
      for (let n = 0; n < days; n++)
        keep(
          keyOf(symbol, first + n, "last"),
          rowsOf(columns, n * partsPerDay, (n + 1) * partsPerDay),
        );
      storedTo.set(symbol.spec.symbol, first + days - 1);
    },
    async save(symbol, from, to) {
      if (directory === null || from >= to || storedTo.get(symbol.spec.symbol) === to - 1)
        return false;
      const columns = candleColumns((to - from) * partsPerDay);
      for (let day = from; day < to; day++)
        copyRows(await get(symbol, day, "last"), columns, (day - from) * partsPerDay);
      const packed = packColumns(columns);
      const body = new Uint8Array(4 + packed.length);
      new DataView(body.buffer).setUint32(0, from, true);
      body.set(packed, 4);
      await writeCandleFile(pathOf(symbol, directory), body, tagger(symbol));
      storedTo.set(symbol.spec.symbol, to - 1);
      return true;
    },
  };
}

function folded(minutes: CandleColumns): CandleColumns {
  const columns = candleColumns(partsPerDay);
  for (let part = 0; part < partsPerDay; part++)
    foldRows(minutes, part * 5, part * 5 + 5, columns, part);
  return columns;
}

function pathOf(symbol: SimulatedSymbol, directory: string): string {
  return join(directory, `${symbol.spec.symbol}.five-minutes`);
}
