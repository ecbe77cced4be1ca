import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { markReachSec } from "../../../../venue/feed/market-source.ts";
import { createColdMinutes } from "../../../../venue/feed/simulator/candles/cold-minutes.ts";
import { createColdQueue } from "../../../../venue/feed/simulator/candles/cold-queue.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import {
  createLocalEngine,
  createWorkerEngine,
} from "../../../../venue/feed/simulator/candles/day-engine.ts";
import { createEarlyDays } from "../../../../venue/feed/simulator/model/early-days.ts";
import { candleColumns } from "../../../../venue/feed/simulator/model/day-minutes.ts";
import { createPastMinutes } from "../../../../venue/feed/simulator/candles/past-minutes.ts";
import { packColumns } from "../../../../venue/feed/simulator/candles/rollup-days.ts";
import { createRollupStore } from "../../../../venue/feed/simulator/candles/rollup-store.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { TooMany } from "../../../../venue/store/refusal.ts";
import { freshModel, simulated, testMaster } from "./simulated-days.ts";

const symbols = symbolTable.slice(0, 20);

/** Days cost nothing here but are counted, and the most of one event-loop turn is remembered. */
function countedDays() {
  const model = freshModel();
  const flat = candleColumns(1440);
  flat.close.fill(1);
  let thisTurn = 0;
  let all = 0;
  let most = 0;
  const engine = createLocalEngine(() => {
    all++;
    most = Math.max(most, ++thisTurn);
    return flat;
  });
  async function watchTurns(until: Promise<unknown>): Promise<void> {
    let isOver = false;
    void until.finally(() => (isOver = true));
    while (!isOver) {
      thisTurn = 0;
      await nextTurn();
    }
  }
  return { model, engine, watchTurns, counts: () => ({ all, most }) };
}

describe("days not at hand", () => {
  test("twenty symbols asked for at once, by blocks and by minutes, are computed one day a turn", async () => {
    const { model, engine, watchTurns, counts } = countedDays();
    const [queue, early] = [
      createColdQueue({ ofOne: 100, inAll: 100, pieceMs: 60 }),
      createEarlyDays(model),
    ];
    const store = createRollupStore({
      model,
      engine,
      queue,
      price: "mark",
      early,
      openingDay: 0,
      finerOf: () => undefined,
      directory: null,
    });
    const minutes = createColdMinutes(engine, queue, 100);
    const asked = Promise.all(
      symbols.flatMap((symbol) => [store.rows(symbol, 0, 30), minutes.get(symbol, 7, "last")]),
    );
    await watchTurns(asked);
    // The turn is watched from a callback of its own, which a day may come before or after.
    expect(counts().most).toBeLessThanOrEqual(2);
    expect(counts().all).toBe(20 * 31);
  });

  test("who finds the queue full is refused, and who was let in is served to the end", async () => {
    const { model, engine } = countedDays();
    const store = createRollupStore({
      model,
      engine,
      queue: createColdQueue({ ofOne: 4, inAll: 100, pieceMs: 60 }),
      price: "mark",
      early: createEarlyDays(model),
      openingDay: 0,
      finerOf: () => undefined,
      directory: null,
    });
    const answers = await Promise.allSettled(
      symbols.map((symbol) => store.rows(symbol, 0, 30, "a")),
    );
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(answers.length - refused.length).toBe(5);
    expect(refused.every(({ reason }) => reason instanceof TooMany)).toBe(true);
    expect(refused[0]?.reason).toMatchObject({ waitSec: 1 });
    expect(
      (await store.rows(symbols[19] ?? simulated("btcusdt"), 0, 30)).close.every(
        (price) => price > 0,
      ),
    ).toBe(true);
  });

  test("callers take turns: who asks for one day waits for one piece of another's hundred", async () => {
    const queue = createColdQueue({ ofOne: 100, inAll: 150, pieceMs: 60 });
    const done: string[] = [];
    const ask = (caller: string | undefined) =>
      queue.run(caller, async () => {
        await nextTurn();
        done.push(caller ?? "venue");
      });
    const greedy = Array.from({ length: 100 }, () => ask("greedy"));
    const others = [ask("b"), ask("c"), ask("b"), ask(undefined)];
    await Promise.all([...greedy, ...others]);
    expect(done.slice(0, 9)).toEqual("greedy greedy b c venue greedy b greedy greedy".split(" "));
    const full = Array.from({ length: 3 }, (_, at) =>
      Array.from({ length: 75 }, () => ask(`caller ${at}`)),
    ).flat();
    const results = await Promise.allSettled(full);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as TooMany] : [],
    );
    // One at work, a hundred and fifty waiting; the last comes in nine seconds.
    expect(reasons.length).toBe(225 - 151);
    expect(reasons.every((reason) => reason instanceof TooMany && reason.waitSec === 9)).toBe(true);
    await expect(ask(undefined)).resolves.toBeUndefined();
  });

  test("minutes are computed once for all who ask, and again after a refusal", async () => {
    const { engine, counts } = countedDays();
    const minutes = createColdMinutes(
      engine,
      createColdQueue({ ofOne: 0, inAll: 0, pieceMs: 60 }),
      10,
    );
    const symbol = simulated("btcusdt");
    await Promise.all([minutes.get(symbol, 3, "mark"), minutes.get(symbol, 3, "mark")]);
    expect(counts().all).toBe(1);
    const busy = minutes.get(symbol, 4, "mark");
    await expect(minutes.get(symbol, 5, "mark", "a")).rejects.toThrow(TooMany);
    await busy;
    expect((await minutes.get(symbol, 5, "mark")).close[0]).toBe(1);
  });

  test("the worker thread computes minutes and mark prices as this thread does", async () => {
    const worker = createWorkerEngine(testMaster);
    const here = createLocalEngine(createPastMinutes(freshModel()));
    for (const [price, grain] of [
      ["last", "minute"],
      ["mark", "minute"],
      ["mark", "block"],
    ] as const) {
      const work = { symbol: simulated("ltcusdt"), price, grain, from: 6, to: 8 };
      expect(packColumns(await worker.compute(work))).toEqual(
        packColumns(await here.compute(work)),
      );
    }
    await worker.close();
  });
});

