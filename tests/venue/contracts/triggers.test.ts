import { expect, test } from "vitest";
import { isTriggered } from "../../../venue/contracts/rules/triggers.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openEngineStage } from "./engine-stage.ts";

const ample = 1_000_000_000;
const prices = (mark: bigint, last = 5_000_000n) => ({
  mark: { value: mark, scale: 4 },
  last,
  ts: 0,
});

test.each([
  ["tp", "buy", 5_100_000n, 509_999_999n, 510_000_000n],
  ["sl", "buy", 4_900_000n, 490_000_001n, 490_000_000n],
  ["tp", "sell", 4_900_000n, 490_000_001n, 490_000_000n],
  ["sl", "sell", 5_100_000n, 509_999_999n, 510_000_000n],
] as const)(
  "%s of a %s is reached at its price and not a hair before",
  (kind, direction, price, before, at) => {
    const position = {
      direction,
      tp_price: null,
      sl_price: null,
      [`${kind}_price`]: price,
      trigger_by: "mark" as const,
    };
    expect([
      isTriggered(kind, position, prices(before)),
      isTriggered(kind, position, prices(at)),
    ]).toEqual([false, true]);
    expect(isTriggered(kind, { ...position, trigger_by: "last" }, prices(at))).toBe(false);
    expect(isTriggered(kind, position, { mark: null, last: null, ts: 0 })).toBe(false);
  },
);

describeDatabases("take profit and stop loss", (open) => {
  test("close by market at the mark's word, and the closed position says which", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const [long, short] = [
      await stage.hold(7),
      await stage.hold(7, { direction: "sell", volume: 100n }),
    ];
    await stage.tpsl(7, {
      position_id: long,
      tp_trigger_price: "51000",
      sl_trigger_price: "49000",
      trigger_by: "mark",
    });
    await stage.tpsl(7, {
      position_id: short,
      tp_trigger_price: "49000",
      sl_trigger_price: "51000",
      trigger_by: "last",
    });
    await stage.show({ mark: 5_099_999, last: 5_099_999, bids: [[5_099_000, ample]] });
    expect(await stage.positions(7)).toHaveLength(2);
    await stage.show({ mark: 5_100_000, bids: [[5_098_000, ample]] });
    expect(await stage.positions(7)).toMatchObject([{ id: short }]);
    await stage.show({ last: 5_100_000, asks: [[5_100_500, ample]] });
    expect(
      (await stage.history(7)).list.map(({ id, close_kind, close_avg_price }) => [
        id,
        close_kind,
        close_avg_price,
      ]),
    ).toEqual([
      [short, "sl", "51005.0000"],
      [long, "tp", "50980.0000"],
    ]);
    expect(
      (await stage.orders(7)).list.map(({ source, status, position_id }) => [
        source,
        status,
        position_id,
      ]),
    ).toEqual([
      ["sl", 6, short],
      ["tp", 6, long],
    ]);
    expect((await stage.bills(7, { type: "10" })).list.map(({ sub_type }) => sub_type)).toEqual([
      "sl",
      "tp",
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("where both are reached the stop loss is taken", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    await stage.alter(7, position, { tp_price: 4_900_000n, sl_price: 5_100_000n });
    await stage.show();
    expect((await stage.history(7)).list).toMatchObject([{ close_kind: "sl" }]);
  });

  test("close what is free of waiting orders; all of it taken, the pair is gone", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    await stage.close(7, position, 400, { order_type: "limit", price: "52000" });
    await stage.tpsl(7, {
      position_id: position,
      tp_trigger_price: null,
      sl_trigger_price: "49000",
    });
    await stage.show({ mark: 4_899_000 });
    expect(await stage.positions(7)).toMatchObject([
      { volume: 400, frozen: 400, sl_trigger_price: null },
    ]);
    expect((await stage.orders(7, { status: "1" })).list).toMatchObject([
      { source: "sl", volume: 600, trade_volume: 600, status: 6 },
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("stand where all is kept by a waiting order, and go off when it comes free", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const { order } = await stage.close(7, position, 1000, { order_type: "limit", price: "52000" });
    await stage.tpsl(7, {
      position_id: position,
      tp_trigger_price: null,
      sl_trigger_price: "49000",
    });
    await stage.show({ mark: 4_899_000 });
    expect(await stage.positions(7)).toMatchObject([
      { volume: 1000, sl_trigger_price: "49000.00" },
    ]);
    await stage.cancel(7, order.id);
    await stage.show();
    expect((await stage.history(7)).list).toMatchObject([{ close_kind: "sl" }]);
  });

  test("go on at the next look where the book had too little, and never invent a price", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    await stage.tpsl(7, {
      position_id: position,
      tp_trigger_price: null,
      sl_trigger_price: "49000",
    });
    await stage.show({
      mark: 4_899_000,
      bids: [
        [4_899_000, 300_000],
        [4_600_000, ample],
      ],
    });
    expect(await stage.positions(7)).toMatchObject([{ volume: 700, sl_trigger_price: "49000.00" }]);
    expect((await stage.orders(7)).list).toMatchObject([
      { status: 5, reason: "max_slip", volume: 1000, trade_volume: 300 },
    ]);
    await stage.show({ bids: [] });
    await stage.show({ bids: [[4_895_000, ample]] });
    expect((await stage.history(7)).list).toMatchObject([{ close_kind: "sl", volume: 1000 }]);
    expect((await stage.orders(7)).list).toHaveLength(2);
    expect(await stage.violations()).toEqual([]);
  });

  test("are silent while the feed is stale, halted or the position is locked", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    await stage.tpsl(7, {
      position_id: position,
      tp_trigger_price: null,
      sl_trigger_price: "49000",
    });
    stage.move(1000, { mark: 4_800_000 });
    stage.source.now += 3001;
    await stage.engine.tick();
    stage.source.setHealth("stale");
    await stage.show();
    stage.source.setHealth("live");
    await stage.alter(7, position, { lock_reason: "operator" });
    await stage.show();
    expect(await stage.positions(7)).toHaveLength(1);
    await stage.alter(7, position, { lock_reason: null });
    await stage.show();
    expect(await stage.positions(7)).toEqual([]);
  });

  test("come from the order with its first fill, and stay as their owner sets them then", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    await stage.place(7, {
      direction: "buy",
      volume: 20,
      order_type: "limit",
      price: "49900",
      tp_trigger_price: "52000",
      sl_trigger_price: "48000",
      trigger_by: "last",
    });
    await stage.show();
    stage.source.addTrade("btcusdt", {
      price: 4_989_000,
      amount: 10_000,
      ts: stage.source.now + 900,
    });
    await stage.show();
    const [position] = await stage.positions(7);
    expect(position).toMatchObject({
      volume: 10,
      tp_trigger_price: "52000.00",
      sl_trigger_price: "48000.00",
      trigger_by: "last",
    });
    await stage.tpsl(7, {
      position_id: position?.id ?? "",
      tp_trigger_price: "53000",
      sl_trigger_price: null,
    });
    stage.source.addTrade("btcusdt", {
      price: 4_989_000,
      amount: 10_000,
      ts: stage.source.now + 900,
    });
    await stage.show();
    expect(await stage.positions(7)).toMatchObject([
      { volume: 20, tp_trigger_price: "53000.00", sl_trigger_price: null, trigger_by: "mark" },
    ]);
  });
});
