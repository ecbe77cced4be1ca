import { expect, test } from "vitest";
import { Refusal } from "../../../venue/store/refusal.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { level, openSecondsStage } from "./seconds-stage.ts";

async function refusal(run: Promise<unknown>): Promise<unknown[]> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error("it was not refused", { cause: error });
  return error.data === undefined ? [error.code] : [error.code, error.data];
}

describeDatabases("taking in a seconds contract", (open) => {
  test("sets the stake aside, fixes its moments, keeps the acknowledgement, and says so", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    const reported: unknown[] = [];
    stage.bus.onNotify(({ userId, topic, event, data }) =>
      reported.push([userId, topic, event, data]),
    );
    stage.source.advance(250);
    const now = stage.source.now;
    const id = crypto.randomUUID();
    const order = await stage.place(7, { odds: "0.950", client_order_id: id });
    expect(order).toEqual({
      id: "1",
      client_order_id: id,
      symbol: "btcusdt",
      currency: "USDT",
      price_precision: 2,
      direction: "up",
      time: 30,
      odds: "0.95",
      amount: "100.00000000",
      open_price: null,
      close_price: null,
      current_price: "60000.0000",
      status: 0,
      result: null,
      void_reason: null,
      profit: "0.00000000",
      payout: null,
      t0: now - 250 + 6000,
      t1: now - 250 + 36_000,
      create_time: now,
      close_time: null,
      receipt: null,
      slip: order.slip,
    });
    expect(reported).toEqual([
      ["7", "user.second", "accepted", { ...order, slip: null }],
      ["7", "user.wallet", "balance", { flags: ["USDT"] }],
    ]);
    expect(await stage.money(7)).toEqual(["900.00000000", "100.00000000"]);
    expect(await stage.order(7, { id: "1" })).toEqual(order);
    expect(await stage.order(7, { client_order_id: id })).toEqual(order);
    expect((await stage.limits(7)).risk_ack).toBe(1);
    const { list } = await stage.bills(7, { type: "3" });
    expect(
      list.map(({ type, sub_type, amount, ref_type, ref_id }) => [
        type,
        sub_type,
        amount,
        ref_type,
        ref_id,
      ]),
    ).toEqual([[3, "open", "-100.00000000", "second_order", "1"]]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a request that is sent again gets the first answer, whatever the market does now; another body is refused", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    const draft = { client_order_id: crypto.randomUUID() };
    const first = await stage.place(7, draft);
    stage.source.setHealth("halted");
    expect(await stage.place(7, draft)).toEqual(first);
    expect(await refusal(stage.place(7, { ...draft, direction: "down" }))).toEqual([100005]);
    expect((await stage.orders(7)).total).toBe(1);
    expect(await stage.money(7)).toEqual(["900.00000000", "100.00000000"]);
  });

  test("each refusal comes before the next, names its limit, and moves nothing", async () => {
    const stage = await openSecondsStage(await open(), { kycRequired: ["second"] });
    await stage.fund(7, "1000");
    const held = userOf(7, { tradeStatus: 0, memo: "Held." });
    // A request with every fault; each step mends the first of them.
    const wrong = { symbol: "nonesuch", time: 31, amount: "0", odds: "0.9", risk_ack: 2 };
    await stage.setLimits(7, { daily_loss: "20", stake: "10", pace: 1 });
    const steps: [change: () => unknown, expected: unknown[]][] = [
      [() => undefined, [300018]],
      [() => (wrong.symbol = "solusdt"), [300011]],
      [() => (wrong.symbol = "btcusdt"), [300011]],
      [() => (wrong.time = 30), [300020, { field: "amount" }]],
      [() => (wrong.amount = "5"), [300021, { min: "10" }]],
      [() => (wrong.amount = "1000.00000001"), [100005, { field: "amount", max: "1000" }]],
      [() => (wrong.amount = "500"), [100005, { field: "risk_ack", version: 1 }]],
      [
        () => {
          wrong.risk_ack = 1;
          stage.source.setHealth("stale");
          stage.source.setSymbolState("btcusdt", "suspend");
        },
        [300010, { reason: "suspended" }],
      ],
      [() => stage.source.setSymbolState("btcusdt", "online"), [300010, { reason: "stale" }]],
      [() => stage.source.setHealth("halted"), [300010, { reason: "stale" }]],
      [
        () => {
          stage.source.setHealth("live");
          stage.source.advance(4000);
        },
        [300010, { reason: "stale" }],
      ],
      [
        () => stage.source.setIndex("btcusdt", Math.floor(stage.source.now / 1000), [level]),
        [300010, { reason: "odds", odds: "0.95" }],
      ],
      [
        async () => {
          wrong.odds = "0.95";
          await stage.coolOff(7, 1);
        },
        [300010, { reason: "cool_off", until: stage.source.now + 4000 + 3_600_000 }],
      ],
    ];
    for (const [change, expected] of steps) {
      await change();
      expect(await refusal(stage.place(held, wrong))).toEqual([402, { reason: "Held." }]);
      expect(await refusal(stage.place(7, wrong))).toEqual(expected);
    }
    const books = await stage.books();
    expect([books.orders, books.journals.length]).toEqual([[], 1]);
    expect(await stage.money(7)).toEqual(["1000.00000000", "0.00000000"]);
  });

  test("then the owner's limits, the venue's caps, the identity and the balance", async () => {
    const stage = await openSecondsStage(await open(), { kycRequired: ["second"] });
    const certified = userOf(7, { certStatus: 2 });
    await stage.fund(7, "9000");
    await stage.setLimits(7, { daily_loss: "250", stake: "200", pace: 2 });
    const draft = { amount: "200.00000001" };
    expect(await refusal(stage.place(7, draft))).toEqual([
      300010,
      { reason: "stake", limit: "200" },
    ]);
    const first = await stage.place(certified, { amount: "100" });
    expect(await refusal(stage.place(7, { amount: "150.00000001" }))).toEqual([
      300010,
      { reason: "daily_loss", limit: "250", left: "150" },
    ]);
    await stage.place(certified, { amount: "150" });
    expect(await refusal(stage.place(7, { amount: "200" }))).toEqual([
      300010,
      { reason: "pace", limit: 2, until: first.create_time + 3_600_000 },
    ]);

    const [eight, nine] = [userOf(8, { certStatus: 2 }), userOf(9, { certStatus: 2 })];
    await stage.fund(8, "5050");
    await stage.fund(9, "500");
    for (let k = 0; k < 4; k += 1) await stage.place(eight, { amount: "1000" });
    await stage.place(eight, { amount: "950" });
    expect(await refusal(stage.place(eight, { amount: "50.01" }))).toEqual([
      300010,
      { reason: "at_stake", limit: "5000", left: "50" },
    ]);
    for (let k = 0; k < 20; k += 1) await stage.place(nine, { amount: "10" });
    expect(await refusal(stage.place(nine, { amount: "10" }))).toEqual([
      300010,
      { reason: "running", limit: 20 },
    ]);

    await stage.fund(10, "10");
    expect(await refusal(stage.place(10, { amount: "11" }))).toEqual([300025]);
    expect(await refusal(stage.place(userOf(10, { certStatus: 2 }), { amount: "11" }))).toEqual([
      300008,
      { currency: "USDT", needed: "11.00000000", available: "10.00000000" },
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a market listed nowhere, and a clock behind contracts that there are, take in none", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    await stage.place(7);
    stage.source.advance(-2001);
    stage.source.setIndex("btcusdt", Math.floor(stage.source.now / 1000), [level]);
    expect(await refusal(stage.place(7))).toEqual([300010, { reason: "stale" }]);
    stage.source.advance(1);
    await stage.place(7);
    stage.source.setUnavailable(true);
    expect(await refusal(stage.place(7))).toEqual([300010, { reason: "stale" }]);
  });

  test("twenty at once never overdraw a balance or break a cap or a limit", async () => {
    const stage = await openSecondsStage(await open({ poolSize: 12 }));
    await stage.fund(1, "1055");
    await stage.fund(2, "100000");
    await stage.fund(3, "100000");
    await stage.fund(4, "100000");
    await stage.setLimits(3, { daily_loss: "1234" });
    await stage.setLimits(4, { pace: 7 });
    const twenty = (user: number, amount: string) =>
      Promise.allSettled(Array.from({ length: 20 }, () => stage.place(user, { amount })));
    const taken = (answers: PromiseSettledResult<unknown>[]) =>
      answers.filter(({ status }) => status === "fulfilled").length;
    const answers = await Promise.all([
      twenty(1, "100"),
      twenty(2, "600"),
      twenty(3, "100"),
      twenty(4, "10"),
    ]);
    expect(answers.map(taken)).toEqual([10, 8, 12, 7]);
    const codes = answers.map(
      (of) =>
        new Set(
          of.flatMap((one) => (one.status === "rejected" ? [(one.reason as Refusal).code] : [])),
        ),
    );
    expect(codes).toEqual([
      new Set([300008]),
      new Set([300010]),
      new Set([300010]),
      new Set([300010]),
    ]);
    expect(await stage.money(1)).toEqual(["55.00000000", "1000.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("nobody reads or names another's contract", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    const { id, client_order_id } = await stage.place(7);
    for (const query of [{ id }, { client_order_id }, { id: "9".repeat(19) }, {}])
      expect(await refusal(stage.order(8, query))).toEqual([300014]);
    expect((await stage.orders(8)).list).toEqual([]);
    await stage.fund(8, "1000");
    expect((await stage.place(8, { client_order_id })).id).not.toBe(id);
  });
});
