import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { windowOf, windowPrice } from "#protocol/rules/seconds-settlement.ts";
import { noticeWords } from "../../../venue/account/notices/notice-messages.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { dayCommitsOf } from "../../../venue/seconds/prices/day-commits.ts";
import { samplesAt } from "../../../venue/seconds/prices/index-samples.ts";
import { readReceipt } from "../../../venue/seconds/proof/receipt-rows.ts";
import { readBalances } from "../../../venue/ledger/balances.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases, openTestSqlite } from "../../harness/database/databases.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";
import { testMaster } from "../feed/simulator/simulated-days.ts";

const { secondPlaceOrder, secondOrder, secondLimits } = api.seconds;
const symbols = ["btcusdt", "ethusdt"];
/** 20 s before a simulated day ends: 16:00 UTC. */
const start = Date.UTC(2026, 10, 20, 15, 59, 40);
const simulated = () => createSimulator({ master: testMaster, symbols });

describeDatabases("a whole venue on the simulated market", (open) => {
  test("settles over the edge of a day what it took in before, through a restart, with the commitments of both days", async () => {
    const [store, source] = [await open(), simulated()];
    const venue = await startVenue({ store, source, start });
    const ada = await venue.user();
    const draft = { direction: "up" as const, amount: "100", odds: "0.95", risk_ack: 1 };
    const orders: SecondsOrder[] = [];
    for (const [symbol, time] of [
      ["btcusdt", 30],
      ["ethusdt", 30],
      ["btcusdt", 60],
    ] as const) {
      orders.push(
        await ada.ask(secondPlaceOrder, {
          ...draft,
          symbol,
          time,
          client_order_id: crypto.randomUUID(),
        }),
      );
    }
    const commits = dayCommitsOf(source, "btcusdt", [orders[0]?.t0 ?? 0, orders[0]?.t1 ?? 0]);
    expect(commits.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-21"]);
    for (let second = 0; second < 12; second += 1) await venue.wind(1000);
    expect((await ada.ask(secondOrder, { id: orders[0]?.id })).open_price).not.toBeNull();
    // The first venue stops here; another takes over, late.
    const again = await startVenue({ store, source: simulated(), start: start + 600_000 });
    await again.wind(1000);
    const fresh = await again.login(
      (await store.read((db) => db.selectFrom("user").select("account").executeTakeFirstOrThrow()))
        .account,
    );
    for (const order of orders) {
      const settled = await fresh.ask(secondOrder, { id: order.id });
      const receipt = await store.read((db) => readReceipt(db, Number(order.id)));
      const of = { symbol: order.symbol, precision: order.price_precision };
      expect(receipt?.samples0).toEqual(samplesAt(source, of, order.t0));
      // The first venue's market never came so far: what was settled by is the other's.
      source.tick(start + 600_000);
      expect(receipt?.samples1).toEqual(samplesAt(source, of, order.t1));
      expect([settled.open_price, settled.close_price]).toEqual([
        windowPrice(receipt?.samples0 ?? [], of.precision),
        windowPrice(receipt?.samples1 ?? [], of.precision),
      ]);
      expect(["win", "lose", "draw"]).toContain(settled.result);
      expect([settled.t0, settled.t1, settled.receipt]).toEqual([
        order.t0,
        order.t1,
        receipt?.hash,
      ]);
      expect(receipt?.day_commits.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-21"]);
      if (order.symbol === "btcusdt") expect(receipt?.day_commits).toEqual(commits);
    }
    expect((await fresh.ask(secondLimits, {})).last_hour).toBe(3);
    expect(
      windowOf(orders[0]?.t0 ?? 0).every((second) => second * 1000 > (orders[0]?.create_time ?? 0)),
    ).toBe(true);
  });
});

test("a venue started with another seed, or another market, settles nothing by it", async () => {
  const store = await openTestSqlite();
  const venue = await startVenue({ store, source: simulated(), start });
  const ada = await venue.user();
  const place = () =>
    ada.ask(secondPlaceOrder, {
      direction: "up",
      amount: "100",
      risk_ack: 1,
      symbol: "btcusdt",
      time: 30,
      client_order_id: crypto.randomUUID(),
    });
  const [other, same] = [await place(), await place()];
  // As of a live feed.
  await store.command(({ db }) =>
    db
      .updateTable("second_order")
      .set({ source: "htx" })
      .where("id", "=", Number(same.id))
      .execute(),
  );
  const again = await startVenue({
    store,
    source: createSimulator({ master: "another master", symbols }),
    start: start + 30_000,
  });
  for (let second = 0; second < 20; second += 1) await again.wind(3000);
  const rows = await store.read((db) =>
    db.selectFrom("second_order").selectAll().orderBy("id").execute(),
  );
  expect(
    rows.map(({ id, result, void_reason, open_price }) => [
      String(id),
      result,
      void_reason,
      open_price,
    ]),
  ).toEqual([
    [other.id, "void", "entry", null],
    [same.id, "void", "entry", null],
  ]);
  expect((await readBalancesOf(store, ada.session?.id ?? ""))?.stake).toBe(0n);
});

async function readBalancesOf(store: Store, user: string) {
  return (await store.read((db) => readBalances(db, user))).get("USDT");
}

test("a void contract is put into words, with what came back", () => {
  const facts = { symbol: "btcusdt", amount: "100", currency: "USDT", void_reason: "entry" };
  expect(noticeWords("seconds_void", facts)).toEqual({
    title: "Seconds contract void",
    content:
      "There were too few prices to make the entry price of your seconds contract in btcusdt. Its stake of 100 USDT is back in your balance.",
  });
  expect(noticeWords("seconds_void", { void_reason: "exit" }).content).toBe(
    "There were too few prices to make the exit price of your seconds contract. Its stake is back in your balance.",
  );
});
