import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { type Draft, openStage } from "./contracts-stage.ts";
import { openEngineStage } from "./engine-stage.ts";

const limit = { direction: "buy", order_type: "limit", price: "49000" } as const;
const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const ample = 10_000_000;

describeDatabases("replacing contract orders", (open) => {
  test("the money that comes free pays for the new order, and each says of the other", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "50");
    const old = await stage.place(7, { ...limit, tp_trigger_price: "52000" });
    const reported: object[] = [];
    stage.bus.onNotify(({ event, data }) => event === "order" && reported.push(data as object));
    stage.source.now += 10;
    const order = await stage.replace(7, old.id, {
      ...limit,
      price: "48500",
      tp_trigger_price: "52000",
      sl_trigger_price: "47000",
    });
    expect(order).toMatchObject({
      status: 3,
      replaces: old.id,
      price: "48500.00",
      margin_frozen: "48.74250000",
      tp_trigger_price: "52000.00",
      sl_trigger_price: "47000.00",
      create_time: stage.source.now,
    });
    const ended = await stage.order(7, { id: old.id });
    expect(ended).toMatchObject({
      status: 7,
      reason: "replaced",
      replaces: null,
      margin_frozen: "0.00000000",
      finish_time: stage.source.now,
    });
    expect(await stage.money(7)).toEqual(["1.25750000", "48.74250000", "0.00000000"]);
    expect(reported.map((one) => ({ ...one, fills: [] }))).toEqual([
      ended,
      { ...order, fills: [] },
    ]);
    expect(
      (await stage.bills(7)).list.map(({ type, amount, ref_id }) => [type, amount, ref_id]),
    ).toEqual([
      [8, "-48.74250000", order.id],
      [9, "49.24500000", old.id],
      [8, "-49.24500000", old.id],
      [1, "50.00000000", expect.anything()],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("may change side, leverage and contract where nothing else stands on them", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "500");
    const old = await stage.place(7, limit);
    const short = await stage.replace(7, old.id, {
      direction: "sell",
      order_type: "limit",
      price: "51000",
      lever_rate: 5,
    });
    expect(short).toMatchObject({ direction: "sell", lever_rate: 5, replaces: old.id });
    expect((await stage.leverage(7)).lever_rate).toBe(5);
    const ether = await stage.replace(7, short.id, {
      ...limit,
      contract_code: "ETH-USDT",
      price: "1990",
    });
    expect(ether).toMatchObject({ contract_code: "ETH-USDT", replaces: short.id });
    expect((await stage.orders(7, { status: 0 })).list).toHaveLength(1);
    expect(await stage.violations()).toEqual([]);
  });

  test("where the new one is refused, nothing happened at all", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7, { volume: 1000n, leverage: 10 });
    const old = await stage.place(7, limit);
    const [money, bills] = [await stage.money(7), (await stage.bills(7)).total];
    const reported: unknown[] = [];
    stage.bus.onNotify((note) => reported.push(note));
    const refused: [Draft, number][] = [
      [{ ...limit, volume: 1000 }, 300008],
      [{ ...limit, volume: 0 }, 300020],
      [{ ...limit, price: "40000" }, 100005],
      [{ ...limit, price: "49000.001" }, 100005],
      [{ ...limit, lever_rate: 5 }, 300013],
      [{ ...limit, lever_rate: 7 }, 300012],
      [{ ...limit, tp_trigger_price: "48000" }, 100005],
      [{ ...limit, contract_code: "NOPE-USDT" }, 300018],
    ];
    for (const [draft, code] of refused)
      await expect(stage.replace(7, old.id, draft)).rejects.toMatchObject({ code });
    await expect(stage.replace(userOf(7, { tradeStatus: 0 }), old.id, limit)).rejects.toMatchObject(
      { code: 402 },
    );
    stage.source.setHealth("halted");
    await expect(stage.replace(7, old.id, limit)).rejects.toMatchObject({ code: 300010 });
    expect(await stage.order(7, { id: old.id })).toEqual({ ...old, fills: [] });
    expect(await stage.money(7)).toEqual(money);
    expect((await stage.bills(7)).total).toBe(bills);
    expect((await stage.orders(7)).total).toBe(1);
    expect(reported).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test("of what is over, another's, unknown, or closes, nothing is replaced", async () => {
    const stage = await openStage(await open());
    for (const user of [7, 8]) await stage.fund(user, "6000");
    const position = await stage.hold(7);
    const close = await stage.close(7, position, 10, { order_type: "limit", price: "51000" });
    const old = await stage.place(7, limit);
    const cancelled = await stage.place(7, limit);
    await stage.cancel(7, cancelled.id);
    await expect(stage.replace(7, cancelled.id, limit)).rejects.toMatchObject({
      code: 300009,
      data: { status: 7 },
    });
    for (const [user, one] of [
      [8, old.id],
      [7, "999999"],
      [7, "9999999999999999999"],
      [7, close.order.id],
    ] as const)
      await expect(stage.replace(user, one, limit)).rejects.toMatchObject({ code: 300014 });
    expect((await stage.orders(7, { status: 0 })).list).toHaveLength(2);
    expect(await stage.violations()).toEqual([]);
  });

  test("what had filled stays, and its leverage binds; filled further than was seen, nothing is replaced", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "600");
    const old = await stage.place(7, { ...limit, volume: 100, price: "50000" });
    await stage.show({
      asks: [
        [4_999_000, 40_000],
        [5_000_100, ample],
      ],
    });
    expect(await stage.order(7, { id: old.id })).toMatchObject({ status: 4, trade_volume: 40 });
    const rest = { ...limit, volume: 60, price: "49500" };
    await expect(stage.replace(7, old.id, { ...rest, trade_volume: 39 })).rejects.toMatchObject({
      code: 300009,
      data: { status: 4 },
    });
    await expect(stage.replace(7, old.id, { ...rest, lever_rate: 5 })).rejects.toMatchObject({
      code: 300013,
      data: { lever_rate: 10 },
    });
    const order = await stage.replace(7, old.id, { ...rest, trade_volume: 40 });
    expect(order).toMatchObject({ replaces: old.id, volume: 60, trade_volume: 0 });
    expect(await stage.order(7, { id: old.id })).toMatchObject({
      status: 5,
      reason: "replaced",
      trade_volume: 40,
      margin_frozen: "0.00000000",
    });
    expect((await stage.positions(7))[0]?.volume).toBe(40);
    expect((await stage.money(7))[1]).toBe(order.margin_frozen);
    expect(await stage.violations()).toEqual([]);
  });

  test("sent again it is one order and one answer, whatever the market does meanwhile", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "50");
    const old = await stage.place(7, limit);
    const draft = { ...limit, price: "48500", client_order_id: id };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.replace(7, old.id, draft)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    stage.source.setHealth("halted");
    expect(await stage.replace(7, old.id, draft)).toEqual(answers[0]);
    await expect(stage.replace(7, old.id, { ...draft, price: "48000" })).rejects.toMatchObject({
      code: 100005,
    });
    expect((await stage.orders(7)).total).toBe(2);
    expect(await stage.violations()).toEqual([]);
  });

  test("among cancels and other changes an order makes room once", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "50");
    for (let round = 0; round < 6; round++) {
      const old = await stage.place(7, limit);
      const calls = [
        ...["48500", "48600", "48700"].map(
          (price) => () => stage.replace(7, old.id, { ...limit, price }),
        ),
        () => stage.cancel(7, old.id),
      ];
      const at = round % calls.length;
      const settled = await Promise.allSettled(
        [...calls.slice(at), ...calls.slice(0, at)].map((call) => call()),
      );
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const one of settled)
        if (one.status === "rejected") expect(one.reason).toMatchObject({ code: 300009 });
      await stage.cancelAll(7);
      expect(await stage.money(7)).toEqual(["50.00000000", "0.00000000", "0.00000000"]);
    }
    expect(await stage.violations()).toEqual([]);
  });
});
