import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { createColdQueue } from "../../../../venue/feed/simulator/candles/cold-queue.ts";
import {
  createLocalEngine,
  createWorkerEngine,
  withFallback,
} from "../../../../venue/feed/simulator/candles/day-engine.ts";
import { createRollupStore } from "../../../../venue/feed/simulator/candles/rollup-store.ts";
import { createEarlyDays } from "../../../../venue/feed/simulator/model/early-days.ts";
import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createPastMinutes } from "../../../../venue/feed/simulator/candles/past-minutes.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { packColumns } from "../../../../venue/feed/simulator/candles/rollup-days.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { damagedCopies, simulated, testMaster } from "./simulated-days.ts";

const symbol = simulated("btcusdt");
const days = 8;
const blocks = (from: number, to: number) =>
  ({ symbol, price: "last", grain: "block", from, to }) as const;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "rollups-"));
});
afterEach(() => rm(directory, { recursive: true }));

function counted(master: string) {
  const model = createMarketModel(createNodeNoise(master));
  const engine = createLocalEngine(createPastMinutes(model));
  const compute = vi.spyOn(engine, "compute");
  const daysComputed = () => compute.mock.calls.reduce((sum, [{ from, to }]) => sum + to - from, 0);
  return {
    store: createRollupStore({
      model,
      engine,
      queue: createColdQueue({ ofOne: 4, inAll: 4, pieceMs: 60 }),
      price: "last",
      early: createEarlyDays(model),
      openingDay: 0,
      finerOf: () => undefined,
      directory,
    }),
    daysComputed,
  };
}

test("a worker thread computes what this thread computes, and each day is computed once", async () => {
  const { store, daysComputed } = counted(testMaster);
  const worker = createWorkerEngine(testMaster);
  const [late, all, again] = await Promise.all([
    store.rows(symbol, 6, days),
    store.rows(symbol, 0, days),
    store.rows(symbol, 2, 5),
  ]);
  expect(daysComputed()).toBe(days);
  expect(packColumns(again)).toEqual(packColumns(all));
  expect(late.close[6 * 6]).toBe(all.close[6 * 6]);
  expect(packColumns(await worker.compute(blocks(0, days)))).toEqual(packColumns(all));
  await worker.close();
});

test("stored days are read back; a damaged file or another master's is computed again", async () => {
  const first = counted(testMaster);
  await first.store.warm([symbol], days);
  expect(first.daysComputed()).toBe(days);
  const bytes = packColumns(await first.store.rows(symbol, 0, days));

  const second = counted(testMaster);
  expect(packColumns(await second.store.rows(symbol, 0, days))).toEqual(bytes);
  expect(second.daysComputed()).toBe(0);
  await second.store.warm([symbol], days + 2);
  expect(second.daysComputed()).toBe(2);

  const stranger = counted("another master");
  await stranger.store.rows(symbol, 0, days);
  expect(stranger.daysComputed()).toBe(days);

  const path = join(directory, "btcusdt.rollup");
  for (const damaged of damagedCopies(await readFile(path))) {
    await writeFile(path, damaged);
    const third = counted(testMaster);
    expect(packColumns(await third.store.rows(symbol, 0, days))).toEqual(bytes);
    expect(third.daysComputed()).toBe(days);
  }
});

test("a worker that dies leaves its work to this thread", async () => {
  const model = createMarketModel(createNodeNoise(testMaster));
  const worker = createWorkerEngine(testMaster);
  const engine = withFallback(worker, createLocalEngine(createPastMinutes(model)));
  const asked = engine.compute(blocks(0, 12));
  await worker.close();
  expect((await asked).close.every((price) => price > 0)).toBe(true);
  expect((await engine.compute(blocks(5, 6))).close.length).toBe(6);
});

test("a warming market fills its directory, answers meanwhile, and closes at once", async () => {
  const source = createSimulator({
    master: testMaster,
    rollupDir: directory,
    warm: true,
    symbols: ["btcusdt", "pepeusdt"],
  });
  const quiet = createSimulator({ master: testMaster, symbols: ["btcusdt"] });
  const now = (dayStart(40) + 5000) * 1000;
  await source.start(now);
  await quiet.start(now);
  expect(source.facts()["rollups"]).toBe("filling");
  expect(await source.klines("btcusdt", "1day", { size: 2000 })).toEqual(
    await quiet.klines("btcusdt", "1day", { size: 2000 }),
  );
  await vi.waitFor(() => expect(source.facts()["rollups"]).toBe("ready"), {
    timeout: 20_000,
    interval: 20,
  });
  expect((await readdir(directory)).toSorted()).toEqual([
    "btcusdt.five-minutes",
    "btcusdt.rollup",
    "pepeusdt.five-minutes",
    "pepeusdt.rollup",
  ]);
  await source.close();
  expect(quiet.facts()["rollups"]).toBe("on demand");
});

test("the symbols asked for last are in memory, others are read again, and no day is computed twice", async () => {
  const symbols = symbolTable.slice(0, 10);
  const { store, daysComputed } = counted(testMaster);
  await store.warm(symbols, 2);
  expect(daysComputed()).toBe(20);
  const [first, second] = symbols;
  const last = symbols.at(-1);
  if (!first || !second || !last) throw new Error("too few symbols");

  const read = packColumns(await store.rows(first, 0, 2));
  expect(read).toEqual(packColumns(await counted(testMaster).store.rows(first, 0, 2)));
  expect(daysComputed()).toBe(20);
  await rm(join(directory, `${last.spec.symbol}.rollup`));
  await rm(join(directory, `${second.spec.symbol}.rollup`));
  await store.rows(last, 0, 2);
  expect(daysComputed()).toBe(20);
  await store.rows(second, 0, 2);
  expect(daysComputed()).toBe(22);
});

test("days that are not on the disk yet stay in memory, however many symbols are asked for", async () => {
  const symbols = symbolTable.slice(0, 10);
  const { store, daysComputed } = counted(testMaster);
  await store.warm(symbols, 1);
  for (const asked of symbols) await store.rows(asked, 0, 2);
  expect(daysComputed()).toBe(20);
  for (const asked of symbols) await store.rows(asked, 0, 2);
  expect(daysComputed()).toBe(20);
});

test("a worker thread that nobody asks ends, and another begins where it is asked again", async () => {
  const started: Worker[] = [];
  const see = (worker: Worker) => started.push(worker);
  process.on("worker", see);
  onTestFinished(() => void process.off("worker", see));
  const engine = createWorkerEngine(testMaster, 20);
  expect(started).toEqual([]);
  const [columns] = await Promise.all([engine.compute(blocks(0, 2)), engine.compute(blocks(2, 3))]);
  await vi.waitFor(() => expect(started.map(({ threadId }) => threadId)).toEqual([-1]));
  expect(packColumns(await engine.compute(blocks(0, 2)))).toEqual(packColumns(columns));
  expect(started.length).toBe(2);
  await engine.close();
  await expect(engine.compute(blocks(0, 2))).rejects.toThrow("closed");
});
