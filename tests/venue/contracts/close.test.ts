import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { openStage, type Stage } from "./contracts-stage.ts";

type Close = [volume: number, facts: Parameters<Stage["close"]>[3], code: number, data?: unknown];

describeDatabases("closing positions", (open) => {
  test("an order to close keeps its contracts and moves no money", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const money = await stage.money(7);
    const reported: unknown[] = [];
    stage.bus.onNotify(({ topic, event }) => reported.push([topic, event]));
    const closing = await stage.close(7, position, 400, { order_type: "limit", price: "51000" });
    expect(closing.order).toMatchObject({
      direction: "sell",
      offset: "close",
      volume: 400,
      order_type: "limit",
      price: "51000.00",
      margin_frozen: "0.00000000",
      position_id: position,
      source: "manual",
      status: 3,
    });
    expect(closing.position).toMatchObject({
      id: position,
      volume: 1000,
      available: 600,
      frozen: 400,
      is_lock: 0,
    });
    expect(reported).toEqual([
      ["user.contract", "order"],
      ["user.wallet", "balance"],
      ["user.contract", "position"],
      ["user.wallet", "balance"],
    ]);
    const market = await stage.close(7, position, 600);
    expect(market.position).toMatchObject({ available: 0, frozen: 1000 });
    await expect(stage.close(7, position, 1)).rejects.toMatchObject({
      code: 300015,
      data: { available: 0 },
    });
    expect(await stage.money(7)).toEqual(money);
    expect(await stage.violations()).toEqual([]);
  });

  test("a short is closed by buying", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7, { direction: "sell" });
    expect((await stage.close(7, position, 1)).order.direction).toBe("buy");
  });

  test("a refusal names the limit and keeps nothing", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const over = await stage.hold(7, { direction: "sell" });
    await stage.alter(7, over, {
      volume: 0n,
      cost: 0n,
      closed_at: stage.source.now,
      liq_price: null,
      margin: 0n,
    });
    await stage.close(7, position, 400, { order_type: "limit", price: "51000" });
    const before = await stage.books();
    const refused: Close[] = [
      [0, {}, 300020, { field: "volume" }],
      [601, {}, 300015, { available: 600 }],
      [9_007_199_254_740_991, {}, 300015, { available: 600 }],
      [1, { order_type: "limit" }, 100005, { fields: ["price"] }],
      [1, { price: "51000" }, 100005, { fields: ["price"] }],
      [1, { order_type: "limit", price: "52500.01" }, 100005, { max_price: "52500.00" }],
      [1, { order_type: "limit", price: "47499.99" }, 100005, { min_price: "47500.00" }],
      [1, { order_type: "limit", price: "51000.123" }, 100005, { decimals: 2, field: "price" }],
    ];
    for (const [volume, facts, code, data] of refused)
      await expect(stage.close(7, position, volume, facts)).rejects.toMatchObject({ code, data });
    for (const id of ["999999", "9999999999999999999", over])
      await expect(stage.close(7, id, 1)).rejects.toMatchObject({ code: 300014 });
    await expect(stage.close(8, position, 1)).rejects.toMatchObject({ code: 300014 });
    await stage.alter(7, position, { lock_reason: "liquidating" });
    await expect(stage.close(7, position, 1)).rejects.toMatchObject({
      code: 300015,
      data: { reason: "liquidating" },
    });
    await stage.alter(7, position, { lock_reason: null });
    for (const state of ["stale", "halted"] as const) {
      stage.source.setHealth(state);
      await expect(stage.close(7, position, 1)).rejects.toMatchObject({
        code: 300010,
        data: { reason: state },
      });
    }
    expect(await stage.books()).toEqual(before);
  });

  test("who may not open may close", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    expect((await stage.close(userOf(7, { tradeStatus: 0 }), position, 1)).order.status).toBe(3);
    expect((await stage.closeAll(userOf(7, { tradeStatus: 0 }), "all")).closed).toEqual([position]);
    await expect(
      stage.reverse(userOf(7, { tradeStatus: 0, memo: "review" }), position),
    ).rejects.toMatchObject({ code: 402, data: { reason: "review" } });
  });

  test("closes at once never keep more than there is", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const settled = await Promise.allSettled(
      Array.from({ length: 12 }, () => stage.close(7, position, 300)),
    );
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const one of settled)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: 300015 });
    expect((await stage.positions(7))[0]).toMatchObject({ available: 100, frozen: 900 });
    const id = crypto.randomUUID();
    const twice = await Promise.all([
      stage.close(7, position, 100, { client_order_id: id }),
      stage.close(7, position, 100, { client_order_id: id }),
    ]);
    expect(twice[0]).toEqual(twice[1]);
    expect(await stage.violations()).toEqual([]);
  });
});

