import { describe, expect, test } from "vitest";
import { settleTaker } from "../../../venue/spot/rules/taker-settlement.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { c1Asks, openStage } from "./spot-stage.ts";

const scales = { price: 2, amount: 6, base: 8, quote: 8 };
const none = 0n;

describe("a limit order's first look at the book", () => {
  const levels = [
    [100, 10],
    [101, 10],
    [110, 10],
  ] as const;
  const look = (
    tif: string,
    price: bigint,
    lots: bigint,
    side: "buy" | "sell" = "buy",
    missing = none,
  ) => {
    const { fills, state, reason } = settleTaker(
      {
        side,
        price,
        amount: lots * 100n,
        held: side === "buy" ? price * lots : lots * 100n,
        scales,
        tif,
      },
      {
        levels: side === "buy" ? levels : levels.map(([at, size]) => [200 - at, size] as const),
        missing,
      },
    );
    return [fills.map((fill) => `${fill.lots}@${fill.price}`).join(" "), state, reason];
  };
  test.each([
    ["gtc", 101n, 30n, "10@100 10@101", "partial-filled", null],
    ["gtc", 99n, 30n, "", "submitted", null],
    ["gtc", 200n, 30n, "10@100 10@101 10@110", "filled", null],
    ["gtc", 200n, 31n, "10@100 10@101 10@110", "partial-filled", null],
    ["ioc", 101n, 30n, "10@100 10@101", "partial-canceled", "price"],
    ["ioc", 99n, 30n, "", "canceled", "no_liquidity"],
    ["ioc", 101n, 20n, "10@100 10@101", "filled", null],
    ["fok", 101n, 20n, "10@100 10@101", "filled", null],
    ["fok", 101n, 21n, "", "canceled", "not_whole"],
    ["post_only", 99n, 5n, "", "submitted", null],
    ["post_only", 100n, 5n, "", "canceled", "would_take"],
  ] as const)("%s at %s for %s: %s %s %s", (tif, price, lots, taken, state, reason) => {
    expect(look(tif, price, lots)).toEqual([taken, state, reason]);
    // A sell sees the same from the other side.
    expect(look(tif, 200n - price === 0n ? 1n : 200n - price, lots, "sell")).toEqual([
      taken.replaceAll(/@(\d+)/g, (_, at: string) => `@${200 - Number(at)}`),
      state,
      reason,
    ]);
  });

  test("what others took is not there, but post-only goes by what is displayed", () => {
    expect(look("gtc", 100n, 5n, "buy", 10n)).toEqual(["", "submitted", null]);
    expect(look("post_only", 100n, 5n, "buy", 10n)).toEqual(["", "canceled", "would_take"]);
  });
});

describeDatabases("limit orders", (open) => {
  const c1 = { btcusdt: { asks: c1Asks } };

  test("takes up to its own price as a taker, and what is set aside beyond its cost comes back", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "2000");
    const { id, frozen } = await stage.place(7, {
      side: "buy",
      type: "limit",
      amount: "0.015",
      price: "60050",
    });
    expect(frozen).toBe("900.75000000");
    await stage.show(1000, c1);
    expect(await stage.order(7, { id })).toMatchObject({
      state: "filled",
      tif: "gtc",
      reason: null,
      filled_value: "900.10000000",
      fee: "0.00003000",
      frozen: "0.00000000",
    });
    expect(await stage.money(7, "USDT")).toEqual(["1099.90000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("the rest stands, and keeps no more than its own price needs", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "2000");
    const { id } = await stage.place(7, {
      side: "buy",
      type: "limit",
      amount: "0.02",
      price: "60010",
    });
    await stage.show(1000, c1);
    expect(await stage.order(7, { id })).toMatchObject({
      state: "partial-filled",
      status: 1,
      filled_amount: "0.015000",
      frozen: "300.10000000",
      finish_time: null,
    });
    const { state, frozen } = await stage.cancel(7, id);
    expect([state, frozen]).toEqual(["partial-canceled", "0.00000000"]);
    expect(await stage.money(7, "USDT")).toEqual(["1099.90000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("ioc, fok and post-only end at their first look, and say why", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "9000");
    const draft = { side: "buy", type: "limit", amount: "0.02", price: "60010" } as const;
    const ids = [];
    for (const tif of ["fok", "post_only", "ioc"] as const)
      ids.push((await stage.place(7, { ...draft, tif })).id);
    ids.push(
      (await stage.place(7, { ...draft, tif: "ioc", price: "59000" })).id,
      (await stage.place(7, { ...draft, tif: "post_only", price: "59000" })).id,
    );
    await stage.show(1000, c1);
    const found = await Promise.all(ids.map((id) => stage.order(7, { id })));
    expect(found.map(({ state, reason, filled_amount }) => [state, reason, filled_amount])).toEqual(
      [
        ["canceled", "not_whole", "0.000000"],
        ["canceled", "would_take", "0.000000"],
        ["partial-canceled", "price", "0.015000"],
        ["canceled", "no_liquidity", "0.000000"],
        ["submitted", null, "0.000000"],
      ],
    );
    expect(await stage.money(7, "USDT")).toEqual(["6919.90000000", "1180.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("without a fresh book one that may wait waits, one that wants it at once is given up after 10 s", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "5000");
    const draft = { side: "buy", type: "limit", amount: "0.01", price: "60010" } as const;
    const [gtc, fok] = [
      await stage.place(7, draft),
      await stage.place(7, { ...draft, tif: "fok" }),
    ];
    stage.source.setHealth("halted");
    await stage.show(11_000);
    stage.source.setHealth("live");
    expect(await stage.order(7, { id: fok.id })).toMatchObject({
      state: "canceled",
      reason: "halted",
    });
    expect((await stage.order(7, { id: gtc.id })).state).toBe("submitted");
    await stage.show(3_600_000, c1);
    expect(await stage.order(7, { id: gtc.id })).toMatchObject({
      state: "filled",
      filled_value: "600.05000000",
    });
    expect(await stage.violations()).toEqual([]);
  });

  test("a lot worth less than the quote's smallest unit trades, and the rounding is booked", async () => {
    const stage = await openStage(await open());
    stage.source.setTicker("pepeusdt", { close: 5, bid: 4, ask: 6 });
    await stage.fund(7, "USDT", "10");
    const { id } = await stage.place(7, {
      symbol: "pepeusdt",
      side: "buy",
      type: "limit",
      amount: "20000000000",
      price: "0.0000000005",
    });
    await stage.show(1000, {
      pepeusdt: {
        asks: [
          [5, 1],
          [6, 1],
        ],
        bids: [[4, 1]],
      },
    });
    expect(await stage.order(7, { id })).toMatchObject({
      state: "partial-filled",
      filled_amount: "1",
      frozen: "10.00000000",
      filled_value: "0.00000000",
    });
    expect(await stage.violations()).toEqual([]);
  });
});
