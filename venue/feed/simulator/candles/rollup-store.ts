import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { readCandleFile, writeCandleFile } from "./candle-file.ts";
import type { ColdQueue } from "./cold-queue.ts";
import type { DayEngine } from "./day-engine.ts";
import { candleColumns } from "../model/day-minutes.ts";
import type { CandleColumns } from "../model/day-minutes.ts";
import { type EarlyDays, earlyVersion } from "../model/early-days.ts";
import type { MarketModel } from "../model/market-model.ts";
import type { CandlePrice } from "./past-minutes.ts";
import { blocksPerDay, copyRows, packColumns, rollupDay, unpackColumns } from "./rollup-days.ts";
import { tapeVersion } from "../model/second-prints.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";

/** 4-hour candles of finished days since genesis, computed once and kept; deleting the files costs only time. */
export interface RollupStore {
  /**
   * Rows of all days up to `to - 1`; those from `from` on are filled.
   * @throws TooMany where the caller has too much waiting in the queue for uncached days
   */
  rows(symbol: SimulatedSymbol, from: number, to: number, caller?: string): Promise<CandleColumns>;
  /** Fills the days before the exchange opened, of every symbol: some seconds at a first start, later they are read. */
  prepare(symbols: readonly SimulatedSymbol[]): Promise<void>;
  /** Fills and stores every symbol up to day `to - 1`, stopping early once `close` was called. */
  warm(symbols: readonly SimulatedSymbol[], to: number): Promise<void>;
  close(): Promise<void>;
}

/** Days asked for at a time, some 60 ms of work: what a request waits for at most of each other one, and of the background. */
const chunkDays: Record<CandlePrice, number> = { last: 32, mark: 4 };
/** Between background chunks, so that filling takes a third of a core at most. */
const restMs = 100;
/** Days before the opening made before others get a turn: some 5 ms of work. */
const earlyDaysPerTurn = 256;
/** Of the symbols that are on disk so many are in memory, too, half a megabyte each; others are read when asked for. */
const shelvesInMemory = 8;

interface Shelf {
  columns: CandleColumns;
  unsavedDays: number;
  /** Who asked and has no answer yet. */
  users: number;
  /** The last thing asked of this symbol: the next waits for it, so that no day is computed twice. */
  turn: Promise<void>;
}

export interface RollupStoreOptions {
  model: MarketModel;
  engine: DayEngine;
  /** Where what users ask for waits its turn; `warm` asks the engine itself. */
  queue: ColdQueue;
  price: CandlePrice;
  early: EarlyDays;
  /** The first day that is made second by second. */
  openingDay: number;
  /** A day in finer candles, if it is in memory. */
  finerOf: (symbol: SimulatedSymbol, day: number) => CandleColumns | undefined;
  /** Where finished days of the last price are kept; null: in memory only. */
  directory: string | null;
}