describeDatabases("closing all positions", (open) => {
  async function hedged(stage: Stage) {
    await stage.fund(7, "100000");
    const winning = await stage.hold(7, { price: "49000" });
    const losing = await stage.hold(7, { direction: "sell", price: "49000" });
    const even = await stage.hold(7, { code: "ETH-USDT", price: "2000" });
    return { winning, losing, even };
  }

  test("all, the winning, the losing, of one contract or of every one", async () => {
    const stage = await openStage(await open());
    const { winning, losing, even } = await hedged(stage);
    const which = async (name: "all" | "winning" | "losing", facts = {}) => {
      const done = await stage.closeAll(7, name, facts);
      const { list } = await stage.orders(7, { status: 0 });
      expect(
        list.map(({ position_id, source, order_type }) => [position_id, source, order_type]),
      ).toEqual(done.closed.toReversed().map((id) => [id, "close_all", "market"]));
      await stage.cancelAll(7);
      return done.closed;
    };
    expect(await which("winning")).toEqual([winning]);
    expect(await which("losing")).toEqual([losing]);
    expect(await which("all")).toEqual([winning, losing, even]);
    expect(await which("all", { contract_code: "ETH-USDT" })).toEqual([even]);
    expect(await which("winning", { contract_code: "eth-usdt" })).toEqual([]);
    expect(await which("all", { ids: [even, winning, "999"] })).toEqual([winning, even]);
    expect(await which("losing", { ids: [winning] })).toEqual([]);
    expect(await stage.closeAll(8, "all", { ids: [winning] })).toMatchObject({ closed: [] });
    expect(await stage.violations()).toEqual([]);
  });

  test("limit orders make room; who cannot be closed is named with the reason's code, the others are", async () => {
    const stage = await openStage(await open());
    const { winning, losing, even } = await hedged(stage);
    const limit = await stage.close(7, winning, 400, { order_type: "limit", price: "51000" });
    await stage.close(7, losing, 1000);
    await stage.alter(7, even, { lock_reason: "operator" });
    const id = crypto.randomUUID();
    const done = await stage.closeAll(7, "all", { client_order_id: id });
    expect(done).toEqual({
      closed: [winning],
      failed: [
        { id: losing, code: 300015 },
        { id: even, code: 300015 },
      ],
    });
    expect(await stage.closeAll(7, "all", { client_order_id: id })).toEqual(done);
    expect((await stage.order(7, { id: limit.order.id })).status).toBe(7);
    const [order] = (await stage.orders(7, { status: 0 })).list;
    expect([order?.position_id, order?.volume]).toEqual([winning, 1000]);
    stage.source.setHealth("halted");
    expect((await stage.closeAll(7, "all")).failed.map(({ code }) => code)).toEqual([
      300010, 300010, 300010,
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("nothing to close is nothing closed", async () => {
    const stage = await openStage(await open());
    expect(await stage.closeAll(7, "all")).toEqual({ closed: [], failed: [] });
  });
});

describeDatabases("reversing a position", (open) => {
  test("closes it whole; the other side waits for that", async () => {
    const stage = await openStage(await open());
    // With what the close gives back, the other side is covered.
    await stage.fund(7, "5400");
    const position = await stage.hold(7);
    const id = crypto.randomUUID();
    const reversed = await stage.reverse(7, position, id);
    expect(reversed.order).toMatchObject({
      direction: "sell",
      offset: "close",
      volume: 1000,
      order_type: "market",
      source: "reverse",
      client_order_id: id,
    });
    expect(reversed.position).toMatchObject({ available: 0, frozen: 1000 });
    expect(await stage.reverse(7, position, id)).toEqual(reversed);
    expect((await stage.orders(7)).total).toBe(1);
    expect(await stage.violations()).toEqual([]);
  });

  test("a refusal keeps nothing", async () => {
    const stage = await openStage(await open());
    // The opening fee leaves 5; the close gives back 5,000 less a tick and its fee; the other side takes 5,276.
    await stage.fund(7, "5030");
    const position = await stage.hold(7);
    const before = await stage.books();
    await expect(stage.reverse(7, position)).rejects.toMatchObject({
      code: 300008,
      data: { currency: "USDT", needed: "5276.24799000", available: "4979.99000500" },
    });
    await expect(stage.reverse(7, "999")).rejects.toMatchObject({ code: 300014 });
    await expect(stage.reverse(8, position)).rejects.toMatchObject({ code: 300014 });
    stage.source.setHealth("stale");
    await expect(stage.reverse(7, position)).rejects.toMatchObject({ code: 300010 });
    stage.source.setHealth("live");
    expect(await stage.books()).toEqual(before);
    await stage.close(7, position, 1, { order_type: "limit", price: "51000" });
    await expect(stage.reverse(7, position)).rejects.toMatchObject({
      code: 300015,
      data: { available: 999 },
    });
    expect(await stage.violations()).toEqual([]);
  });
});
