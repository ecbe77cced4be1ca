import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { type Draft, openStage } from "./contracts-stage.ts";

const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const limit = { direction: "buy", order_type: "limit", price: "49000" } as const;

describeDatabases("placing an order to open", (open) => {
  test("is durable, sets margin and fee aside and says so", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "1000");
    const reported: unknown[] = [];
    stage.bus.onNotify(({ userId, topic, event, data }) =>
      reported.push([userId, topic, event, data]),
    );
    const order = await stage.place(7, {
      ...limit,
      tp_trigger_price: "55000",
      sl_trigger_price: "48000.5",
      client_order_id: id,
    });
    expect(order).toEqual({
      id: order.id,
      client_order_id: id,
      contract_code: "BTC-USDT",
      direction: "buy",
      offset: "open",
      lever_rate: 10,
      volume: 10,
      trade_volume: 0,
      order_type: "limit",
      price: "49000.00",
      trade_avg_price: null,
      margin_frozen: "49.24500000",
      fee: "0.00000000",
      realised: "0.00000000",
      tp_trigger_price: "55000.00",
      sl_trigger_price: "48000.50",
      slip: null,
      trigger_by: "mark",
      position_id: null,
      source: "manual",
      status: 3,
      reason: null,
      replaces: null,
      create_time: stage.source.now,
      update_time: stage.source.now,
      finish_time: null,
    });
    expect(await stage.money(7)).toEqual(["950.75500000", "49.24500000", "0.00000000"]);
    expect((await stage.bills(7)).list[0]).toMatchObject({
      type: 8,
      sub_type: "open",
      amount: "-49.24500000",
      ref_type: "contract_order",
      ref_id: order.id,
    });
    expect(reported).toEqual([
      ["7", "user.contract", "order", order],
      ["7", "user.wallet", "balance", { flags: ["USDT"] }],
    ]);
    expect(await stage.order(7, { client_order_id: id })).toEqual({ ...order, fills: [] });
    expect((await stage.orders(7, { status: 0 })).list).toEqual([order]);
    expect((await stage.orders(7, { status: 1 })).total).toBe(0);
    expect(await stage.violations()).toEqual([]);
  });

  test("the same request twice is one order, another with its id none", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "1000");
    const first = await stage.place(7, { ...limit, client_order_id: id });
    stage.source.setHealth("halted");
    expect(await stage.place(7, { ...limit, client_order_id: id })).toEqual(first);
    stage.source.setHealth("live");
    await expect(
      stage.place(7, { ...limit, volume: 11, client_order_id: id }),
    ).rejects.toMatchObject({ code: 100005 });
    expect(await stage.money(7)).toEqual(["950.75500000", "49.24500000", "0.00000000"]);
    // Another call with the same id is not an order of the same name.
    const position = await stage.hold(7, { volume: 10n });
    await expect(stage.close(7, position, 5, { client_order_id: id })).rejects.toMatchObject({
      code: 100005,
      data: { field: "client_order_id" },
    });
    expect((await stage.positions(7))[0]).toMatchObject({ available: 10, frozen: 0 });
    expect(await stage.violations()).toEqual([]);
  });

  test("a market order sets aside what the furthest price would take, a short as much as a long", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "1000");
    await stage.fund(8, "1000");
    // 0.01 × (50,000.01 × 1.05, in ticks) / 10, and the taker's fee of it.
    expect((await stage.place(7, { direction: "buy" })).margin_frozen).toBe("52.76251005");
    expect((await stage.place(8, { direction: "sell" })).margin_frozen).toBe("52.76247990");
    // A short that is willing to sell below the best bid is filled there.
    expect(
      (await stage.place(8, { direction: "sell", order_type: "limit", price: "49000" }))
        .margin_frozen,
    ).toBe("50.24998995");
    expect(await stage.violations()).toEqual([]);
  });

  test("a refusal names the limit and leaves the books as they were", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "1000");
    await stage.hold(7, { code: "ETH-USDT", volume: 1n, price: "2000", leverage: 5 });
    await stage.place(7, limit);
    const before = await stage.books();
    const refused: [Draft, number, unknown?][] = [
      [{ direction: "buy", contract_code: "NOPE-USDT" }, 300018],
      [{ direction: "buy", contract_code: "SOL-USDT" }, 300018],
      [{ direction: "buy", volume: 0 }, 300020, { field: "volume" }],
      [{ direction: "buy", price: "49000" }, 100005, { fields: ["price"] }],
      [{ direction: "buy", order_type: "limit" }, 100005, { fields: ["price"] }],
      [{ ...limit, price: "49000.001" }, 100005, { decimals: 2, field: "price" }],
      [{ ...limit, price: "0" }, 100005, { min: "0.01", field: "price" }],
      [{ ...limit, price: "52500.01" }, 100005, { max_price: "52500.00" }],
      [{ ...limit, price: "47499.99" }, 100005, { min_price: "47500.00" }],
      [{ ...limit, direction: "sell", price: "52500.01" }, 100005, { max_price: "52500.00" }],
      ...[0, -1, 4, 7, 126, 1000, 9_007_199_254_740_991].map(
        (lever_rate): [Draft, number, unknown] => [
          { direction: "buy", lever_rate },
          300012,
          { allowed: [1, 2, 3, 5, 10, 20, 50, 75, 100, 125] },
        ],
      ),
      [{ direction: "buy", lever_rate: 20 }, 300013, { lever_rate: 10 }],
      [{ direction: "buy", contract_code: "ETH-USDT" }, 300013, { lever_rate: 5 }],
      [
        { ...limit, tp_trigger_price: "49000" },
        100005,
        { field: "tp_trigger_price", above: "49000.00" },
      ],
      [
        { ...limit, sl_trigger_price: "49000" },
        100005,
        { field: "sl_trigger_price", below: "49000.00" },
      ],
      [
        { direction: "sell", tp_trigger_price: "50000" },
        100005,
        { field: "tp_trigger_price", below: "50000.0000" },
      ],
      [
        { direction: "sell", sl_trigger_price: "50000" },
        100005,
        { field: "sl_trigger_price", above: "50000.0000" },
      ],
      [
        { direction: "buy", tp_trigger_price: "55000.001" },
        100005,
        { decimals: 2, field: "tp_trigger_price" },
      ],
      [
        { direction: "buy", volume: 2_000_000 },
        100005,
        { field: "volume", max_volume: 1_999_989, max_notional: "100000000" },
      ],
      [{ direction: "buy", volume: 9_007_199_254_740_991 }, 100005],
      [
        { direction: "buy", volume: 200 },
        300008,
        { currency: "USDT", needed: "1055.25020100", available: "946.74500000", max_volume: 179 },
      ],
    ];
    for (const [draft, code, data] of refused) {
      await expect(stage.place(7, draft), JSON.stringify(draft)).rejects.toMatchObject(
        data === undefined ? { code } : { code, data },
      );
      await expect(stage.preview(7, draft)).rejects.toMatchObject({ code });
    }
    await expect(
      stage.place(userOf(7, { tradeStatus: 0, memo: "review" }), limit),
    ).rejects.toMatchObject({ code: 402, data: { reason: "review" } });
    for (const state of ["stale", "halted"] as const) {
      stage.source.setHealth(state);
      await expect(stage.place(7, limit)).rejects.toMatchObject({
        code: 300010,
        data: { reason: state },
      });
    }
    stage.source.setHealth("live");
    stage.source.setMark("btcusdt", undefined);
    await expect(stage.place(7, limit)).rejects.toMatchObject({
      code: 300010,
      data: { reason: "no_price" },
    });
    stage.source.setPrice("btcusdt", 5_000_000);
    stage.source.setTicker("btcusdt", { ask: 0 });
    await expect(stage.place(7, { direction: "buy" })).rejects.toMatchObject({
      code: 300010,
      data: { reason: "no_price" },
    });
    stage.source.setSymbolState("btcusdt", "suspend");
    await expect(stage.place(7, limit)).rejects.toMatchObject({
      code: 300010,
      data: { reason: "suspend" },
    });
    stage.source.setUnavailable(true);
    await expect(stage.place(7, limit)).rejects.toMatchObject({ code: 300010 });
    expect(await stage.books()).toEqual(before);
    expect(await stage.violations()).toEqual([]);
  });

  test("what is too small says how many contracts would do", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "1000");
    stage.source.setPrice("ethusdt", 124_999);
    // One contract is 0.01: 5 USDT are four contracts at 125, not quite at 124.999.
    await expect(
      stage.place(7, { direction: "sell", contract_code: "ETH-USDT", volume: 3 }),
    ).rejects.toMatchObject({ code: 300021, data: { min: "5", min_volume: 5, field: "volume" } });
    expect(
      (await stage.place(7, { direction: "sell", contract_code: "ETH-USDT", volume: 5 })).status,
    ).toBe(3);
  });

  test("above twenty the risk must have been read; beyond its tier a leverage is refused with the highest", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "10000000");
    await expect(stage.place(7, { ...limit, lever_rate: 50 })).rejects.toMatchObject({
      code: 300013,
      data: { ack: 1, max: 20 },
    });
    expect((await stage.leverage(7)).risk_ack).toBe(0);
    await stage.ackRisk(7);
    await stage.ackRisk(7);
    expect((await stage.leverage(7)).risk_ack).toBe(1);
    // 49,000 USDT are within the first tier; with as much again waiting, the second's hundred is the most.
    const placed = await stage.place(7, { ...limit, lever_rate: 125, volume: 1000 });
    expect(await stage.leverage(7)).toEqual({ lever_rate: 125, max: 125, risk_ack: 1 });
    await expect(stage.place(7, { ...limit, lever_rate: 125, volume: 1000 })).rejects.toMatchObject(
      { code: 300013, data: { max: 100, max_volume: 20 } },
    );
    // The other side has a position of its own.
    await stage.place(7, {
      direction: "sell",
      order_type: "limit",
      price: "50500",
      lever_rate: 125,
      volume: 990,
    });
    await stage.cancel(7, placed.id);
    expect((await stage.place(7, { ...limit, lever_rate: 125, volume: 1000 })).status).toBe(3);
    expect(await stage.violations()).toEqual([]);
  });

  test("as many orders wait as may, and not one more", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "100000");
    const first = await stage.place(7, { ...limit, volume: 1 });
    await stage.copyOrder(Number(first.id), 199);
    await expect(stage.place(7, limit)).rejects.toMatchObject({
      code: 100006,
      data: { max_open: 200 },
    });
    const position = await stage.hold(7, { volume: 10n });
    await expect(
      stage.close(7, position, 1, { order_type: "limit", price: "51000" }),
    ).rejects.toMatchObject({ code: 100006 });
    // The market closes what it is asked to.
    const close = await stage.close(7, position, 1);
    expect(close.order.status).toBe(3);
    for (const { id: order } of [first, close.order]) await stage.cancel(7, order);
    expect((await stage.place(7, limit)).status).toBe(3);
  });

  test("twenty at once on one balance: as many as it covers, never one more", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    // Each sets aside 49.245 USDT.
    await stage.fund(7, "344.71499999");
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => stage.place(7, limit)),
    );
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
    expect(
      settled.flatMap((one) =>
        one.status === "rejected" ? [(one.reason as { code: number }).code] : [],
      ),
    ).toEqual(Array.from({ length: 14 }, () => 300008));
    expect(await stage.money(7)).toEqual(["49.24499999", "295.47000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("two leverages at once on one contract: one of them", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "100000");
    for (let round = 0; round < 10; round++) {
      const calls = [
        () => stage.place(7, { ...limit, lever_rate: 5 }),
        () => stage.place(7, { ...limit, lever_rate: 20 }),
        () => stage.setLeverage(7, 2),
      ];
      const settled = await Promise.allSettled(
        [...calls.slice(round % 3), ...calls.slice(0, round % 3)].map((call) => call()),
      );
      for (const one of settled)
        if (one.status === "rejected")
          expect([300013, 300015]).toContain((one.reason as { code: number }).code);
      const { list } = await stage.orders(7, { status: 0 });
      expect(list.length).toBe(1);
      expect((await stage.leverage(7)).lever_rate).toBe(list[0]?.lever_rate);
      await stage.cancelAll(7);
    }
    expect(await stage.violations()).toEqual([]);
  });
});
