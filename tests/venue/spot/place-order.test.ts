import { expect, test } from "vitest";
import type { Refusal } from "../../../venue/store/refusal.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { type Draft, openStage } from "./spot-stage.ts";

const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const codeOf = (reason: unknown) => (reason as Refusal).code;

describeDatabases("placing a coin order", (open) => {
  test("is durable, sets the money aside and says so", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "2500");
    const reported: unknown[] = [];
    stage.bus.onNotify(({ userId, topic, event, data }) =>
      reported.push([userId, topic, event, data]),
    );
    const order = await stage.place(7, { side: "buy", value: "1000", client_order_id: id });
    expect(order).toEqual({
      id: order.id,
      client_order_id: id,
      symbol: "btcusdt",
      side: "buy",
      slip: null,
      type: "market",
      tif: "ioc",
      price: null,
      stop_price: null,
      operator: null,
      amount: null,
      value: "1000.00000000",
      filled_amount: "0.000000",
      filled_value: "0.00000000",
      avg_price: null,
      fee: "0.00000000",
      fee_currency: "BTC",
      frozen: "1000.00000000",
      state: "submitted",
      status: 1,
      reason: null,
      trigger_time: null,
      review_until: null,
      replaces: null,
      create_time: stage.source.now,
      update_time: stage.source.now,
      finish_time: null,
    });
    expect(await stage.money(7, "USDT")).toEqual(["1500.00000000", "1000.00000000"]);
    expect((await stage.bills(7)).list[0]).toMatchObject({
      flag: "USDT",
      type: 5,
      sub_type: "buy",
      amount: "-1000.00000000",
      balance_after: "1500.00000000",
      ref_type: "spot_order",
      ref_id: order.id,
    });
    expect(reported).toEqual([
      ["7", "user.coin", "order", order],
      ["7", "user.wallet", "balance", { flags: ["BTC", "USDT"] }],
    ]);
    expect(await stage.order(7, { client_order_id: id })).toEqual({ ...order, fills: [] });
    expect(await stage.violations()).toEqual([]);
  });

  test("a refusal leaves the books as they were", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "100");
    await stage.fund(7, "BTC", "1");
    const before = await stage.books();
    const refused: [Draft, number, unknown?][] = [
      [{ symbol: "nopeusdt", side: "buy", value: "50" }, 300018],
      [{ side: "buy", amount: null }, 300020, { field: "value" }],
      [{ side: "buy", value: "50.000000001".slice(0, 11), amount: "1" }, 100005],
      [{ side: "sell", amount: "0.1234567" }, 100005, { decimals: 6, field: "amount" }],
      [{ side: "buy", value: "4.99" }, 300021, { min: "5", field: "value" }],
      [
        { side: "buy", value: "100.00000001" },
        300008,
        { currency: "USDT", needed: "100.00000001", available: "100.00000000" },
      ],
      [
        { side: "sell", amount: "1.000001" },
        300008,
        { currency: "BTC", needed: "1.00000100", available: "1.00000000" },
      ],
      [{ symbol: "dogeusdt", side: "sell", amount: "100000" }, 300008],
    ];
    for (const [draft, code, data] of refused) {
      await expect(stage.place(7, draft)).rejects.toMatchObject(
        data === undefined ? { code } : { code, data },
      );
    }
    await expect(
      stage.place(userOf(7, { tradeStatus: 0 }), { side: "buy", value: "50" }),
    ).rejects.toMatchObject({ code: 402 });
    for (const state of ["stale", "halted"] as const) {
      stage.source.setHealth(state);
      await expect(stage.place(7, { side: "buy", value: "50" })).rejects.toMatchObject({
        code: 300010,
        data: { reason: state },
      });
    }
    stage.source.setUnavailable(true);
    await expect(stage.place(7, { side: "buy", value: "50" })).rejects.toMatchObject({
      code: 300010,
    });
    expect(await stage.books()).toEqual(before);
    expect(await stage.violations()).toEqual([]);
  });

  test("twenty at once on one balance: as many as it covers, never one more", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    for (const user of [1, 2, 3]) {
      await stage.fund(user, "USDT", "95");
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => stage.place(user, { side: "buy", value: "10" })),
      );
      const refused = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(refused.map(({ reason }) => codeOf(reason))).toEqual(
        Array.from({ length: 11 }, () => 300008),
      );
      expect(await stage.money(user, "USDT")).toEqual(["5.00000000", "90.00000000"]);
    }
    expect(await stage.violations()).toEqual([]);
  });

  test("the same id twenty times is one order and one answer, with another body it is 100005", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "USDT", "1000");
    const order = { side: "buy", value: "10", client_order_id: id } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.place(7, order)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stage.money(7, "USDT")).toEqual(["990.00000000", "10.00000000"]);
    await expect(stage.place(7, { ...order, value: "11" })).rejects.toMatchObject({ code: 100005 });
    await stage.show();
    stage.source.setHealth("halted");
    expect(await stage.place(7, order)).toEqual(answers[0]);
    expect((await stage.orders(7)).total).toBe(1);
    expect(await stage.violations()).toEqual([]);
  });

  test("what belongs to another looks like what does not exist", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const order = await stage.place(7, { side: "buy", value: "10", client_order_id: id });
    await stage.show();
    for (const query of [
      { id: order.id },
      { client_order_id: id },
      { id: "999999" },
      { id: "9999999999999999999" },
    ]) {
      await expect(stage.order(8, query)).rejects.toMatchObject({ code: 300014, data: undefined });
    }
    await expect(stage.order(7, { id: "999999" })).rejects.toMatchObject({
      code: 300014,
      data: undefined,
    });
    expect(await stage.orders(8)).toMatchObject({ list: [], total: 0 });
    expect(await stage.trades(8)).toMatchObject({ list: [], total: 0 });
    expect((await stage.order(7, { id: order.id })).state).toBe("filled");
  });

  test("lists are paged newest first and filtered by status, symbol and time", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const ids: string[] = [];
    for (const symbol of ["btcusdt", "dogeusdt", "btcusdt", "dogeusdt", "btcusdt"]) {
      ids.unshift((await stage.place(7, { symbol, side: "buy", value: "10" })).id);
      await stage.show();
    }
    const pending = await stage.place(7, { side: "buy", value: "10" });
    const list = async (query: Parameters<typeof stage.orders>[1]) =>
      (await stage.orders(7, query)).list.map((order) => order.id);
    expect(await list({})).toEqual([pending.id, ...ids]);
    expect(await list({ size: 2, page: 2 })).toEqual([ids[1], ids[2]]);
    expect(await stage.orders(7, { size: 2, page: 9 })).toEqual({
      list: [],
      total: 6,
      page: 9,
      size: 2,
    });
    expect(await list({ status: 1 })).toEqual([pending.id]);
    expect(await list({ status: 0 })).toEqual([]);
    expect(await list({ status: 2, symbol: "DOGEUSDT" })).toEqual([ids[1], ids[3]]);
    expect(
      await list({
        start_time: stage.source.started + 1000,
        end_time: stage.source.started + 2000,
      }),
    ).toEqual([ids[2], ids[3]]);
    const trades = await stage.trades(7, { symbol: "btcusdt", size: 2 });
    expect(trades.list.map((trade) => trade.order_id)).toEqual([ids[0], ids[2]]);
    expect(trades.total).toBe(3);
  });
});
