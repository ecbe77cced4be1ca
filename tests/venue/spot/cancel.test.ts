import { expect, test } from "vitest";
import { maxOpenOrders } from "#protocol/api/spot.ts";
import { api } from "#protocol/api/api.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { btcusdt } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { openStage, type Stage } from "./spot-stage.ts";

const far = { side: "buy", type: "limit", price: "50000", amount: "0.01" } as const;

/** More orders like one, with nothing set aside, which costs a tenth of placing them. */
async function copyOrder({ store }: Stage, id: string, times: number): Promise<void> {
  await store.command(async ({ db }) => {
    const { id: _, ...order } = await db
      .selectFrom("spot_order")
      .selectAll()
      .where("id", "=", Number(id))
      .executeTakeFirstOrThrow();
    await db
      .insertInto("spot_order")
      .values(
        Array.from({ length: times }, (__, at) => ({ ...order, client_order_id: `copy ${at}` })),
      )
      .execute();
  });
}

describeDatabases("cancelling coin orders", (open) => {
  test("gives back every unit of each kind of order, with one bill", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "5000");
    await stage.fund(7, "BTC", "1");
    const reported: unknown[] = [];
    const drafts = [
      far,
      { side: "sell", type: "limit", price: "70000", amount: "0.123456", tif: "post_only" },
      {
        side: "buy",
        type: "stop-limit",
        stop_price: "61000",
        operator: "gte",
        price: "61500.01",
        amount: "0.000999",
      },
      { side: "buy", type: "stop-market", stop_price: "61000", operator: "gte", amount: "0.01" },
      { side: "sell", type: "stop-market", stop_price: "59000", operator: "lte", amount: "0.5" },
      { side: "buy", value: "99.99999999" },
    ] as const;
    for (const draft of drafts) {
      const placed = await stage.place(7, draft);
      const money = [await stage.money(7, "USDT"), await stage.money(7, "BTC")];
      expect(money.flat()).toContain(placed.frozen);
      stage.source.now += 5;
      const off = stage.bus.onNotify(({ event, data }) => reported.push([event, data]));
      const canceled = await stage.cancel(7, placed.id);
      off();
      expect(canceled).toEqual({
        ...placed,
        state: "canceled",
        status: 2,
        reason: null,
        frozen: "0.00000000",
        update_time: stage.source.now,
        finish_time: stage.source.now,
      });
      expect(reported.splice(0)).toEqual([
        ["order", canceled],
        ["balance", { flags: ["BTC", "USDT"] }],
      ]);
      expect([await stage.money(7, "USDT"), await stage.money(7, "BTC")]).toEqual([
        ["5000.00000000", "0.00000000"],
        ["1.00000000", "0.00000000"],
      ]);
      const [release, freeze] = (await stage.bills(7, { size: 2 })).list;
      expect(release).toMatchObject({
        type: 6,
        sub_type: "cancel",
        amount: placed.frozen,
        ref_type: "spot_order",
        ref_id: placed.id,
      });
      expect(freeze).toMatchObject({ type: 5, amount: `-${placed.frozen}`, ref_id: placed.id });
    }
    expect(await stage.violations()).toEqual([]);
  });

  test("what was filled stays filled: the rest of the money comes back, from a cancel as from a replacement", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "600");
    await stage.fund(7, "BTC", "0.01");
    for (const side of ["buy", "sell"] as const) {
      const draft = { side, type: "limit", price: "60000", amount: "0.01" } as const;
      const { id, frozen } = await stage.place(7, draft);
      await stage.show(1000, {
        btcusdt: {
          asks: [[6_000_000 + (side === "buy" ? 0 : 1), 3000]],
          bids: [[6_000_000 - (side === "buy" ? 1 : 0), 3000]],
        },
      });
      const before = await stage.order(7, { id });
      expect(before).toMatchObject({
        state: "partial-filled",
        status: 1,
        filled_amount: "0.003000",
      });
      await expect(stage.replace(7, id, { ...draft, filled_amount: "0" })).rejects.toMatchObject({
        code: 300009,
        data: { state: "partial-filled" },
      });
      const order =
        side === "buy"
          ? await stage.cancel(7, id)
          : await stage.replace(7, id, {
              side: "sell",
              type: "limit",
              price: "70000",
              amount: "0.007",
              filled_amount: "0.003",
            });
      const ended = await stage.order(7, { id });
      expect(ended).toEqual({
        ...before,
        state: "partial-canceled",
        status: 2,
        reason: side === "buy" ? null : "replaced",
        frozen: "0.00000000",
        update_time: stage.source.now,
        finish_time: stage.source.now,
      });
      const [, release] =
        side === "buy" ? [null, (await stage.bills(7)).list[0]] : (await stage.bills(7)).list;
      expect(release).toMatchObject({
        type: 6,
        ref_id: id,
        amount: side === "buy" ? "420.00000000" : "0.00700000",
      });
      expect(frozen).toBe(side === "buy" ? "600.00000000" : "0.01000000");
      if (order.id !== id) expect(order).toMatchObject({ replaces: id, frozen: "0.00700000" });
    }
    expect(await stage.violations()).toEqual([]);
  });

  test("of what is over, another's or unknown there is nothing to cancel", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const filled = await stage.place(7, { side: "buy", value: "10" });
    await stage.show();
    const canceled = await stage.place(7, far);
    await stage.cancel(7, canceled.id);
    const waiting = await stage.place(7, far);
    const before = await stage.books();
    await expect(stage.cancel(7, filled.id)).rejects.toMatchObject({
      code: 300009,
      data: { state: "filled" },
    });
    await expect(stage.cancel(7, canceled.id)).rejects.toMatchObject({
      code: 300009,
      data: { state: "canceled" },
    });
    for (const id of [waiting.id, "999999", "9999999999999999999", "0"])
      await expect(stage.cancel(8, id)).rejects.toMatchObject({ code: 300014, data: undefined });
    expect(await stage.cancelAll(8)).toEqual([]);
    expect(await stage.books()).toEqual(before);
    expect((await stage.order(7, { id: waiting.id })).state).toBe("submitted");
  });

  test("all at once: of one market or of every one, only one's own and only what waits for the market", async () => {
    const stage = await openStage(await open(), undefined, { btcusdt: "0.5" });
    for (const user of [7, 8]) await stage.fund(user, "USDT", "5000");
    await stage.fund(7, "BTC", "2");
    const doge = {
      symbol: "dogeusdt",
      side: "buy",
      type: "limit",
      price: "5",
      amount: "10",
    } as const;
    const [first, coins, second] = [
      await stage.place(7, far),
      await stage.place(7, doge),
      await stage.place(7, {
        side: "sell",
        type: "stop-market",
        stop_price: "59000",
        operator: "lte",
        amount: "0.1",
      }),
    ];
    const reviewed = await stage.place(7, {
      side: "sell",
      type: "limit",
      price: "70000",
      amount: "1",
    });
    const theirs = await stage.place(8, far);
    expect(await stage.cancelAll(7, "BTCUSDT")).toEqual([first.id, second.id]);
    expect(await stage.cancelAll(7, "pepeusdt")).toEqual([]);
    const third = await stage.place(7, far);
    // Those that were chosen, and of those only one's own that wait.
    const chosen = [third.id, reviewed.id, theirs.id, first.id];
    expect(await stage.cancelAll(7, undefined, chosen)).toEqual([third.id]);
    expect(await stage.cancelAll(7)).toEqual([coins.id]);
    expect(await stage.cancelAll(7)).toEqual([]);
    expect(await stage.money(7, "USDT")).toEqual(["5000.00000000", "0.00000000"]);
    expect(await stage.money(7, "BTC")).toEqual(["1.00000000", "1.00000000"]);
    expect((await stage.order(7, { id: reviewed.id })).state).toBe("reviewing");
    expect((await stage.order(8, { id: theirs.id })).state).toBe("submitted");
    expect(await stage.violations()).toEqual([]);
  });

  test("who may open nothing may still cancel, and place and replace nothing", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "2000");
    const [one, two] = [await stage.place(7, far), await stage.place(7, far)];
    const off = userOf(7, { tradeStatus: 0, memo: "No new orders." });
    const before = await stage.books();
    await expect(stage.place(off, far)).rejects.toMatchObject({
      code: 402,
      data: { reason: "No new orders." },
    });
    await expect(stage.replace(off, one.id, far)).rejects.toMatchObject({
      code: 402,
      data: { reason: "No new orders." },
    });
    expect(await stage.books()).toEqual(before);
    expect((await stage.cancel(off, one.id)).state).toBe("canceled");
    expect(await stage.cancelAll(off)).toEqual([two.id]);
    expect(await stage.money(7, "USDT")).toEqual(["2000.00000000", "0.00000000"]);
  });

  test("five hundred may wait, and not one more until one of them ended", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "USDT", "100000");
    await stage.fund(7, "BTC", "10");
    const sell = { side: "sell", type: "limit", price: "70000", amount: "0.001" } as const;
    const small = { ...far, amount: "0.001" };
    const placed = await Promise.all(
      Array.from({ length: 60 }, (_, at) => stage.place(7, at % 2 === 0 ? small : sell)),
    );
    await copyOrder(stage, placed[0]?.id ?? "", maxOpenOrders - 5 - placed.length);
    // In two currencies at once, so that no balance stands in the way.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => stage.place(7, at % 2 === 0 ? small : sell)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => reason as unknown)).toEqual(
      Array.from({ length: 15 }, () =>
        expect.objectContaining({ code: 100006, data: { max_open: maxOpenOrders } }),
      ),
    );
    expect((await stage.orders(7, { status: 1 })).total).toBe(maxOpenOrders);
    const [newest] = (await stage.orders(7, { size: 1 })).list;
    expect((await stage.replace(7, newest?.id ?? "", far)).replaces).toBe(newest?.id);
    await expect(stage.place(7, far)).rejects.toMatchObject({ code: 100006 });
    expect(await stage.cancelAll(7)).toHaveLength(maxOpenOrders);
    expect(await stage.money(7, "USDT")).toEqual(["100000.00000000", "0.00000000"]);
    expect(await stage.money(7, "BTC")).toEqual(["10.00000000", "0.00000000"]);
    expect((await stage.place(7, far)).state).toBe("submitted");
    expect(await stage.violations()).toEqual([]);
  }, 60_000);
});

test("a frozen account gets its money out of its orders, and opens none", async () => {
  const venue = await startVenue();
  const ada = await venue.user();
  const draft = { symbol: btcusdt.symbol, ...far };
  const place = () =>
    ada.ask(api.spot.coinPlaceOrder, { ...draft, client_order_id: crypto.randomUUID() });
  const [one, two] = [await place(), await place()];
  await venue.setStatus(ada, 1);
  expect(
    (
      await ada.tell(api.spot.coinPlaceOrder, {
        ...draft,
        client_order_id: crypto.randomUUID(),
      })
    ).status,
  ).toBe(402);
  expect(
    (
      await ada.tell(api.spot.coinReplaceOrder, {
        ...draft,
        id: one.id,
        client_order_id: crypto.randomUUID(),
      })
    ).status,
  ).toBe(402);
  expect((await ada.ask(api.spot.coinCancelOrder, { id: one.id })).state).toBe("canceled");
  expect((await ada.ask(api.spot.coinCancelAll, {})).canceled).toEqual([two.id]);
  const usdt = (await ada.ask(api.wallet.walletBalance, {})).balances.find(
    ({ flag }) => flag === "USDT",
  );
  expect(usdt).toMatchObject({ balance_str: "10000.00000000", frozen: "0" });
});
