import { expect, test } from "vitest";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { createSpotEngine } from "../../../venue/spot/engine.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { outcomes, rival as rivals, turned } from "../../harness/venue/concurrent-calls.ts";
import { type Draft, openStage, type Stage } from "./spot-stage.ts";

const rounds = 20;

/** Fills at once on the book that the next snapshot shows. */
const near = { side: "buy", type: "limit", price: "60001", amount: "0.001" } as const;

/** A new snapshot with room for all, and two processes that fill from it. */
function fillers(stage: Stage): (() => Promise<void>)[] {
  stage.source.advance(1000);
  stage.source.setBook("btcusdt", {
    asks: [[6_000_000, 1_000_000]],
    bids: [[5_999_999, 1_000_000]],
  });
  return [createSpotEngine(stage), createSpotEngine(stage)].map((engine) => () => engine.tick());
}

const isOrder = (one: CoinOrder | { code: number }): one is CoinOrder => "state" in one;
const rival = () => rivals<CoinOrder>(rounds, isOrder);

describeDatabases("cancels against everything else", (open) => {
  test("a cancel and a fill: one of them, and the money follows", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "USDT", "100000");
    const against = rival();
    const seen = { filled: 0, canceled: 0 };
    for (let round = 0; round < rounds; round++) {
      const drafts: Draft[] = [near, { ...near, tif: "ioc" }, { side: "buy", value: "60" }];
      const placed: CoinOrder[] = [];
      for (const draft of drafts) placed.push(await stage.place(7, draft));
      const ticks = fillers(stage);
      const cancels = placed.flatMap(({ id }) => [
        () => stage.cancel(7, id),
        () => stage.cancel(7, id),
      ]);
      const answers = await against(ticks, cancels, round);
      for (const tick of fillers(stage)) await tick();
      for (const { id } of placed) {
        const order = await stage.order(7, { id });
        const mine = answers.filter(isOrder).filter((one) => one.id === id);
        expect(["filled", "canceled"]).toContain(order.state);
        expect(order.frozen).toBe("0.00000000");
        expect(mine.map(({ state }) => state)).toEqual(
          order.state === "canceled" ? ["canceled"] : [],
        );
        expect(order.fills.length).toBe(order.state === "filled" ? 1 : 0);
        if (order.state === "filled" || order.state === "canceled") seen[order.state] += 1;
      }
      expect(
        answers
          .flatMap((one) => ("code" in one ? [one.code] : []))
          .every((code) => code === 300009),
      ).toBe(true);
      expect((await stage.money(7, "USDT"))[1]).toBe("0.00000000");
    }
    expect(seen.filled + seen.canceled).toBe(3 * rounds);
    expect(Math.min(seen.filled, seen.canceled)).toBeGreaterThan(0);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  }, 60_000);

  test("cancels among themselves: each order ends once, one by one or all at once", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "USDT", "100000");
    for (let round = 0; round < rounds; round++) {
      const ids: string[] = [];
      for (let at = 0; at < 4; at++)
        ids.push((await stage.place(7, { ...near, price: "50000" })).id);
      const done: string[] = [];
      const one = (id: string) => async () => void done.push((await stage.cancel(7, id)).id);
      const all = async () => void done.push(...(await stage.cancelAll(7)));
      await outcomes(
        turned(
          [
            all,
            ...ids.flatMap((id) => [one(id), one(id)]),
            all,
            async () => void done.push(...(await stage.cancelAll(7, "btcusdt"))),
          ],
          round,
        ),
      );
      expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
      expect(await stage.money(7, "USDT")).toEqual(["100000.00000000", "0.00000000"]);
    }
    expect((await stage.bills(7, { type: "6" })).total).toBe(4 * rounds);
    expect(await stage.violations()).toEqual([]);
  }, 60_000);

  test("a replace and a fill: the new order only where the old one was not filled", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "USDT", "100000");
    const against = rival();
    const seen = { filled: 0, replaced: 0 };
    for (let round = 0; round < rounds; round++) {
      const { id } = await stage.place(7, near);
      const ticks = fillers(stage);
      const replace = (price: string) => () =>
        stage.replace(7, id, { ...near, price, filled_amount: "0" });
      const answers = await against(
        ticks,
        [replace("50000"), replace("49000"), () => stage.cancel(7, id)],
        round,
      );
      const old = await stage.order(7, { id });
      const made = answers.filter(isOrder).filter((one) => one.replaces === id);
      const canceled = answers.filter(isOrder).filter((one) => one.id === id);
      if (old.state === "filled") expect([made, canceled]).toEqual([[], []]);
      else if (old.reason === "replaced") expect([made.length, canceled.length]).toEqual([1, 0]);
      else expect([made.length, canceled.length, old.state]).toEqual([0, 1, "canceled"]);
      seen[old.state === "filled" ? "filled" : "replaced"] += 1;
      const waiting = (await stage.orders(7, { status: 1 })).list;
      expect(waiting.map((order) => order.id)).toEqual(made.map((order) => order.id));
      expect((await stage.money(7, "USDT"))[1]).toBe(made[0]?.frozen ?? "0.00000000");
      await stage.cancelAll(7);
    }
    expect(Math.min(seen.filled, seen.replaced)).toBeGreaterThan(0);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  }, 60_000);

  test("orders of every type at once on one balance: as many as it covers, never one more", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    // Each sets aside 50 USDT, or 0.001 BTC.
    const buys: Draft[] = [
      { side: "buy", value: "50" },
      { side: "buy", type: "limit", price: "50000", amount: "0.001" },
      { side: "buy", type: "stop-market", stop_price: "70000", operator: "gte", value: "50" },
      {
        side: "buy",
        type: "stop-limit",
        stop_price: "55000",
        operator: "lte",
        price: "50000",
        amount: "0.001",
      },
    ];
    const sells: Draft[] = [
      { side: "sell", amount: "0.001" },
      { side: "sell", type: "limit", price: "70000", amount: "0.001" },
    ];
    for (let round = 0; round < rounds; round++) {
      const user = 100 + round;
      await stage.fund(user, "USDT", "374.99999999");
      await stage.fund(user, "BTC", "0.00399999");
      const drafts = Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? buys[(at / 2) % 4] : sells[((at - 1) / 2) % 2],
      ).filter((draft) => draft !== undefined);
      const answers = await outcomes(drafts.map((draft) => () => stage.place(user, draft)));
      const placed = answers.filter(isOrder);
      expect(placed.filter(({ side }) => side === "buy")).toHaveLength(7);
      expect(placed.filter(({ side }) => side === "sell")).toHaveLength(3);
      expect(answers.filter((one) => "code" in one && one.code === 300008)).toHaveLength(10);
      expect([await stage.money(user, "USDT"), await stage.money(user, "BTC")]).toEqual([
        ["24.99999999", "350.00000000"],
        ["0.00099999", "0.00300000"],
      ]);
      expect(await stage.cancelAll(user)).toHaveLength(10);
      expect([await stage.money(user, "USDT"), await stage.money(user, "BTC")]).toEqual([
        ["374.99999999", "0.00000000"],
        ["0.00399999", "0.00000000"],
      ]);
    }
    expect(await stage.violations()).toEqual([]);
  }, 60_000);
});
