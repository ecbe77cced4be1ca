import { expect, test } from "vitest";
import { createSpotEngine } from "../../../venue/spot/engine.ts";
import type { Store, Transaction } from "../../../venue/store/store.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { type Draft, openStage, type Stage } from "./spot-stage.ts";

const bid: Draft = { side: "buy", type: "limit", amount: "0.01", price: "60000" };
const far = {
  btcusdt: { asks: [[6_001_000, 1_000_000]], bids: [[5_990_000, 1_000_000]] },
} as const;

/** Places an order and lets it meet a book that does not reach it. */
async function rest(stage: Stage, user: number, draft: Draft): Promise<string> {
  const { id } = await stage.place(user, draft);
  await stage.show(1000, far);
  return id;
}

/** A second in which trades are printed, then the engine's pass. */
async function trade(
  stage: Stage,
  prices: readonly (readonly [price: number, lots: number])[],
  books: Parameters<Stage["show"]>[1] = far,
): Promise<void> {
  for (const [price, amount] of prices)
    stage.source.addTrade("btcusdt", { price, amount, ts: stage.source.now + 900 });
  await stage.show(1000, books);
}

describeDatabases("orders that rest", (open) => {
  test("vector C2: a touch fills nothing, a trade through fills at the order's own price, a cancel frees the rest", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const id = await rest(stage, 7, bid);
    await trade(stage, [[6_000_000, 1_000_000]]);
    expect(await stage.order(7, { id })).toMatchObject({
      state: "submitted",
      filled_amount: "0.000000",
      frozen: "600.00000000",
    });
    await trade(stage, [[5_999_999, 4000]]);
    const order = await stage.order(7, { id });
    expect(order).toMatchObject({
      state: "partial-filled",
      status: 1,
      filled_amount: "0.004000",
      filled_value: "240.00000000",
      fee: "0.00000800",
      frozen: "360.00000000",
    });
    expect(order.fills).toMatchObject([
      {
        price: "60000.00",
        amount: "0.004000",
        role: "maker",
        fee: "0.00000800",
        evidence: {
          market_trade: "2",
          shown: "0.004000",
          best_bid: "59900.00",
          best_ask: "60010.00",
          ts: stage.source.now,
        },
      },
    ]);
    expect(await stage.cancel(7, id)).toMatchObject({
      state: "partial-canceled",
      frozen: "0.00000000",
    });
    expect((await stage.bills(7, { type: "6" })).list).toMatchObject([
      { flag: "USDT", amount: "360.00000000" },
    ]);
    expect(await stage.money(7, "USDT")).toEqual(["760.00000000", "0.00000000"]);
    expect(await stage.money(7, "BTC")).toEqual(["0.00399200", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a book that crosses fills a sell at its own price, and what one got another does not", async () => {
    const stage = await openStage(await open());
    for (const user of [1, 2, 3]) await stage.fund(user, "BTC", "1");
    const sell: Draft = { side: "sell", type: "limit", amount: "0.01", price: "60000" };
    const [later, first, second] = [
      await rest(stage, 3, { ...sell, price: "60002" }),
      await rest(stage, 1, sell),
      await rest(stage, 2, sell),
    ];
    await stage.show(1000, {
      btcusdt: {
        asks: [[6_030_000, 1]],
        bids: [
          [6_010_000, 12_000],
          [6_000_000, 3000],
          [5_990_000, 1_000_000],
        ],
      },
    });
    const orders = await Promise.all(
      [
        [1, first],
        [2, second],
        [3, later],
      ].map(([user, id]) => stage.order(Number(user), { id: String(id) })),
    );
    expect(orders.map(({ filled_amount, avg_price }) => [filled_amount, avg_price])).toEqual([
      ["0.010000", "60000.00000000"],
      ["0.005000", "60000.00000000"],
      ["0.000000", null],
    ]);
    expect(
      orders[1]?.fills.map(({ price, amount, evidence }) => [price, amount, evidence.shown]),
    ).toEqual([
      ["60000.00", "0.002000", "0.012000"],
      ["60000.00", "0.003000", "0.003000"],
    ]);
    // The same book again gives what has come back, half in 5 s: 4500 lots at 60100, and 3000 at 60000.
    await stage.show(5000);
    expect((await stage.order(2, { id: second })).filled_amount).toBe("0.010000");
    expect((await stage.order(3, { id: later })).filled_amount).toBe("0.000000");
    expect(await stage.violations()).toEqual([]);
  });

  test("a trade fills once, however often and by whomever it is looked at", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "1000");
    const id = await rest(stage, 7, bid);
    await trade(stage, [[5_999_000, 3000]]);
    await stage.engine.tick();
    await createSpotEngine(stage).tick();
    await stage.show(1000, far);
    await createSpotEngine(stage).tick();
    expect((await stage.order(7, { id })).filled_amount).toBe("0.003000");
  });

  test("trades of a standstill, of a halt and from before it rested fill nothing", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    stage.source.addTrade("btcusdt", {
      price: 5_900_000,
      amount: 1_000_000,
      ts: stage.source.now + 500,
    });
    const id = await rest(stage, 7, bid);
    await stage.engine.tick();
    stage.source.addTrade("btcusdt", {
      price: 5_900_000,
      amount: 1_000_000,
      ts: stage.source.now + 1000,
    });
    await stage.show(5000, far);
    stage.source.setHealth("stale");
    await trade(stage, [[5_900_000, 1_000_000]]);
    stage.source.setHealth("live");
    stage.source.setSymbolState("btcusdt", "suspend");
    await stage.show(500, far);
    stage.source.setSymbolState("btcusdt", "online");
    await stage.show(4000, far);
    expect(await stage.order(7, { id })).toMatchObject({
      state: "submitted",
      filled_amount: "0.000000",
    });
  });

  test("a book older than three seconds fills nothing", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const id = await rest(stage, 7, bid);
    stage.source.advance(1000);
    stage.source.setBook("btcusdt", { asks: [[5_990_000, 1_000_000]], bids: [] });
    stage.source.setTicker("btcusdt", { bid: 0, ask: 5_990_000 });
    stage.source.now += 3001;
    await stage.engine.tick();
    expect((await stage.order(7, { id })).state).toBe("submitted");
    await stage.show(1000);
    expect(await stage.order(7, { id })).toMatchObject({
      state: "filled",
      filled_value: "600.00000000",
    });
  });

  test("a long queue is served by price, then by age, each from what those before it left", async () => {
    const stage = await openStage(await open());
    const ids: string[] = [];
    for (const user of [1, 2]) await stage.fund(user, "USDT", "100000");
    for (let at = 0; at < 40; at += 1)
      for (const [user, price] of [
        [1, "60000"],
        [2, "60001"],
      ] as const)
        ids.push((await stage.place(user, { ...bid, price })).id);
    await stage.show(1000, far);
    await trade(stage, [
      [6_000_050, 205_000],
      [5_999_999, 200_000],
    ]);
    const filled = await Promise.all(
      ids.map(
        async (id, at) => Number((await stage.order(1 + (at % 2), { id })).filled_amount) * 100,
      ),
    );
    expect(filled.filter((_, at) => at % 2 === 1)).toEqual(Array.from({ length: 40 }, () => 1));
    // The trade at 60000.50 went through the better price alone, and of the other those at 60001 left half an order's worth.
    expect(filled.filter((_, at) => at % 2 === 0).reduce((sum, part) => sum + part, 0)).toBeCloseTo(
      0.5,
      9,
    );
    expect(filled[0]).toBeCloseTo(0.5, 9);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test("engines side by side, and cancels in between, give each trade once", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    const users = Array.from({ length: 20 }, (_, at) => at + 1);
    const ids = new Map<string, number>();
    for (const user of users) {
      await stage.fund(user, "USDT", "2000");
      for (const price of ["60000", "59999"])
        ids.set((await stage.place(user, { ...bid, price })).id, user);
    }
    await stage.show(1000, far);
    for (let at = 0; at < 10; at += 1)
      stage.source.addTrade("btcusdt", {
        price: 5_999_000,
        amount: 15_000,
        ts: stage.source.now + 100,
      });
    stage.source.advance(1000);
    stage.source.setBook("btcusdt", {});
    const engines = Array.from({ length: 3 }, () => createSpotEngine(stage));
    const canceling = [...ids]
      .filter((_, at) => at % 3 === 0)
      .map(([id, user]) => stage.cancel(user, id).catch((error: unknown) => error));
    for (let round = 0; round < 3; round += 1) await Promise.all(engines.map((one) => one.tick()));
    await Promise.all(canceling);
    const orders = await Promise.all([...ids].map(([id, user]) => stage.order(user, { id })));
    const taken = new Map<string, number>();
    for (const { fills } of orders)
      for (const { evidence, amount } of fills)
        taken.set(
          evidence.market_trade ?? "",
          (taken.get(evidence.market_trade ?? "") ?? 0) + Math.round(Number(amount) * 1e6),
        );
    expect(Math.max(...taken.values())).toBeLessThanOrEqual(15_000);
    expect([...taken.values()].reduce((sum, lots) => sum + lots, 0)).toBe(150_000);
    expect(orders.filter(({ status, frozen }) => status === 2 && Number(frozen) !== 0)).toEqual([]);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test("killed between reading and committing, the trade is still there for the next pass", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const id = await rest(stage, 7, bid);
    stage.source.addTrade("btcusdt", {
      price: 5_999_000,
      amount: 3000,
      ts: stage.source.now + 100,
    });
    const before = await stage.books();
    stage.source.advance(1000);
    stage.source.setBook("btcusdt", {});
    const dying: Store = {
      ...stage.store,
      command: <T>(run: (tx: Transaction) => Promise<T>) =>
        stage.store.command<T>(async (tx) => {
          await run(tx);
          throw new Error("killed");
        }),
    };
    await createSpotEngine({ ...stage, store: dying }).tick();
    expect(await stage.books()).toEqual(before);
    await createSpotEngine(stage).tick();
    expect((await stage.order(7, { id })).filled_amount).toBe("0.003000");
  });

  test("what no price reached is not read", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "100000");
    for (let at = 0; at < 20; at += 1) await stage.place(7, { ...bid, price: String(59_000 + at) });
    await stage.place(7, {
      side: "buy",
      type: "stop-market",
      value: "10",
      stop_price: "65000",
      operator: "gte",
    });
    await stage.show(1000, far);
    let commands = 0;
    const counting: Store = {
      ...store,
      command: (run) => {
        commands += 1;
        return store.command(run);
      },
    };
    await createSpotEngine({ ...stage, store: counting }).tick();
    expect(commands).toBe(0);
    stage.source.setTicker("btcusdt", { bid: 5_990_000, ask: 5_901_000 });
    await createSpotEngine({ ...stage, store: counting }).tick();
    expect(commands).toBeGreaterThan(0);
  });
});
