import { describe, expect, test } from "vitest";
import { triggerTime } from "../../../venue/spot/rules/stops.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { type Draft, openStage, type Stage } from "./spot-stage.ts";

describe("when a stop is reached", () => {
  const trades = [
    { price: 100n, ts: 10 },
    { price: 103n, ts: 20 },
    { price: 97n, ts: 30 },
  ];
  test.each([
    ["gte", 103n, 0, 20],
    ["gte", 104n, 0, null],
    ["lte", 97n, 0, 30],
    ["lte", 100n, 0, 10],
    ["gte", 103n, 20, null],
    ["lte", 100n, 10, 30],
    ["gte", 100n, 10, 20],
  ] as const)("%s %s, accepted at %s: %s", (operator, stopPrice, acceptedAt, expected) => {
    expect(triggerTime({ operator, stopPrice, acceptedAt }, trades)).toBe(expected);
  });
});

const asks = [
  [6_100_000, 1_000_000],
  [6_200_000, 1_000_000],
] as const;
const stopBuy: Draft = {
  side: "buy",
  type: "stop-market",
  value: "610",
  stop_price: "61000",
  operator: "gte",
};

/** A second in which a trade is printed, then the engine's pass. */
async function trade(
  stage: Stage,
  price: number,
  amount = 1,
  books: Parameters<Stage["show"]>[1] = {},
): Promise<void> {
  stage.source.addTrade("btcusdt", { price, amount, ts: stage.source.now + 900 });
  await stage.show(1000, books);
}

describeDatabases("stop orders", (open) => {
  test("a stop waits whatever the book does, then meets it as a market order does", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id, state, tif } = await stage.place(7, stopBuy);
    expect([state, tif]).toEqual(["created", "ioc"]);
    await trade(stage, 6_099_999, 5, { btcusdt: { asks } });
    expect(await stage.order(7, { id })).toMatchObject({
      state: "created",
      status: 1,
      trigger_time: null,
      frozen: "610.00000000",
    });
    await trade(stage, 6_100_000, 5, { btcusdt: { asks } });
    const order = await stage.order(7, { id });
    expect(order).toMatchObject({
      state: "filled",
      trigger_time: stage.source.now - 100,
      filled_amount: "0.010000",
      filled_value: "610.00000000",
      frozen: "0.00000000",
    });
    expect(order.fills.map(({ price, role, evidence }) => [price, role, evidence.shown])).toEqual([
      ["61000.00", "taker", "1.000000"],
    ]);
    expect(await stage.money(7, "USDT")).toEqual(["390.00000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a stop-limit that is reached rests at its price where the book has gone past it", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "BTC", "1");
    const { id } = await stage.place(7, {
      side: "sell",
      type: "stop-limit",
      amount: "0.02",
      price: "58900",
      stop_price: "59000",
      operator: "lte",
    });
    await trade(stage, 5_900_000, 1, {
      btcusdt: {
        bids: [
          [5_895_000, 5000],
          [5_880_000, 1_000_000],
        ],
      },
    });
    const reached = await stage.order(7, { id });
    expect(reached).toMatchObject({
      state: "partial-filled",
      filled_amount: "0.005000",
      frozen: "0.01500000",
      trigger_time: stage.source.now - 100,
    });
    await trade(stage, 5_890_001, 4000, { btcusdt: { bids: [[5_880_000, 1_000_000]] } });
    const order = await stage.order(7, { id });
    expect(order.fills.map(({ price, amount, role }) => [price, amount, role])).toEqual([
      ["58950.00", "0.005000", "taker"],
      ["58900.00", "0.004000", "maker"],
    ]);
    await stage.cancel(7, id);
    expect(await stage.order(7, { id })).toMatchObject({
      state: "partial-canceled",
      frozen: "0.00000000",
    });
    expect(await stage.violations()).toEqual([]);
  });

  test("the last price reaches it where no trade was reported, and one from before it was placed does not", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "2000");
    stage.source.addTrade("btcusdt", { price: 6_100_000, amount: 1, ts: stage.source.now });
    stage.source.setTicker("btcusdt", { close: 6_000_000 });
    const first = await stage.place(7, stopBuy);
    await stage.show(500);
    expect((await stage.order(7, { id: first.id })).state).toBe("created");
    stage.source.advance(500);
    stage.source.setTicker("btcusdt", { close: 6_100_000 });
    await stage.show(0);
    expect(await stage.order(7, { id: first.id })).toMatchObject({
      status: 2,
      trigger_time: stage.source.now,
    });
  });

  test("after a standstill only what is traded then reaches it", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, stopBuy);
    stage.source.addTrade("btcusdt", { price: 6_500_000, amount: 1, ts: stage.source.now + 1000 });
    stage.source.setTicker("btcusdt", { close: 6_000_000 });
    await stage.show(60_000);
    expect((await stage.order(7, { id })).state).toBe("created");
    stage.source.setHealth("stale");
    await trade(stage, 6_100_000);
    expect((await stage.order(7, { id })).state).toBe("created");
    stage.source.setHealth("live");
    await stage.show(1000);
    expect((await stage.order(7, { id })).status).toBe(2);
  });

  test("stops go before those that wait for a book, a long line of them one after the other", async () => {
    const stage = await openStage(await open());
    const ids: string[] = [];
    for (const user of [1, 2]) await stage.fund(user, "USDT", "1000");
    for (let at = 0; at < 70; at += 1)
      ids.push((await stage.place(1, { ...stopBuy, value: "6" })).id);
    stage.source.addTrade("btcusdt", { price: 6_100_000, amount: 1, ts: stage.source.now + 900 });
    stage.source.advance(500);
    const market = await stage.place(2, { side: "buy", value: "6" });
    await stage.show(500, {
      btcusdt: {
        asks: [
          [6_100_000, 98 * 70],
          [6_200_000, 1_000_000],
        ],
      },
    });
    const found = await Promise.all(ids.map((id) => stage.order(1, { id })));
    expect(found.map(({ avg_price }) => avg_price)).toEqual(
      Array.from({ length: 70 }, () => "61000.00000000"),
    );
    expect((await stage.order(2, { id: market.id })).avg_price).toBe("62000.00000000");
    expect(await stage.violations()).toEqual([]);
  });
});
