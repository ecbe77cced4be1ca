import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { openStage } from "./contracts-stage.ts";

const none = { tp_trigger_price: null, sl_trigger_price: null };

describeDatabases("take profit and stop loss", (open) => {
  test("are set, changed and cleared on a position, without keeping contracts", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const events: unknown[] = [];
    stage.bus.onNotify(({ topic, event }) => events.push([topic, event]));
    const { position: set, order } = await stage.tpsl(7, {
      position_id: position,
      tp_trigger_price: "55000",
      sl_trigger_price: "49000.01",
      trigger_by: "last",
    });
    expect(order).toBeNull();
    expect(set).toMatchObject({
      tp_trigger_price: "55000.00",
      sl_trigger_price: "49000.01",
      trigger_by: "last",
      available: 1000,
    });
    expect(events[0]).toEqual(["user.contract", "position"]);
    expect(
      (await stage.tpsl(7, { ...none, position_id: position, sl_trigger_price: "48000" })).position,
    ).toMatchObject({ tp_trigger_price: null, sl_trigger_price: "48000.00", trigger_by: "mark" });
    // Clearing asks no market.
    stage.source.setHealth("halted");
    expect((await stage.tpsl(7, { ...none, position_id: position })).position).toMatchObject(none);
    expect(await stage.violations()).toEqual([]);
  });

  test("lie on the right side of the price that triggers", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "20000");
    const [long, short] = [await stage.hold(7), await stage.hold(7, { direction: "sell" })];
    // Mark 50,000.1234, last 50,010.
    stage.source.setTicker("btcusdt", { close: 5_001_000 });
    stage.source.setMark("btcusdt", 500_001_234);
    const before = await stage.books();
    const wrong: [
      string,
      "mark" | "last",
      "tp_trigger_price" | "sl_trigger_price",
      string,
      unknown,
    ][] = [
      [long, "mark", "tp_trigger_price", "50000.12", { above: "50000.1234" }],
      [long, "mark", "sl_trigger_price", "50000.13", { below: "50000.1234" }],
      [short, "mark", "tp_trigger_price", "50000.13", { below: "50000.1234" }],
      [short, "mark", "sl_trigger_price", "50000.12", { above: "50000.1234" }],
      [long, "last", "tp_trigger_price", "50010", { above: "50010.00" }],
      [long, "last", "sl_trigger_price", "50010", { below: "50010.00" }],
      [short, "last", "tp_trigger_price", "50010", { below: "50010.00" }],
      [short, "last", "sl_trigger_price", "50010", { above: "50010.00" }],
      [long, "mark", "tp_trigger_price", "0", { min: "0.01" }],
      [long, "mark", "sl_trigger_price", "49000.001", { decimals: 2 }],
    ];
    for (const [position_id, trigger_by, field, price, data] of wrong) {
      await expect(
        stage.tpsl(7, { ...none, position_id, trigger_by, [field]: price }),
        `${trigger_by} ${field} ${price}`,
      ).rejects.toMatchObject({ code: 100005, data: { field, ...(data as object) } });
    }
    expect(await stage.books()).toEqual(before);
    expect(
      (
        await stage.tpsl(7, {
          position_id: long,
          tp_trigger_price: "50000.13",
          sl_trigger_price: "50000.12",
        })
      ).position,
    ).toMatchObject({ tp_trigger_price: "50000.13" });
    expect(
      (
        await stage.tpsl(7, {
          position_id: short,
          tp_trigger_price: "50009.99",
          sl_trigger_price: "50010.01",
          trigger_by: "last",
        })
      ).position,
    ).toMatchObject({ sl_trigger_price: "50010.01" });
  });

  test("are set on an order that waits, round its limit", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const { id } = await stage.place(7, { direction: "buy", order_type: "limit", price: "48000" });
    expect(
      (await stage.tpsl(7, { order_id: id, tp_trigger_price: "49000", sl_trigger_price: "47000" }))
        .order,
    ).toMatchObject({ id, tp_trigger_price: "49000.00", sl_trigger_price: "47000.00" });
    await expect(
      stage.tpsl(7, { ...none, order_id: id, sl_trigger_price: "48000" }),
    ).rejects.toMatchObject({
      code: 100005,
      data: { field: "sl_trigger_price", below: "48000.00" },
    });
    const market = await stage.place(7, { direction: "buy" });
    await expect(
      stage.tpsl(7, { ...none, order_id: market.id, tp_trigger_price: "50000" }),
    ).rejects.toMatchObject({ code: 100005, data: { above: "50000.0000" } });
    expect((await stage.tpsl(7, { ...none, order_id: id })).order).toMatchObject(none);
    await stage.cancel(7, id);
    await expect(stage.tpsl(7, { ...none, order_id: id })).rejects.toMatchObject({
      code: 300009,
      data: { status: 7 },
    });
  });

  test("are refused where there is nothing to set them on, and to who may not", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const { order } = await stage.close(7, position, 1, { order_type: "limit", price: "51000" });
    for (const at of [
      { position_id: "999" },
      { order_id: "999" },
      { order_id: order.id },
      { position_id: "9999999999999999999" },
    ]) {
      await expect(stage.tpsl(7, { ...none, ...at })).rejects.toMatchObject({ code: 300014 });
    }
    for (const at of [{ position_id: position }, { order_id: order.id }])
      await expect(stage.tpsl(8, { ...none, ...at })).rejects.toMatchObject({ code: 300014 });
    await expect(
      stage.tpsl(userOf(7, { tradeStatus: 0 }), { ...none, position_id: position }),
    ).rejects.toMatchObject({ code: 402 });
    stage.source.setHealth("stale");
    await expect(
      stage.tpsl(7, { ...none, position_id: position, tp_trigger_price: "60000" }),
    ).rejects.toMatchObject({ code: 300010, data: { reason: "stale" } });
    stage.source.setHealth("live");
    await stage.alter(7, position, { lock_reason: "liquidating" });
    await expect(stage.tpsl(7, { ...none, position_id: position })).rejects.toMatchObject({
      code: 300015,
      data: { reason: "liquidating" },
    });
  });
});
