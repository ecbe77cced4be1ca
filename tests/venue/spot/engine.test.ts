import fc from "fast-check";
import { expect, test } from "vitest";
import { createSpotEngine } from "../../../venue/spot/engine.ts";
import { claimDue } from "../../../venue/spot/due-rows.ts";
import { insertFills } from "../../../venue/spot/rows.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Refusal } from "../../../venue/store/refusal.ts";
import type { Store, Transaction } from "../../../venue/store/store.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/databases.ts";
import { c1Asks, openStage } from "./spot-stage.ts";

const c1 = { btcusdt: { asks: c1Asks } };

describeDatabases("filling coin orders", (open, engine) => {
  test("vector C1, from order to balances, bills and evidence", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "1000" });
    await stage.show(1000, c1);
    const order = await stage.order(7, { id });
    expect(order).toMatchObject({
      state: "filled", status: 2, reason: null, filled_amount: "0.016663", filled_value: "999.96315000", avg_price: "60010.99141811",
      fee: "0.00003333", fee_currency: "BTC", frozen: "0.00000000", finish_time: stage.source.now,
    });
    const evidence = { source: "sim", version: 2, ts: stage.source.now };
    expect(order.fills.map(({ trade_id, price, amount, value, fee, role, evidence: seen }) => [trade_id, price, amount, value, fee, role, seen])).toEqual([
      [`${id}-1`, "60000.00", "0.005000", "300.00000000", "0.00001000", "taker", evidence],
      [`${id}-2`, "60010.00", "0.010000", "600.10000000", "0.00002000", "taker", evidence],
      [`${id}-3`, "60050.00", "0.001663", "99.86315000", "0.00000333", "taker", evidence],
    ]);
    expect(await stage.money(7, "BTC")).toEqual(["0.01662967", "0.00000000"]);
    expect(await stage.money(7, "USDT")).toEqual(["0.03685000", "0.00000000"]);
    expect((await stage.bills(7)).list.map(({ flag, type, amount }) => [flag, type, amount])).toEqual([
      ["USDT", 6, "0.03685000"], ["BTC", 5, "0.01662967"], ["USDT", 5, "-1000.00000000"], ["USDT", 1, "1000.00000000"],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a sell pays its fee from what arrives", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "BTC", "1");
    const { id } = await stage.place(7, { side: "sell", amount: "0.015" });
    await stage.show(1000, { btcusdt: { bids: [[6_000_000, 10_000], [5_990_000, 10_000]] } });
    expect(await stage.order(7, { id })).toMatchObject({ state: "filled", filled_value: "899.50000000", fee: "1.79900000", fee_currency: "USDT" });
    expect(await stage.money(7, "USDT")).toEqual(["897.70100000", "0.00000000"]);
    expect(await stage.money(7, "BTC")).toEqual(["0.98500000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a buy by amount gets back what it set aside beyond its cost", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id, frozen } = await stage.place(7, { side: "buy", amount: "0.01" });
    expect(frozen).toBe("630.00010000");
    await stage.show(1000, c1);
    expect(await stage.order(7, { id })).toMatchObject({ state: "filled", filled_amount: "0.010000", filled_value: "600.05000000", frozen: "0.00000000" });
    expect(await stage.money(7, "USDT")).toEqual(["399.95000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a book too thin or too steep gives what it has, and the rest is cancelled", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "3000");
    const [thin, steep, none] = [await stage.place(7, { side: "buy", value: "900" }), await stage.place(7, { symbol: "dogeusdt", side: "buy", value: "1000" }), await stage.place(7, { symbol: "pepeusdt", side: "buy", value: "500" })];
    await stage.show(1000, {
      btcusdt: { asks: [[6_000_000, 5000]] }, dogeusdt: { asks: [[100_000, 100_000], [105_001, 1_000_000]] }, pepeusdt: { asks: [] },
    });
    expect(await stage.order(7, { id: thin.id })).toMatchObject({ state: "partial-canceled", status: 2, reason: "no_liquidity", filled_value: "300.00000000" });
    expect(await stage.order(7, { id: steep.id })).toMatchObject({ state: "partial-canceled", reason: "max_slip", filled_amount: "1000.00", filled_value: "100.00000000" });
    expect(await stage.order(7, { id: none.id })).toMatchObject({ state: "canceled", reason: "no_liquidity", filled_value: "0.00000000", fills: [] });
    expect(await stage.money(7, "USDT")).toEqual(["2600.00000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("nobody fills from the snapshot they saw: the first one after acceptance counts", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    stage.source.advance(500);
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    await stage.engine.tick();
    expect((await stage.order(7, { id })).state).toBe("submitted");
    await stage.show(500);
    expect((await stage.order(7, { id })).state).toBe("filled");
  });

  test("what one takes another does not find, until the book has had time to refill", async () => {
    const stage = await openStage(await open());
    const book = { btcusdt: { asks: [[6_000_000, 1000], [6_100_000, 1_000_000]] } } as const;
    for (const user of [1, 2, 3, 4]) await stage.fund(user, "USDT", "60");
    const buy = async (user: number) => (await stage.place(user, { side: "buy", value: "60" })).id;
    const ids = [await buy(1), await buy(2)];
    await stage.show(1000, book);
    ids.push(await buy(3));
    await stage.show(5000, book);
    ids.push(await buy(4));
    await stage.show(60_000 - 5000, book);
    await stage.show(5000, book);
    const prices = await Promise.all(ids.map(async (id, at) => (await stage.order(at + 1, { id })).fills.map((fill) => [fill.price, fill.amount])));
    expect(prices).toEqual([
      [["60000.00", "0.001000"]],
      [["61000.00", "0.000983"]],
      [["60000.00", "0.000500"], ["61000.00", "0.000491"]],
      [],
    ]);
  });

  test("a stale or halted market is waited for, and after 10 s given up", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const first = await stage.place(7, { side: "buy", value: "10" });
    stage.source.setHealth("halted");
    await stage.show(2000);
    stage.source.setHealth("live");
    stage.source.advance(4000);
    await stage.engine.tick();
    expect((await stage.order(7, { id: first.id })).state).toBe("submitted");
    await stage.show(1000);
    expect((await stage.order(7, { id: first.id })).state).toBe("filled");

    const second = await stage.place(7, { side: "buy", value: "10" });
    stage.source.setUnavailable(true);
    stage.source.advance(9999);
    await stage.engine.tick();
    expect((await stage.order(7, { id: second.id })).state).toBe("submitted");
    stage.source.advance(1);
    await stage.engine.tick();
    expect(await stage.order(7, { id: second.id })).toMatchObject({ state: "canceled", status: 2, reason: "halted", frozen: "0.00000000" });
    expect((await stage.bills(7, { type: "6" })).list[0]).toMatchObject({ amount: "10.00000000", ref_id: second.id });
    expect(await stage.violations()).toEqual([]);
  });

  test("an order found again too late is not filled at another day's price", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    await stage.show(3_600_000);
    expect(await stage.order(7, { id })).toMatchObject({ state: "canceled", reason: "halted" });
    expect(await stage.money(7, "USDT")).toEqual(["1000.00000000", "0.00000000"]);
  });

  test("a clock set back fills from no book ahead of it, and ends what was accepted ahead of it", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    stage.source.advance(3_600_000);
    stage.source.setPrice("btcusdt", 6_000_000);
    const ahead = await stage.place(7, { side: "buy", value: "10" });
    stage.source.advance(-3_600_000);
    const now = await stage.place(7, { side: "buy", value: "10" });
    await stage.engine.tick();
    expect(await stage.order(7, { id: ahead.id })).toMatchObject({ state: "canceled", reason: "halted", frozen: "0.00000000", finish_time: stage.source.now });
    expect((await stage.order(7, { id: now.id })).state).toBe("submitted");
    expect(await stage.money(7, "USDT")).toEqual(["990.00000000", "10.00000000"]);
    await stage.show(1000);
    expect((await stage.order(7, { id: now.id })).state).toBe("filled");
    expect(await stage.violations()).toEqual([]);
  });

  test("a step back of two seconds is waited out", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    stage.source.advance(1);
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    stage.source.advance(-2000);
    await stage.engine.tick();
    expect((await stage.order(7, { id })).state).toBe("submitted");
    await stage.show(3000);
    expect((await stage.order(7, { id })).state).toBe("filled");
  });

  test("each batch of a long queue is filled from the book as it is then", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "1000");
    for (let at = 0; at < 40; at++) await stage.place(7, { side: "buy", value: "10" });
    stage.source.advance(1000);
    stage.source.setPrice("btcusdt", 6_000_000);
    const seen = stage.source.now;
    // The book is read for a batch, and time passes before the next one.
    let batches = 0;
    const slow: Store = Object.create(store, {
      command: {
        value: async (run: Parameters<Store["command"]>[0]) => {
          const answer = await store.command(run);
          batches++;
          stage.source.now += 12_000;
          stage.source.setPrice("btcusdt", 7_000_000);
          return answer;
        },
      },
    }) as Store;
    await createSpotEngine({ ...stage, store: slow }).tick();
    const fills = await store.read((db) => db.selectFrom("spot_fill").select(["snapshot_at", "created_at"]).execute());
    expect(batches).toBe(2);
    expect(fills.map(({ snapshot_at, created_at }) => [snapshot_at, created_at])).toEqual(Array.from({ length: 32 }, () => [seen, seen]));
    // The others had waited too long by then.
    expect((await stage.orders(7, { status: "2", size: "100" })).list.filter(({ reason }) => reason === "halted")).toHaveLength(8);
  });

  test("a snapshot that went stale while the database was waited for fills nothing", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    stage.source.advance(1000);
    stage.source.setPrice("btcusdt", 6_000_000);
    const waiting: Store = Object.create(store, {
      command: {
        value: (run: Parameters<Store["command"]>[0]) => {
          stage.source.now += 3001;
          return store.command(run);
        },
      },
    }) as Store;
    await createSpotEngine({ ...stage, store: waiting }).tick();
    expect((await stage.order(7, { id })).state).toBe("submitted");
    await stage.show(1000);
    expect((await stage.order(7, { id })).state).toBe("filled");
  });

  test("engines side by side fill each order once and never take a lot twice", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    const users = Array.from({ length: 30 }, (_, at) => at + 1);
    for (const user of users) await stage.fund(user, "USDT", "200");
    const ids = new Map<string, number>();
    for (const user of users) for (const value of ["60", "120"]) ids.set((await stage.place(user, { side: "buy", value })).id, user);
    stage.source.advance(1000);
    const asks = [[6_000_000, 30_000], [6_001_000, 20_000], [6_002_000, 5000]] as const;
    stage.source.setBook("btcusdt", { asks });
    const engines = Array.from({ length: 4 }, () => createSpotEngine(stage));
    for (let round = 0; round < 3; round += 1) await Promise.all(engines.map((engine) => engine.tick()));
    const taken = new Map<string, number>();
    for (const [id, user] of ids) {
      const order = await stage.order(user, { id });
      expect(order.status).toBe(2);
      for (const fill of order.fills) taken.set(fill.price, Math.round((taken.get(fill.price) ?? 0) + Number(fill.amount) * 1e6));
    }
    expect([...taken]).toEqual([["60000.00", 30_000], ["60010.00", 20_000], ["60020.00", 5000]]);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test.runIf(engine === "postgres")("while another process has a symbol's oldest order, nobody jumps the queue", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const first = await stage.place(7, { side: "buy", value: "10" });
    const second = await stage.place(7, { side: "buy", value: "10" });
    const [claimed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = stage.store.command(async (tx) => {
      await claimDue(tx.db, [Number(first.id)]);
      claimed.resolve();
      await mayEnd.promise;
    });
    await claimed.promise;
    await stage.show();
    const { state } = await stage.order(7, { id: second.id });
    mayEnd.resolve();
    await other;
    expect(state).toBe("submitted");
    await stage.engine.tick();
    expect((await stage.orders(7)).list.map((order) => order.state)).toEqual(["filled", "filled"]);
  });

  test("orders are served in the order they were accepted, each of a long queue", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const ids: string[] = [];
    for (let at = 0; at < 70; at += 1) ids.push((await stage.place(7, { side: "buy", value: "6" })).id);
    await stage.show(1000, { btcusdt: { asks: [[6_000_000, 5000], [6_001_000, 10_000]] } });
    const found = await Promise.all(ids.map((id) => stage.order(7, { id })));
    expect(found.map((order) => order.state)).toEqual(Array.from({ length: 70 }, () => "filled"));
    const prices = found.flatMap((order) => order.fills.map((fill) => Number(fill.price)));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(await stage.violations()).toEqual([]);
  });

  test("one order that cannot be filled does not keep the others waiting, and is told", async () => {
    const stage = await openStage(await open());
    for (const user of [1, 2, 3]) await stage.fund(user, "USDT", "10");
    const ids: string[] = [];
    for (const user of [1, 2, 3]) ids.push((await stage.place(user, { side: "buy", value: "10" })).id);
    const inTheWay = Number(ids[1]);
    await stage.store.command((tx) => insertFills(tx.db, [{
      order_id: inTheWay, seq: 1, user_id: 9, symbol: "", side: "buy", price: 1n, lots: 1n, amount: 1n, value: 1n, fee: 0n,
      role: "taker", source: "", source_version: 0n, snapshot_at: 0, created_at: 0,
      level_price: 1n, best_bid: null, best_ask: null, shown: null, market_trade: null,
    }]));
    const states = () => Promise.all(ids.map(async (id, at) => (await stage.order(at + 1, { id })).state));
    await stage.show();
    expect(await states()).toEqual(["filled", "submitted", "filled"]);
    expect(stage.logged).toEqual([["spot batch failed, going on one by one", expect.anything()], ["spot order not filled", expect.objectContaining({ order: inTheWay })]]);
    await stage.store.command((tx) => tx.db.deleteFrom("spot_fill").where("order_id", "=", inTheWay).execute());
    await stage.show();
    expect(await states()).toEqual(["filled", "filled", "filled"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("killed in the middle of a fill, nothing of it is there, and the next pass does it", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    const before = await stage.books();
    stage.source.advance(1000);
    stage.source.setBook("btcusdt", {});
    const dying: Store = {
      ...stage.store,
      command: <T>(run: (tx: Transaction) => Promise<T>) => stage.store.command<T>(async (tx) => {
        await run(tx);
        throw new Error("killed");
      }),
    };
    await createSpotEngine({ ...stage, store: dying }).tick();
    expect(await stage.books()).toEqual(before);
    await createSpotEngine(stage).tick();
    expect((await stage.order(7, { id })).state).toBe("filled");
    expect(await stage.violations()).toEqual([]);
  });
});

test("after a restart the next tick goes on", async () => {
  const options = { dataDir: temporaryDirectory(), log: () => undefined, random: () => 0.5, minFreeBytes: 0 };
  const stage = await openStage(openStore(options));
  await stage.fund(7, "USDT", "1000");
  const { id } = await stage.place(7, { side: "buy", value: "10" });
  await stage.store.close();
  const again = await openStage(openStore(options), stage.source);
  await again.show();
  expect((await again.order(7, { id })).state).toBe("filled");
  expect(await again.violations()).toEqual([]);
  await again.store.close();
});

describeDatabases("any orders on any books", (open, engine) => {
  test("the books stay coherent and nobody gets more than is shown or pays more than they set aside", async () => {
    const stage = await openStage(await open());
    let user = 100;
    const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 400_000 })), { maxLength: 8 });
    const books = fc.record({ asks: levels, bids: levels });
    const orders = fc.array(fc.record({
      who: fc.integer({ min: 0, max: 2 }), symbol: fc.constantFrom("btcusdt", "dogeusdt", "pepeusdt"),
      side: fc.constantFrom("buy", "sell"), by: fc.constantFrom("value", "amount"), size: fc.integer({ min: 1, max: 2000 }),
    }), { minLength: 1, maxLength: 8 });
    await fc.assert(fc.asyncProperty(fc.array(fc.tuple(books, orders), { minLength: 1, maxLength: 4 }), async (rounds) => {
      const users = [user, user + 1, user + 2];
      user += 3;
      for (const one of users) for (const [flag, amount] of Object.entries({ USDT: "1000", BTC: "0.02", DOGE: "3000", PEPE: "5000000" })) await stage.fund(one, flag, amount);
      for (const [book, drafts] of rounds) {
        const shown = new Map<string, number>();
        const placed: { one: number; id: string; frozen: string }[] = [];
        for (const { who, symbol, side, by, size } of drafts) {
          const one = users[who] ?? user;
          const { unit } = marketOf[symbol];
          const isByValue = by === "value" && side === "buy";
          const draft = isByValue ? { symbol, side, value: String(size) } : { symbol, side, amount: (size * unit).toFixed(unit < 1 ? 6 : 0) };
          const order = await stage.place(one, draft).catch((error: unknown) => refusedOf(error));
          if (order) placed.push({ one, id: order.id, frozen: order.frozen });
        }
        await stage.show(1000, Object.fromEntries(Object.entries(marketOf).map(([symbol, { middle }]) => {
          const side = (sign: 1 | -1, raw: [number, number][]) => [...new Map(raw)].sort((a, b) => a[0] - b[0])
            .map(([at, lots]) => [middle + sign * Math.round((at * middle) / 4000), lots] as const);
          const [asks, bids] = [side(1, book.asks), side(-1, book.bids)];
          for (const [price, lots] of [...asks, ...bids]) shown.set(`${symbol} ${price}`, lots);
          return [symbol, { asks, bids }];
        })));
        for (const { one, id, frozen } of placed) {
          const order = await stage.order(one, { id });
          expect([order.status, Number(order.frozen)]).toEqual([2, 0]);
          expect(Number(order.side === "buy" ? order.filled_value : order.filled_amount)).toBeLessThanOrEqual(Number(frozen));
          if (order.amount !== null) expect(Number(order.filled_amount)).toBeLessThanOrEqual(Number(order.amount));
          const { pricePrecision, amountPrecision } = stage.source.spec(order.symbol) ?? fail();
          for (const fill of order.fills) {
            const level = `${order.symbol} ${Math.round(Number(fill.price) * 10 ** pricePrecision)}`;
            shown.set(level, (shown.get(level) ?? 0) - Math.round(Number(fill.amount) * 10 ** amountPrecision));
            expect(shown.get(level)).toBeGreaterThanOrEqual(0);
          }
        }
      }
      stage.source.advance(120_000);
      for (const one of users) {
        const sums = new Map<string, bigint>();
        const bills = await stage.bills(one, { size: 100 });
        for (const { flag, amount } of bills.list) sums.set(flag, (sums.get(flag) ?? 0n) + BigInt(amount.replace(".", "")));
        for (const { flag, balance_str, frozen } of await stage.wallet(one)) {
          expect([flag, sums.get(flag) ?? 0n, frozen]).toEqual([flag, BigInt((balance_str ?? "0").replace(".", "")), "0"]);
        }
      }
      expect(await stage.violations()).toEqual([]);
    }), { numRuns: engine === "sqlite" ? 30 : 6 });
    expect(stage.logged).toEqual([]);
  });
});

/** Middle of the books in ticks, and the unit in which a property draws amounts. */
const marketOf = {
  btcusdt: { middle: 6_000_000, unit: 0.00001 },
  dogeusdt: { middle: 6_000_000, unit: 1 },
  pepeusdt: { middle: 6_000_000, unit: 2000 },
};

/** A refusal for want of money or size is part of the game. */
function refusedOf(error: unknown): undefined {
  expect([300008, 300021, 100005]).toContain((error as Refusal).code);
}

function fail(): never {
  throw new Error("no such symbol");
}
