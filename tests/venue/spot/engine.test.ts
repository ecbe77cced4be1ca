import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { c1Asks, openStage } from "./spot-stage.ts";

const c1 = { btcusdt: { asks: c1Asks } };

describeDatabases("filling market orders", (open) => {
  test("vector C1, from order to balances, bills and evidence", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "1000" });
    await stage.show(1000, c1);
    const order = await stage.order(7, { id });
    expect(order).toMatchObject({
      state: "filled",
      status: 2,
      reason: null,
      filled_amount: "0.016663",
      filled_value: "999.96315000",
      avg_price: "60010.99141811",
      fee: "0.00003333",
      fee_currency: "BTC",
      frozen: "0.00000000",
      finish_time: stage.source.now,
    });
    const evidence = {
      source: "sim",
      version: 2,
      ts: stage.source.now,
      best_bid: "59999.99",
      best_ask: "60000.00",
      market_trade: null,
    };
    expect(
      order.fills.map(({ trade_id, price, amount, value, fee, role, evidence: seen }) => [
        trade_id,
        price,
        amount,
        value,
        fee,
        role,
        seen,
      ]),
    ).toEqual([
      [
        `${id}-1`,
        "60000.00",
        "0.005000",
        "300.00000000",
        "0.00001000",
        "taker",
        { ...evidence, shown: "0.005000" },
      ],
      [
        `${id}-2`,
        "60010.00",
        "0.010000",
        "600.10000000",
        "0.00002000",
        "taker",
        { ...evidence, shown: "0.010000" },
      ],
      [
        `${id}-3`,
        "60050.00",
        "0.001663",
        "99.86315000",
        "0.00000333",
        "taker",
        { ...evidence, shown: "1.000000" },
      ],
    ]);
    expect(await stage.money(7, "BTC")).toEqual(["0.01662967", "0.00000000"]);
    expect(await stage.money(7, "USDT")).toEqual(["0.03685000", "0.00000000"]);
    expect(
      (await stage.bills(7)).list.map(({ flag, type, amount }) => [flag, type, amount]),
    ).toEqual([
      ["USDT", 6, "0.03685000"],
      ["BTC", 5, "0.01662967"],
      ["USDT", 5, "-1000.00000000"],
      ["USDT", 1, "1000.00000000"],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a sell pays its fee from what arrives", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "BTC", "1");
    const { id } = await stage.place(7, { side: "sell", amount: "0.015" });
    await stage.show(1000, {
      btcusdt: {
        bids: [
          [6_000_000, 10_000],
          [5_990_000, 10_000],
        ],
      },
    });
    expect(await stage.order(7, { id })).toMatchObject({
      state: "filled",
      filled_value: "899.50000000",
      fee: "1.79900000",
      fee_currency: "USDT",
    });
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
    expect(await stage.order(7, { id })).toMatchObject({
      state: "filled",
      filled_amount: "0.010000",
      filled_value: "600.05000000",
      frozen: "0.00000000",
    });
    expect(await stage.money(7, "USDT")).toEqual(["399.95000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a book too thin or too steep gives what it has, and the rest is cancelled", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "3000");
    const [thin, steep, none] = [
      await stage.place(7, { side: "buy", value: "900" }),
      await stage.place(7, { symbol: "dogeusdt", side: "buy", value: "1000" }),
      await stage.place(7, { symbol: "pepeusdt", side: "buy", value: "500" }),
    ];
    await stage.show(1000, {
      btcusdt: { asks: [[6_000_000, 5000]] },
      dogeusdt: {
        asks: [
          [100_000, 100_000],
          [105_001, 1_000_000],
        ],
      },
      pepeusdt: { asks: [] },
    });
    expect(await stage.order(7, { id: thin.id })).toMatchObject({
      state: "partial-canceled",
      status: 2,
      reason: "no_liquidity",
      filled_value: "300.00000000",
    });
    expect(await stage.order(7, { id: steep.id })).toMatchObject({
      state: "partial-canceled",
      reason: "max_slip",
      filled_amount: "1000.00",
      filled_value: "100.00000000",
    });
    expect(await stage.order(7, { id: none.id })).toMatchObject({
      state: "canceled",
      reason: "no_liquidity",
      filled_value: "0.00000000",
      fills: [],
    });
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
    const book = {
      btcusdt: {
        asks: [
          [6_000_000, 1000],
          [6_100_000, 1_000_000],
        ],
      },
    } as const;
    for (const user of [1, 2, 3, 4]) await stage.fund(user, "USDT", "60");
    const buy = async (user: number) => (await stage.place(user, { side: "buy", value: "60" })).id;
    const ids = [await buy(1), await buy(2)];
    await stage.show(1000, book);
    ids.push(await buy(3));
    await stage.show(5000, book);
    ids.push(await buy(4));
    await stage.show(60_000 - 5000, book);
    await stage.show(5000, book);
    const prices = await Promise.all(
      ids.map(async (id, at) =>
        (await stage.order(at + 1, { id })).fills.map((fill) => [fill.price, fill.amount]),
      ),
    );
    expect(prices).toEqual([
      [["60000.00", "0.001000"]],
      [["61000.00", "0.000983"]],
      // Half of both orders' 1983 lots is missing still, nearly the whole of the first level.
      [
        ["60000.00", "0.000008"],
        ["61000.00", "0.000975"],
      ],
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
    expect(await stage.order(7, { id: second.id })).toMatchObject({
      state: "canceled",
      status: 2,
      reason: "halted",
      frozen: "0.00000000",
    });
    expect((await stage.bills(7, { type: "6" })).list[0]).toMatchObject({
      amount: "10.00000000",
      ref_id: second.id,
    });
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
    expect(await stage.order(7, { id: ahead.id })).toMatchObject({
      state: "canceled",
      reason: "halted",
      frozen: "0.00000000",
      finish_time: stage.source.now,
    });
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
});
