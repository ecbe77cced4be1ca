import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { operate as runOperate } from "../../harness/venue/operate.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { readSellReview } from "../../../venue/settings/sell-review-setting.ts";
import { ReviewDesk, decideReview } from "../../../venue/spot/review/sell-reviews.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";
import { openStage, type Stage } from "./spot-stage.ts";

const over = { btcusdt: "0.5" };
const sell = { side: "sell", type: "limit", price: "70000", amount: "0.6" } as const;
const minute = 60_000;

/** Runs the operator's command line on the stage's own database, as another process would. */
async function operate(stage: Pick<Stage, "store" | "clock">, ...args: string[]) {
  const venue = { store: stage.store, now: () => stage.clock.now() };
  const { code, lines, faults } = await runOperate(venue, ["coin", ...args], { by: "cli:ada" });
  return { code, said: [...lines, ...faults] };
}

describeDatabases("sells under review", (open) => {
  test("only sells above the limit wait, and with them their coins", async () => {
    const stage = await openStage(await open(), undefined, over);
    await stage.fund(7, "BTC", "3");
    await stage.fund(7, "USDT", "60000");
    await stage.fund(7, "DOGE", "100");
    expect(await stage.place(7, { ...sell, amount: "0.5" })).toMatchObject({
      state: "submitted",
      status: 1,
      review_until: null,
    });
    expect(
      await stage.place(7, {
        symbol: "dogeusdt",
        side: "sell",
        type: "limit",
        price: "6",
        amount: "100",
      }),
    ).toMatchObject({ state: "submitted" });
    expect(
      await stage.place(7, { side: "buy", type: "limit", price: "50000", amount: "0.6" }),
    ).toMatchObject({ state: "submitted" });
    const placed = await stage.place(7, sell);
    expect(placed).toMatchObject({
      state: "reviewing",
      status: 0,
      frozen: "0.60000000",
      review_until: stage.source.now + 15 * minute,
      create_time: stage.source.now,
    });
    const market = await stage.place(7, { side: "sell", amount: "0.500001" });
    for (let shown = 0; shown < 3; shown++) await stage.show();
    for (const { id } of [placed, market])
      expect(await stage.order(7, { id })).toMatchObject({ state: "reviewing", fills: [] });
    expect((await stage.orders(7, { status: 0 })).list.map(({ id }) => id)).toEqual([
      market.id,
      placed.id,
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("one let through is an order from then on; a stop begins to wait", async () => {
    const stage = await openStage(await open(), undefined, over);
    await stage.fund(7, "BTC", "3");
    const placedAt = stage.source.now;
    const market = await stage.place(7, { side: "sell", amount: "0.6" });
    const stop = await stage.place(7, {
      side: "sell",
      type: "stop-limit",
      stop_price: "59000",
      operator: "lte",
      price: "59000",
      amount: "0.6",
    });
    const limit = await stage.place(7, sell);
    await stage.show(minute);
    const reported: unknown[] = [];
    stage.bus.onNotify(
      ({ userId, event, data }) => event === "order" && reported.push([userId, data]),
    );
    await stage.reviews.tick();
    for (const { id } of [market, stop, limit])
      expect(await operate(stage, "approve", id)).toEqual({
        code: 0,
        said: [`Sell ${id} goes to the market.`],
      });
    expect(await operate(stage, "approve", market.id)).toEqual({
      code: 2,
      said: [`No sell ${market.id} is waiting for a review; "queue coin" lists those that are.`],
    });
    expect(await stage.order(7, { id: market.id })).toMatchObject({
      state: "submitted",
      status: 1,
      review_until: null,
      create_time: placedAt,
      update_time: stage.source.now,
    });
    expect((await stage.order(7, { id: stop.id })).state).toBe("created");
    // The venue is another process: it finds out when it looks.
    expect(reported).toEqual([]);
    await stage.reviews.tick();
    expect(reported).toEqual(
      [market, stop, limit].map(({ id }) => ["7", expect.objectContaining({ id, status: 1 })]),
    );
    await stage.show(1000, { btcusdt: { bids: [[5_999_000, 1_000_000]] } });
    expect(await stage.order(7, { id: market.id })).toMatchObject({
      state: "filled",
      fills: [expect.objectContaining({ price: "59990.00" })],
    });
    await stage.reviews.tick();
    expect(
      reported.filter((one) => (one as [string, { state: string }])[1].state === "reviewing"),
    ).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test("one refused gives its coins back and says why, with its own bill and a line in the audit log", async () => {
    const stage = await openStage(await open(), undefined, over);
    await stage.fund(7, "BTC", "1");
    const { id } = await stage.place(7, sell);
    expect(await operate(stage, "reject", id, "--reason", "Where are the coins from?")).toEqual({
      code: 0,
      said: [`Sell ${id} is refused; 0.6 BTC are free again.`],
    });
    expect(await stage.order(7, { id })).toMatchObject({
      state: "rejected",
      status: 2,
      reason: "Where are the coins from?",
      frozen: "0.00000000",
      review_until: null,
      finish_time: stage.source.now,
    });
    expect(await stage.money(7, "BTC")).toEqual(["1.00000000", "0.00000000"]);
    expect(
      (await stage.bills(7)).list
        .map(({ type, amount, ref_id }) => [type, amount, ref_id])
        .slice(0, 2),
    ).toEqual([
      [7, "0.60000000", id],
      [5, "-0.60000000", id],
    ]);
    expect((await operate(stage, "reject", id, "--reason", "Again.")).code).toBe(2);
    await expect(stage.cancel(7, id)).rejects.toMatchObject({
      code: 300009,
      data: { state: "rejected" },
    });
    const audit = await stage.store.read((db) =>
      db.selectFrom("audit").select(["event", "user_id", "facts"]).execute(),
    );
    expect(audit.map((row) => [row.event, row.user_id, JSON.parse(row.facts) as unknown])).toEqual([
      [
        "coin-sell-reviewed",
        7,
        { by: "cli:ada", order: id, verdict: "rejected", reason: "Where are the coins from?" },
      ],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("after a quarter of an hour it is over, once, in whatever process and also after a pause of the venue", async () => {
    const stage = await openStage(await open({ poolSize: 8 }), undefined, over);
    await stage.fund(7, "BTC", "2");
    const first = await stage.place(7, sell);
    stage.source.advance(5 * minute);
    const second = await stage.place(7, sell);
    await stage.reviews.tick();
    stage.source.advance(10 * minute - 1);
    await stage.reviews.tick();
    expect((await stage.order(7, { id: first.id })).state).toBe("reviewing");
    stage.source.advance(1);
    expect((await operate(stage, "approve", first.id)).code).toBe(2);
    const reported: unknown[] = [];
    stage.bus.onNotify(({ event, data }) => event === "order" && reported.push(data));
    await Promise.all([
      stage.reviews.tick(),
      new ReviewDesk(stage).tick(),
      new ReviewDesk(stage).tick(),
    ]);
    expect(await stage.order(7, { id: first.id })).toMatchObject({
      state: "expired",
      status: 2,
      reason: "review_timeout",
      frozen: "0.00000000",
      finish_time: stage.source.now,
    });
    expect((await stage.order(7, { id: second.id })).state).toBe("reviewing");
    expect(reported).toEqual([expect.objectContaining({ id: first.id, state: "expired" })]);
    stage.source.advance(86_400_000);
    await new ReviewDesk(stage).tick();
    expect((await stage.order(7, { id: second.id })).state).toBe("expired");
    expect(
      (await stage.bills(7, { type: "7" })).list.map(({ amount, ref_id }) => [amount, ref_id]),
    ).toEqual([
      ["0.60000000", second.id],
      ["0.60000000", first.id],
    ]);
    expect(await stage.money(7, "BTC")).toEqual(["2.00000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("its owner may take it back or put another in its place", async () => {
    const stage = await openStage(await open(), undefined, over);
    await stage.fund(7, "BTC", "1");
    const first = await stage.place(7, sell);
    const second = await stage.replace(7, first.id, { ...sell, amount: "0.7" });
    expect(second).toMatchObject({ state: "reviewing", replaces: first.id });
    const small = await stage.replace(7, second.id, { ...sell, amount: "0.4" });
    expect(small).toMatchObject({ state: "submitted", replaces: second.id });
    const third = await stage.place(7, sell);
    expect(await stage.cancel(7, third.id)).toMatchObject({ state: "canceled", reason: null });
    expect((await operate(stage, "approve", third.id)).code).toBe(2);
    expect(await stage.money(7, "BTC")).toEqual(["0.60000000", "0.40000000"]);
    expect((await stage.bills(7, { type: "7" })).total).toBe(0);
    expect(await stage.violations()).toEqual([]);
  });

  test("the operator's list", async () => {
    const stage = await openStage(await open(), undefined, over);
    expect(await operate(stage, "queue")).toEqual({
      code: 0,
      said: ["No sell is waiting for a review."],
    });
    await stage.fund(7, "BTC", "3");
    await stage.place(7, { ...sell, amount: "0.75" });
    stage.source.advance(4 * minute);
    await stage.place(7, { side: "sell", amount: "0.6" });
    expect((await operate(stage, "queue")).said).toEqual([
      "ID  USER  PLACED                SELLS     MARKET   TYPE    PRICE     STOP  LEFT",
      "1   #7    2023-11-14 22:00:00Z  0.75 BTC  btcusdt  limit   70000.00  -     11 min",
      "2   #7    2023-11-14 22:04:00Z  0.6 BTC   btcusdt  market  -         -     15 min",
    ]);
  });

  test("decided, cancelled, replaced and lapsed at once: one of them", async () => {
    const stage = await openStage(await open({ poolSize: 20 }), undefined, over);
    const audit = new AuditLog(stage.store, () => undefined);
    const ends = new Map<string, number>();
    await stage.fund(7, "BTC", "1");
    for (let round = 0; round < 20; round++) {
      const { id } = await stage.place(7, sell);
      const decide = (refusal: string | null) =>
        stage.store.command((tx) =>
          decideReview(tx, audit, { id: Number(id), refusal, by: "test", now: stage.source.now }),
        );
      const acts = [
        async () => (await decide(null)) && "approved",
        async () => (await decide("No.")) && "rejected",
        async () => (await stage.cancel(7, id)) && "canceled",
        async () => (await stage.cancel(7, id)) && "canceled",
        async () => (await stage.replace(7, id, { ...sell, amount: "0.1" })) && "replaced",
      ];
      const turned = [...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)];
      const done = (await Promise.allSettled(turned.map((act) => act())))
        .filter((outcome) => outcome.status === "fulfilled")
        .map(({ value }) => value)
        .filter((value) => value !== undefined);
      const order = await stage.order(7, { id });
      const ended = order.reason === "replaced" ? "replaced" : order.state;
      ends.set(ended, (ends.get(ended) ?? 0) + 1);
      // One let through may still be ended by its owner; nothing else comes twice.
      expect(done.filter((one) => one !== "approved")).toEqual([ended]);
      await stage.cancelAll(7);
      expect(await stage.money(7, "BTC")).toEqual(["1.00000000", "0.00000000"]);
    }
    expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(20);
    expect(await stage.violations()).toEqual([]);
  });
});

test.each([
  ["reject", "1"],
  ["reject", "1", "--reason", " "],
  ["reject", "1", "--reason", "x".repeat(201)],
  ["approve"],
  ["approve", "one"],
  ["approve", "1", "--reason", "x"],
  ["queue", "1"],
  ["decide", "1"],
  [],
])("coin %s %s is no command", async (...words) => {
  const said = await operate(
    { store: { close: async () => undefined } as Stage["store"], clock: { now: () => 0 } },
    ...words,
  );
  expect(said.code).toBe(2);
});

test("the limit is a setting, published to clients, and held against what is traded", async () => {
  expect([readSellReview('{"btcusdt":"5"}'), readSellReview("{}")]).toEqual([{ btcusdt: "5" }, {}]);
  for (const wrong of [
    "",
    "5",
    "[]",
    '["5"]',
    '{"BTCUSDT":"5"}',
    '{"btcusdt":5}',
    '{"btcusdt":"-5"}',
    '{"btcusdt":"1e3"}',
    '{"btcusdt":"5","btcusdt":"6"}',
    '{"btcusdt":null}',
  ])
    expect(readSellReview(wrong)).toBeUndefined();
  await expect(startVenue({ settings: { sellReviewOver: { nopeusdt: "5" } } })).rejects.toThrow(
    "SELL_REVIEW_OVER names nopeusdt, which is not traded here.",
  );
  const venue = await startVenue({ settings: { sellReviewOver: over } });
  const rows = await venue.visitor.ask(api.market.symbols, {});
  expect(
    rows.map((row) => [
      row.symbol,
      row["sell-review-over"],
      row["buy-limit-must-less-than"],
      row["sell-limit-must-greater-than"],
    ]),
  ).toEqual([
    ["btcusdt", "0.5", 1.1, 0.9],
    ["dogeusdt", null, 1.1, 0.9],
  ]);
});

test("a running venue ends it without a command", async () => {
  const venue = await startVenue({ settings: { sellReviewOver: over, welcome: { BTC: "1" } } });
  const ada = await venue.user();
  const { id } = await ada.ask(api.spot.coinPlaceOrder, {
    symbol: "btcusdt",
    ...sell,
    client_order_id: crypto.randomUUID(),
  });
  await venue.wind(15 * minute - 1000);
  expect((await ada.ask(api.spot.coinOrder, { id })).state).toBe("reviewing");
  await venue.wind(1000);
  expect(await ada.ask(api.spot.coinOrder, { id })).toMatchObject({
    state: "expired",
    reason: "review_timeout",
  });
});