export function createRollupStore({
  model,
  engine,
  queue,
  price,
  early,
  openingDay,
  finerOf,
  directory,
}: RollupStoreOptions): RollupStore {
  const shelves = new Map<string, Shelf>();
  /** Symbols whose file this process has warmed: it is whole, and of this model. */
  const warmed = new Set<string>();
  const closing = new AbortController();
  const step = chunkDays[price];

  function shelfOf(symbol: SimulatedSymbol): Shelf {
    const { symbol: name } = symbol.spec;
    const known = shelves.get(name);
    if (known !== undefined) {
      shelves.delete(name);
      shelves.set(name, known);
      return known;
    }
    const shelf: Shelf = {
      columns: candleColumns(0),
      unsavedDays: 0,
      users: 0,
      turn: Promise.resolve(),
    };
    shelf.turn = load(symbol).then((stored) => {
      if (stored !== undefined) shelf.columns = stored;
    });
    shelves.set(name, shelf);
    return shelf;
  }
  /** Lets go of what can be read again, that which was asked for longest ago first. */
  function dropSpare(): void {
    let spare = shelves.size - shelvesInMemory;
    for (const [name, { users, unsavedDays }] of shelves) {
      if (spare <= 0) return;
      if (users > 0 || unsavedDays > 0 || !warmed.has(name)) continue;
      shelves.delete(name);
      spare -= 1;
    }
  }
  async function fill(
    symbol: SimulatedSymbol,
    shelf: Shelf,
    from: number,
    to: number,
    inPlace: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<void> {
    if (shelf.columns.open.length < to * blocksPerDay) {
      const larger = candleColumns(to * blocksPerDay);
      copyRows(shelf.columns, larger, 0);
      shelf.columns = larger;
    }
    await fillEarly(symbol, shelf, from, Math.min(to, openingDay));
    for (let day = Math.max(from, openingDay); day < to; day++) {
      if (isFilled(shelf.columns, day)) continue;
      const finer = finerOf(symbol, day);
      if (finer) {
        rollupDay(finer, shelf.columns, day * blocksPerDay);
        shelf.unsavedDays += 1;
        continue;
      }
      let end = day + 1;
      while (end < to && end - day < chunkDays[price] && !isFilled(shelf.columns, end)) end++;
      const work = { symbol, price, grain: "block", from: day, to: end } as const;
      copyRows(await inPlace(() => engine.compute(work)), shelf.columns, day * blocksPerDay);
      shelf.unsavedDays += end - day;
    }
  }
  async function fillEarly(
    symbol: SimulatedSymbol,
    { columns }: Shelf,
    from: number,
    to: number,
  ): Promise<void> {
    for (let day = from; day < to; day++) {
      if (isFilled(columns, day)) continue;
      early.blocks(symbol, day, columns, day * blocksPerDay);
      if (price === "mark") withoutTrades(columns, day);
      if (day % earlyDaysPerTurn === 0) await nextTurn();
    }
  }
  /** Answers whether there was anything to write. */
  async function save(symbol: SimulatedSymbol, shelf: Shelf): Promise<boolean> {
    if (directory === null || shelf.unsavedDays === 0) return false;
    shelf.unsavedDays = 0;
    await writeCandleFile(pathOf(symbol, directory), packColumns(shelf.columns), (body) =>
      tagOf(symbol, body),
    );
    return true;
  }
  async function load(symbol: SimulatedSymbol): Promise<CandleColumns | undefined> {
    if (directory === null) return undefined;
    const body = await readCandleFile(pathOf(symbol, directory), (bytes) => tagOf(symbol, bytes));
    if (body === undefined) return undefined;
    const columns = unpackColumns(body);
    if (columns === undefined) return undefined;
    return warmed.has(symbol.spec.symbol) || agreesWithModel(symbol, columns) ? columns : undefined;
  }
  /** Fits this master, this way to make days, this row of the symbol table and these bytes, or the file is ignored. */
  function tagOf(symbol: SimulatedSymbol, body: Uint8Array): Uint8Array {
    return model.noise.hmac(
      `rollup|${modelName}|${tapeVersion}|${earlyVersion}|${openingDay}|${JSON.stringify(symbol)}|${model.noise.sha256(body)}`,
    );
  }
  /** Recomputes the newest stored day, so that a changed model cannot serve candles of the old one. */
  function agreesWithModel(symbol: SimulatedSymbol, columns: CandleColumns): boolean {
    const day = columns.open.length / blocksPerDay - 1;
    if (day < 0 || !isFilled(columns, day)) return false;
    const fresh = candleColumns(blocksPerDay);
    if (day < openingDay) early.blocks(symbol, day, fresh, 0);
    else rollupDay(model.minutes(symbol, day), fresh, 0);
    const from = day * blocksPerDay;
    return (["open", "high", "low", "close", "amount", "vol", "count"] as const).every((name) =>
      fresh[name].every((value, row) => value === columns[name][from + row]),
    );
  }
  function inTurn(shelf: Shelf, work: () => Promise<void>): Promise<void> {
    const done = shelf.turn.then(work);
    shelf.turn = done.catch(() => {});
    return done;
  }
  /** Works with a symbol's shelf, which stays in memory meanwhile. */
  async function using<T>(symbol: SimulatedSymbol, work: (shelf: Shelf) => Promise<T>): Promise<T> {
    const shelf = shelfOf(symbol);
    shelf.users += 1;
    try {
      return await work(shelf);
    } finally {
      shelf.users -= 1;
      dropSpare();
    }
  }
  async function warmOne(symbol: SimulatedSymbol, shelf: Shelf, to: number): Promise<void> {
    for (let day = to - (to % step); day >= 0 && !closing.signal.aborted; day -= step) {
      const before = shelf.unsavedDays;
      await inTurn(shelf, () => fill(symbol, shelf, day, Math.min(day + step, to), atOnce));
      if (shelf.unsavedDays > before) await rest();
    }
    if (closing.signal.aborted) return;
    // Who asks meanwhile does not wait for the disk.
    if (await save(symbol, shelf)) await rest();
    if (directory !== null) warmed.add(symbol.spec.symbol);
  }
  const rest = () => pause(restMs, undefined, { signal: closing.signal }).catch(() => {});

  return {
    rows: (symbol, from, to, caller) =>
      using(symbol, async (shelf) => {
        await inTurn(shelf, () => fill(symbol, shelf, from, to, (work) => queue.run(caller, work)));
        return shelf.columns;
      }),
    async prepare(symbols) {
      for (const symbol of symbols)
        await using(symbol, (shelf) =>
          inTurn(shelf, () => fill(symbol, shelf, 0, openingDay, atOnce)),
        );
    },
    async warm(symbols, to) {
      for (const symbol of symbols) {
        await using(symbol, (shelf) => warmOne(symbol, shelf, to));
        if (closing.signal.aborted) return;
      }
    },
    async close() {
      closing.abort();
      await engine.close();
      await Promise.all([...shelves.values()].map(({ turn }) => turn));
    },
  };
}

const atOnce = <T>(work: () => Promise<T>): Promise<T> => work();

/** A mark price is what it is by rule: nothing is traded at it. */
function withoutTrades({ amount, vol, count }: CandleColumns, day: number): void {
  for (const column of [amount, vol, count])
    column.fill(0, day * blocksPerDay, (day + 1) * blocksPerDay);
}

/** No price is 0, so a close of 0 marks a day not computed yet. */
function isFilled(columns: CandleColumns, day: number): boolean {
  return (columns.close[day * blocksPerDay] ?? 0) > 0;
}

function pathOf(symbol: SimulatedSymbol, directory: string): string {
  return join(directory, `${symbol.spec.symbol}.rollup`);
}
