import { expect, test } from "vitest";
import { createSpotHandlers } from "../../../venue/spot/handlers.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { type Draft, openStage } from "./spot-stage.ts";

const far = { side: "buy", type: "limit", price: "50000", amount: "0.01" } as const;
const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

describeDatabases("replacing coin orders", (open) => {
  test("the money that comes free pays for the new order, and each says of the other", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "500");
    const old = await stage.place(7, far);
    expect(await stage.money(7, "USDT")).toEqual(["0.00000000", "500.00000000"]);
    const reported: object[] = [];
    stage.bus.onNotify(({ event, data }) => event === "order" && reported.push(data as object));
    stage.source.now += 10;
    const order = await stage.replace(7, old.id, { ...far, price: "49000" });
    expect(order).toMatchObject({
      state: "submitted",
      replaces: old.id,
      price: "49000.00",
      frozen: "490.00000000",
      create_time: stage.source.now,
    });
    const ended = await stage.order(7, { id: old.id });
    expect(ended).toMatchObject({
      state: "canceled",
      status: 2,
      reason: "replaced",
      frozen: "0.00000000",
      finish_time: stage.source.now,
    });
    expect(await stage.money(7, "USDT")).toEqual(["10.00000000", "490.00000000"]);
    expect(reported.map((one) => ({ ...one, fills: [] }))).toEqual([
      ended,
      { ...order, fills: [] },
    ]);
    expect(
      (await stage.bills(7)).list.map(({ type, amount, ref_id }) => [type, amount, ref_id]),
    ).toEqual([
      [5, "-490.00000000", order.id],
      [6, "500.00000000", old.id],
      [5, "-500.00000000", old.id],
      [1, "500.00000000", expect.anything()],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("may change side, type and market", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "500");
    await stage.fund(7, "BTC", "1");
    const old = await stage.place(7, far);
    const stop = await stage.replace(7, old.id, {
      side: "sell",
      type: "stop-limit",
      stop_price: "59000",
      operator: "lte",
      price: "58000",
      amount: "1",
    });
    expect(stop).toMatchObject({ state: "created", replaces: old.id, frozen: "1.00000000" });
    const doge = await stage.replace(7, stop.id, {
      symbol: "dogeusdt",
      side: "buy",
      type: "limit",
      price: "5",
      amount: "100",
    });
    expect(doge).toMatchObject({ symbol: "dogeusdt", replaces: stop.id, frozen: "500.00000000" });
    expect([await stage.money(7, "USDT"), await stage.money(7, "BTC")]).toEqual([
      ["0.00000000", "500.00000000"],
      ["1.00000000", "0.00000000"],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("where the new one is refused, nothing happened at all", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "600");
    const old = await stage.place(7, far);
    const before = await stage.books();
    const reported: unknown[] = [];
    stage.bus.onNotify((note) => reported.push(note));
    const refused: [Draft, number][] = [
      [{ ...far, amount: "0.012001" }, 300008],
      [{ ...far, amount: "0.00001" }, 300021],
      [{ ...far, price: "66000.01" }, 100005],
      [{ ...far, amount: null }, 300020],
      [{ ...far, symbol: "nopeusdt" }, 300018],
      [{ ...far, side: "sell" }, 100005],
      [{ side: "sell", amount: "0.01" }, 300008],
      [{ ...far, type: "stop-limit", stop_price: "60000", operator: "gte" }, 100005],
    ];
    for (const [draft, code] of refused)
      await expect(stage.replace(7, old.id, draft)).rejects.toMatchObject({ code });
    stage.source.setHealth("halted");
    await expect(stage.replace(7, old.id, far)).rejects.toMatchObject({ code: 300010 });
    expect(await stage.books()).toEqual(before);
    expect(await stage.order(7, { id: old.id })).toEqual({ ...old, fills: [] });
    expect(reported).toEqual([]);
    stage.source.setHealth("live");
    expect((await stage.replace(7, old.id, { ...far, amount: "0.012" })).frozen).toBe(
      "600.00000000",
    );
    expect(await stage.violations()).toEqual([]);
  });

  test("of what is over, another's, unknown, or filled further than was seen, nothing is replaced", async () => {
    const stage = await openStage(await open());
    for (const user of [7, 8]) await stage.fund(user, "USDT", "1000");
    const filled = await stage.place(7, { side: "buy", value: "10" });
    await stage.show();
    const old = await stage.place(7, far);
    await expect(stage.replace(7, filled.id, far)).rejects.toMatchObject({
      code: 300009,
      data: { state: "filled" },
    });
    for (const one of [old.id, "999999", "9999999999999999999"])
      await expect(stage.replace(8, one, far)).rejects.toMatchObject({
        code: 300014,
        data: undefined,
      });
    await expect(
      stage.replace(7, old.id, { ...far, filled_amount: "0.001" }),
    ).rejects.toMatchObject({ code: 300009, data: { state: "submitted" } });
    expect((await stage.replace(7, old.id, { ...far, filled_amount: "0.000000" })).replaces).toBe(
      old.id,
    );
    expect(await stage.violations()).toEqual([]);
  });

  test("sent again it is one order and one answer, whatever the market does meanwhile", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "USDT", "500");
    const old = await stage.place(7, far);
    const draft = { ...far, price: "49000", client_order_id: id };
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
    expect(await stage.money(7, "USDT")).toEqual(["10.00000000", "490.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("killed at its last step it left the old order as it was", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "500");
    const old = await stage.place(7, far);
    const before = await stage.books();
    const handlers = createSpotHandlers(stage);
    const request = {
      ...far,
      symbol: "btcusdt",
      id: old.id,
      client_order_id: id,
      tif: null,
      value: null,
      stop_price: null,
      operator: null,
      filled_amount: null,
    };
    const user = {
      id: "7",
      sessionId: "s7",
      hasDeviceKey: false,
      status: 0,
      tradeStatus: 1,
      withdrawStatus: 1,
      certStatus: 0,
      memo: "",
    };
    const dying = handlers.coinReplaceOrder({
      request,
      user,
      now: stage.source.now,
      ip: "",
      agent: "",
      requestId: "",
      file: new Uint8Array(),
      unkeyed: (run) => store.command(run),
      isAnswered: async () => false,
      command: (run) =>
        store.command(async (tx) => {
          await run(tx);
          throw new Error("killed");
        }),
    });
    await expect(dying).rejects.toThrow("killed");
    expect(await stage.books()).toEqual(before);
    expect((await stage.order(7, { id: old.id })).state).toBe("submitted");
  });
});