describe("mark candles", () => {
  const noon = dayStart(900) + 43_200;

  test("reach back 400 days, in whole buckets", async () => {
    const source = createSimulator({ master: testMaster, symbols: ["ltcusdt"] });
    source.tick(noon * 1000);
    const from = dayStart(470);
    const days = await source.klines("ltcusdt", "1day", { from, to: dayStart(502) }, "mark");
    expect(days.map(({ id }) => id)).toEqual([dayStart(501), dayStart(502)]);
    const hours = await source.klines("ltcusdt", "60min", { from, to: dayStart(501) }, "mark");
    expect(hours[0]?.id).toBe(noon - markReachSec);
    expect(await source.klines("ltcusdt", "1mon", { from, to: dayStart(502) }, "mark")).toEqual([]);
    expect((await source.klines("ltcusdt", "1day", { from, to: dayStart(502) })).length).toBe(33);
    await source.close();
  });

  test("the running day grows as if it were computed again", async () => {
    const grown = createSimulator({ master: testMaster, symbols: ["ltcusdt"] });
    for (const second of [noon, noon + 1, noon + 59, noon + 200]) {
      grown.tick(second * 1000);
      const fresh = createSimulator({ master: testMaster, symbols: ["ltcusdt"] });
      fresh.tick(second * 1000);
      const range = { from: dayStart(900), to: second };
      expect(await grown.klines("ltcusdt", "1min", range, "mark")).toEqual(
        await fresh.klines("ltcusdt", "1min", range, "mark"),
      );
    }
  });
});

test("a clock set back halts the market until it comes by again, and no second is reported twice", () => {
  const source = createSimulator({ master: testMaster, symbols: ["ltcusdt"] });
  const ticks: number[] = [];
  source.onTick(({ ts }) => ticks.push(ts));
  const start = dayStart(900) * 1000;
  const states = [0, 10_000, 8000, 7000, -60_000, 9000, 11_000].map((offset) => {
    source.tick(start + offset);
    return source.health().state;
  });
  expect(states).toEqual(["live", "live", "live", "halted", "halted", "live", "live"]);
  expect(ticks).toEqual([start, start + 10_000, start + 11_000]);
});

test("old funding rates wait in the same queue: of many who ask at once some are refused, the rest are right", async () => {
  const now = (dayStart(900) + 100) * 1000;
  const names = symbolTable.flatMap(({ spec }) => (spec.contract === null ? [] : [spec]));
  const source = createSimulator({
    master: testMaster,
    symbols: names.map(({ symbol }) => symbol),
  });
  source.tick(now);
  const codes = names.flatMap(({ contract }) => contract?.contractCode ?? []);
  const ask = (offset: number) => codes.map((code) => source.fundingHistory(code, 3, offset, "a"));
  const answers = await Promise.allSettled([...ask(30), ...ask(300)]);
  const refused = answers.filter((answer) => answer.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ reason }) => reason instanceof TooMany)).toBe(true);
  const [first] = answers;
  expect(first?.status === "fulfilled" && first.value).toEqual(
    await source.fundingHistory(codes[0] ?? "", 3, 30),
  );
});
