import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type resultOf, windowPrice } from "#protocol/rules/seconds-settlement.ts";
import { samplesAt } from "../../../venue/seconds/prices/index-samples.ts";
import { isFinal, outcomeOf } from "../../../venue/seconds/orders/settlement.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { level, openSecondsStage } from "./seconds-stage.ts";

describe("the rules of rules.md, 5", () => {
  test("up and down are mirror images, whatever the samples are, and the house gets what they do not", () => {
    const sample = fc.option(
      fc
        .integer({ min: 5_999_900, max: 6_000_100 })
        .map((units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, "0")}`),
      { nil: null, freq: 8 },
    );
    const window = fc.array(sample, { minLength: 5, maxLength: 5 });
    const mirror = { win: "lose", lose: "win", draw: "draw", void: "void" } as const;
    fc.assert(
      fc.property(
        window,
        window,
        fc.bigInt(1n, 10n ** 12n),
        fc.integer({ min: 1, max: 99 }),
        (entry, exit, stake, odds) => {
          const terms = { stake, odds: `0.${String(odds).padStart(2, "0")}`, price_precision: 2 };
          const price = windowPrice(entry, 2);
          const [up, down] = [
            outcomeOf({ ...terms, direction: "up" }, price, exit),
            outcomeOf({ ...terms, direction: "down" }, price, exit),
          ];
          expect(down.result).toBe(mirror[up.result]);
          expect([up.close_price, up.samples1, up.void_reason]).toEqual([
            down.close_price,
            down.samples1,
            down.void_reason,
          ]);
          if (up.result === "void" || up.result === "draw")
            expect([up.payout, down.payout]).toEqual([stake, stake]);
          else expect(up.payout === 0n || down.payout === 0n).toBe(true);
          // Nobody can win from both sides together.
          expect(up.payout + down.payout).toBeLessThanOrEqual(2n * stake);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a window is waited for until nothing can change it", () => {
    const whole = ["1", "1", "1", "1", "1"];
    const [four, three] = [
      ["1", null, "1", "1", "1"],
      ["1", null, null, "1", "1"],
    ];
    expect(
      [0, 4999, 5000, 59_999, 60_000].map((late) =>
        [whole, four, three].map((samples) => isFinal(samples, late)),
      ),
    ).toEqual([
      [true, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  test("what settles sees a direction, a stake, odds and prices, and nobody", () => {
    expectTypeOf<keyof Parameters<typeof outcomeOf>[0]>().toEqualTypeOf<
      "direction" | "stake" | "odds" | "price_precision"
    >();
    expectTypeOf<Parameters<typeof resultOf>>().toEqualTypeOf<
      [direction: "up" | "down", entry: string | null, exit: string | null, precision: number]
    >();
    expectTypeOf<keyof Parameters<typeof samplesAt>[1]>().toEqualTypeOf<"symbol" | "precision">();
    expect(outcomeOf.length + samplesAt.length).toBe(6);
  });
});

describeDatabases("a seconds contract's life", (open) => {
  test("entry at T0 from its five samples, exit at T1, money moved once, a receipt of it all", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    await stage.fund(8, "1000");
    const up = await stage.place(7, { amount: "100" });
    const down = await stage.place(8, { amount: "100", direction: "down" });
    const reported: unknown[] = [];
    stage.bus.onNotify(
      ({ userId, topic, event, data }) =>
        userId === "7" &&
        reported.push(
          topic === "user.second"
            ? [event, (data as typeof up).result, (data as typeof up).open_price]
            : topic,
        ),
    );
    await stage.at(up.t0 - 1);
    expect((await stage.order(7, { id: up.id })).open_price).toBeNull();
    stage.window(up.t0, [600_001_100, 600_001_300, 600_002_000, 599_999_000, 600_001_500]);
    await stage.at(up.t0);
    expect(await stage.order(7, { id: up.id })).toMatchObject({
      open_price: "60000.130",
      current_price: "60000.1500",
      status: 0,
      payout: null,
    });
    // What the source says of these seconds later changes nothing any more.
    stage.still(up.t0, level);
    stage.window(up.t1, [600_001_200, 600_001_300, 600_002_000, 600_001_400, 600_001_500]);
    await stage.at(up.t1 - 1);
    expect((await stage.order(7, { id: up.id })).status).toBe(0);
    await stage.at(up.t1);
    const settled = await stage.order(7, { id: up.id });
    expect(settled).toMatchObject({
      open_price: "60000.130",
      close_price: "60000.140",
      current_price: null,
      status: 1,
      result: "win",
      profit: "95.00000000",
      payout: "195.00000000",
      close_time: up.t1,
      void_reason: null,
    });
    expect(await stage.order(8, { id: down.id })).toMatchObject({
      result: "lose",
      profit: "-100.00000000",
      payout: "0.00000000",
    });
    expect([await stage.money(7), await stage.money(8), await stage.pool()]).toEqual([
      ["1095.00000000", "0.00000000"],
      ["900.00000000", "0.00000000"],
      500_000_000n,
    ]);
    expect(reported).toEqual([
      ["entry", null, "60000.130"],
      ["settled", "win", "60000.130"],
      "user.wallet",
    ]);
    expect(
      (await stage.bills(7)).list
        .map(({ type, sub_type, amount }) => [type, sub_type, amount])
        .slice(0, 2),
    ).toEqual([
      [4, "win", "195.00000000"],
      [3, "open", "-100.00000000"],
    ]);
    // A lost stake moves nothing that is available: the bill is the one of its opening.
    expect((await stage.bills(8)).list.map(({ type, sub_type }) => [type, sub_type])).toEqual([
      [3, "open"],
      [1, ""],
    ]);
    const receipt = await stage.receipt(up.id);
    expect(receipt).toMatchObject({
      seq: 1,
      order_id: up.id,
      direction: "up",
      stake: "100.00000000",
      odds: "0.95",
      time: 30,
      accept_time: up.create_time,
      t0: up.t0,
      t1: up.t1,
      price_precision: 2,
      samples0: ["60000.1100", "60000.1300", "60000.2000", "59999.9000", "60000.1500"],
      samples1: ["60000.1200", "60000.1300", "60000.2000", "60000.1400", "60000.1500"],
      entry: "60000.130",
      exit: "60000.140",
      result: "win",
      payout: "195.00000000",
      method: "tm5-v1",
      source: "sim",
      day_commits: [],
      settle_time: up.t1,
    });
    expect(settled.receipt).toBe(receipt?.hash);
    const books = await stage.books();
    for (let again = 0; again < 3; again += 1) await stage.at(stage.source.now + 1000);
    expect(await stage.books()).toEqual(books);
    expect(await stage.violations()).toEqual([]);
  });

  test("a draw gives both stakes back", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "200");
    const orders = [await stage.place(7), await stage.place(7, { direction: "down" })];
    stage.still(orders[0]?.t0 ?? 0, level);
    stage.still(orders[0]?.t1 ?? 0, level);
    await stage.at(orders[0]?.t1 ?? 0);
    expect(
      (await stage.orders(7, { status: "1" })).list.map(({ result, profit, payout }) => [
        result,
        profit,
        payout,
      ]),
    ).toEqual(Array.from({ length: 2 }, () => ["draw", "0.00000000", "100.00000000"]));
    expect([await stage.money(7), await stage.pool()]).toEqual([
      ["200.00000000", "0.00000000"],
      0n,
    ]);
    expect(
      (await stage.bills(7, { type: "3" })).list.map(({ sub_type, amount }) => [sub_type, amount]),
    ).toEqual([
      ["draw", "100.00000000"],
      ["draw", "100.00000000"],
      ["open", "-100.00000000"],
      ["open", "-100.00000000"],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("settled late, the result is the one of its own seconds", async () => {
    const results: unknown[] = [];
    for (const late of [0, 1000, 59_000, 3_600_000, 40 * 86_400_000]) {
      const stage = await openSecondsStage(await open());
      await stage.fund(7, "1000");
      const orders = [await stage.place(7), await stage.place(7, { direction: "down", time: 60 })];
      for (const { t0, t1 } of orders) {
        stage.window(t0, [600_001_100, 600_001_300, 600_002_000, 599_999_000, 600_001_500]);
        stage.window(t1, [600_001_200, undefined, 600_002_000, 600_001_400, 600_001_500]);
      }
      // In between the market shows anything but what counts.
      stage.source.setIndex(
        "btcusdt",
        (orders[1]?.t1 ?? 0) / 1000 + 1,
        Array.from({ length: 100 }, (_, at) => level + at * 1e6),
      );
      if (late === 0)
        for (let now = stage.source.now; now <= (orders[1]?.t1 ?? 0) + 5000; now += 1000)
          await stage.at(now);
      else await stage.at((orders[1]?.t1 ?? 0) + Math.max(late, 5000));
      const receipts = await Promise.all(orders.map(({ id }) => stage.receipt(id)));
      results.push(receipts.map((receipt) => ({ ...receipt, settle_time: 0, signature: "" })));
      expect(receipts.map((receipt) => receipt?.result)).toEqual(["win", "lose"]);
      expect(await stage.violations()).toEqual([]);
    }
    for (const result of results) expect(result).toEqual(results[0]);
  });

  test("without samples it is void: the stake comes back, a notice says why, a receipt says what was missing", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    const entry = await stage.place(7);
    const exit = await stage.place(7, { time: 60 });
    const whole = await stage.place(7, { symbol: "btcusdt", time: 120 });
    expect([entry.t0, exit.t0]).toEqual([whole.t0, whole.t0]);
    stage.window(entry.t0, [level, undefined, undefined, level, level]);
    await stage.at(entry.t0 + 59_999);
    expect((await stage.orders(7, { status: "0" })).total).toBe(3);
    // Samples that come in within the minute still count.
    stage.window(entry.t0, [level, level, undefined, level, level]);
    await stage.at(entry.t0 + 59_999);
    expect((await stage.orders(7)).list.map(({ open_price }) => open_price)).toEqual([
      "60000.000",
      "60000.000",
      "60000.000",
    ]);
    stage.window(exit.t1, [undefined, undefined, level, level, level]);
    await stage.at(exit.t1 + 60_000);
    expect(await stage.order(7, { id: entry.id })).toMatchObject({
      result: "void",
      void_reason: "exit",
      open_price: "60000.000",
      close_price: null,
      profit: "0.00000000",
      payout: "100.00000000",
    });
    expect(await stage.order(7, { id: exit.id })).toMatchObject({
      result: "void",
      void_reason: "exit",
    });
    expect(await stage.receipt(exit.id)).toMatchObject({
      result: "void",
      exit: null,
      samples1: [null, null, "60000.0000", "60000.0000", "60000.0000"],
    });

    stage.still(whole.t1, level);
    const never = await stage.place(7);
    await stage.at(never.t0 + 60_000);
    expect(await stage.order(7, { id: never.id })).toMatchObject({
      result: "void",
      void_reason: "entry",
      open_price: null,
      close_price: null,
      status: 1,
    });
    expect(await stage.receipt(never.id)).toMatchObject({
      result: "void",
      entry: null,
      samples1: [null, null, null, null, null],
    });
    const notices = await stage.store.read((db) =>
      db
        .selectFrom("notice")
        .select(["kind", "facts", "ref_id"])
        .where("kind", "=", "seconds_void")
        .orderBy("id")
        .execute(),
    );
    expect(
      notices.map(({ kind, facts, ref_id }) => [
        kind,
        ref_id,
        (JSON.parse(facts) as { void_reason: string }).void_reason,
      ]),
    ).toEqual([
      ["seconds_void", entry.id, "exit"],
      ["seconds_void", exit.id, "exit"],
      ["seconds_void", never.id, "entry"],
    ]);
    expect((await stage.bills(7, { type: "3" })).list.map(({ sub_type }) => sub_type)).toEqual([
      "void",
      "draw",
      "open",
      "void",
      "void",
      "open",
      "open",
      "open",
    ]);
    expect(await stage.money(7)).toEqual(["1000.00000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a clock set back holds everything until it comes by again", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    const order = await stage.place(7);
    stage.still(order.t0, level);
    stage.still(order.t1, level + 100_000);
    await stage.at(order.t0);
    const books = await stage.books();
    for (const now of [order.t0 - 3_600_000, order.t0 - 10_000, order.t1 - 1]) {
      await stage.at(now);
      expect(await stage.books()).toEqual(books);
    }
    await stage.at(order.t1);
    expect(await stage.order(7, { id: order.id })).toMatchObject({
      result: "win",
      close_time: order.t1,
    });
  });

  test("two markets, other ticks: each by its own; ticks that changed meanwhile void it", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    stage.source.setIndex("dogeusdt", stage.source.now / 1000, [12_345_678]);
    const order = await stage.place(7, { symbol: "dogeusdt" });
    expect([order.current_price, order.price_precision]).toEqual(["0.12345678", 6]);
    stage.still(order.t0, 12_345_678, "dogeusdt");
    stage.still(order.t1, 12_345_688, "dogeusdt");
    await stage.at(order.t1);
    expect(await stage.order(7, { id: order.id })).toMatchObject({
      open_price: "0.1234568",
      close_price: "0.1234569",
      result: "win",
    });
    const facts = { symbol: "dogeusdt", precision: 5 };
    expect(samplesAt(stage.source, facts, order.t1)).toEqual([null, null, null, null, null]);
  });

  test("own record, by duration and market, and lists with their filters", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000");
    expect(await stage.record(7)).toEqual({
      since: null,
      wins: 0,
      losses: 0,
      draws: 0,
      voids: 0,
      staked: "0.00000000",
      net: "0.00000000",
      times: [],
    });
    const orders = [
      await stage.place(7),
      await stage.place(7, { direction: "down" }),
      await stage.place(7, { time: 60, amount: "10.5" }),
      await stage.place(7, { time: 300 }),
    ];
    const [first] = orders;
    if (!first) throw new Error("no order");
    stage.still(first.t0, level);
    for (const { t1, time } of orders) if (time < 300) stage.still(t1, level + 10_000);
    await stage.at(orders[2]?.t1 ?? 0);
    const counts = { draws: 0, voids: 0 };
    expect(await stage.record(7)).toEqual({
      since: first.create_time,
      wins: 2,
      losses: 1,
      ...counts,
      staked: "210.50000000",
      net: "4.97500000",
      times: [
        { time: 30, wins: 1, losses: 1, ...counts, staked: "200.00000000", net: "-5.00000000" },
        { time: 60, wins: 1, losses: 0, ...counts, staked: "10.50000000", net: "9.97500000" },
      ],
    });
    expect((await stage.record(7, "dogeusdt")).since).toBeNull();
    expect((await stage.record(8)).wins).toBe(0);
    const ids = async (query: Parameters<typeof stage.orders>[1]) =>
      (await stage.orders(7, query)).list.map(({ id }) => id);
    expect(await ids({})).toEqual(["4", "3", "2", "1"]);
    expect(await ids({ status: "0" })).toEqual(["4"]);
    expect(await ids({ status: "1", page: "2", size: "2" })).toEqual(["1"]);
    expect(await ids({ symbol: "dogeusdt" })).toEqual([]);
    expect(await ids({ start_time: String(first.create_time + 1) })).toEqual([]);
    expect(await ids({ end_time: String(first.create_time) })).toHaveLength(4);
  });
});
