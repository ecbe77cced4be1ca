import { expect, test } from "vitest";
import { addNotice } from "../../../venue/account/notices/notices.ts";
import { createStandstillWatch } from "../../../venue/matching/standstill.ts";
import type { Store } from "../../../venue/store/store.ts";
import { insertSomebody } from "../../harness/venue/bare-account.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openStage } from "./spot-stage.ts";

const ample = 1_000_000_000;
const night = 8 * 3_600_000;

async function openNights(store: Store) {
  const stage = await openStage(store);
  await insertSomebody(store, 7);
  await stage.fund(7, "USDT", "100000");
  await stage.fund(7, "BTC", "1");
  let watch = createStandstillWatch({ ...stage, addNotice });
  /** A second of an open venue, at a price in whole dollars. */
  async function show(price: number, ms = 1000, lots = ample) {
    stage.source.advance(ms);
    for (const { symbol } of stage.source.symbols()) {
      const ticks = price * 100;
      stage.source.setBook(symbol, { bids: [[ticks - 1, lots]], asks: [[ticks + 1, lots]] });
      stage.source.setTicker(symbol, { close: ticks, bid: ticks - 1, ask: ticks + 1 });
    }
    await watch.tick();
    await stage.engine.tick();
  }
  return {
    ...stage,
    show,
    async pass(price: number, seconds: number) {
      for (let i = 0; i < seconds; i++) await show(price);
    },
    async restart(ms: number, price: number) {
      watch = createStandstillWatch({ ...stage, addNotice });
      await show(price, ms);
    },
    notices: () =>
      store.read((db) =>
        db
          .selectFrom("notice")
          .select(["kind", "ref_id", "facts"])
          .where("kind", "=", "standstill")
          .execute(),
      ),
  };
}

const limit = { type: "limit", amount: "0.1" } as const;

describeDatabases("coin orders after a standstill", (open) => {
  test("wait a minute, then meet the book as new ones do; stops go by the price of then", async () => {
    const stage = await openNights(await open());
    await stage.show(60_000);
    const bid = await stage.place(7, { side: "buy", ...limit, price: "59000" });
    const let_go = await stage.place(7, { side: "buy", ...limit, price: "58900" });
    const maker = await stage.place(7, { side: "buy", ...limit, price: "58800", tif: "post_only" });
    const stop = await stage.place(7, {
      side: "sell",
      type: "stop-market",
      amount: "0.1",
      stop_price: "58500",
      operator: "lte",
    });
    await stage.pass(60_000, 2);
    await stage.restart(night, 58_000);
    const until = stage.source.now + 60_000;
    await stage.pass(58_000, 58);
    for (const { id } of [bid, let_go, maker, stop])
      expect(await stage.order(7, { id })).toMatchObject({ status: 1, filled_amount: "0.000000" });
    await stage.cancel(7, let_go.id);
    // What is placed now has seen the price.
    const fresh = await stage.place(7, { side: "buy", ...limit, price: "58100" });
    await stage.show(58_000);
    expect(await stage.order(7, { id: fresh.id })).toMatchObject({ state: "filled" });
    await stage.pass(58_000, 4);
    expect(await stage.order(7, { id: bid.id })).toMatchObject({
      state: "filled",
      avg_price: "58000.01000000",
    });
    expect(await stage.order(7, { id: maker.id })).toMatchObject({
      state: "canceled",
      reason: "would_take",
    });
    expect(await stage.order(7, { id: stop.id })).toMatchObject({
      state: "filled",
      avg_price: "57999.99000000",
    });
    const [notice, ...others] = await stage.notices();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: "standstill", ref_id: "btcusdt" });
    expect(JSON.parse(notice?.facts ?? "")).toMatchObject({ market: "BTC/USDT", until });
    expect(await stage.violations()).toEqual([]);
    expect(stage.logged).toEqual([]);
  });

  test("one filled in part stays so, and goes on", async () => {
    const stage = await openNights(await open());
    await stage.show(60_000, 1000, 40_000);
    const bid = await stage.place(7, { side: "buy", ...limit, price: "60100" });
    await stage.show(60_000, 1000, 40_000);
    expect(await stage.order(7, { id: bid.id })).toMatchObject({ state: "partial-filled" });
    await stage.restart(night, 61_000);
    await stage.pass(61_000, 62);
    expect(await stage.order(7, { id: bid.id })).toMatchObject({
      state: "partial-filled",
      filled_amount: "0.040000",
    });
    await stage.show(60_000);
    await stage.show(60_000);
    expect(await stage.order(7, { id: bid.id })).toMatchObject({ state: "filled" });
    expect(await stage.violations()).toEqual([]);
  });

  test("go on after each of several, where nobody has a position to be seen through them", async () => {
    const stage = await openNights(await open());
    await stage.show(60_000);
    const bid = await stage.place(7, { side: "buy", ...limit, price: "59000" });
    for (let n = 0; n < 3; n += 1) {
      await stage.pass(60_000, 62);
      // As earlier versions left it.
      if (n === 2)
        await stage.store.command(({ db }) =>
          db.updateTable("market_presence").set({ is_settled: 0 }).execute(),
        );
      await stage.restart(night, 60_000);
      expect(
        await stage.store.read((db) =>
          db.selectFrom("market_presence").select("is_settled").execute(),
        ),
      ).toEqual([{ is_settled: 1 }]);
    }
    await stage.pass(60_000, 62);
    await stage.show(58_000);
    expect(await stage.order(7, { id: bid.id })).toMatchObject({ state: "filled" });
  });

  test("nothing is filled where the standstill could not be written", async () => {
    const stage = await openNights(await open());
    await stage.show(60_000);
    const bid = await stage.place(7, { side: "buy", ...limit, price: "59000" });
    await stage.pass(60_000, 2);
    stage.source.advance(night);
    stage.source.setBook("btcusdt", { bids: [[100, ample]], asks: [[5_800_000, ample]] });
    stage.source.setTicker("btcusdt", { close: 5_800_000, bid: 100, ask: 5_800_000 });
    await stage.engine.tick();
    expect(await stage.order(7, { id: bid.id })).toMatchObject({ state: "submitted" });
  });
});
