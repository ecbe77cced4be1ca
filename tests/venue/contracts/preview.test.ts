import { expect, test } from "vitest";
import type { Level } from "../../../venue/feed/market-source.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import type { Draft } from "./contracts-stage.ts";
import { openEngineStage as openStage } from "./engine-stage.ts";

/** Levels that hold no whole number of contracts, so that some are made up of two. */
const asks: Level[] = [
  [5_000_100, 2500],
  [5_000_700, 4900],
  [5_003_333, 1_000_000],
];
const bids: Level[] = [
  [4_999_900, 3700],
  [4_999_100, 2200],
  [4_996_667, 1_000_000],
];
const book = { asks, bids };

const cases: Draft[] = (["buy", "sell"] as const).flatMap((direction): Draft[] => [
  { direction, volume: 1 },
  { direction, volume: 7, lever_rate: 3 },
  { direction, volume: 77, lever_rate: 20 },
  {
    direction,
    volume: 12,
    order_type: "limit",
    price: direction === "buy" ? "50033.33" : "49966.67",
    lever_rate: 3,
  },
  { direction, volume: 5, order_type: "limit", price: direction === "buy" ? "51000" : "49000" },
]);

describeDatabases("a preview", (open) => {
  test("is what is then booked", async () => {
    const stage = await openStage(await open());
    const minor = (text: string) => BigInt(text.replace(".", ""));
    for (const [at, draft] of cases.entries()) {
      const user = 100 + at;
      await stage.fund(user, "10000");
      // After a minute nothing of what was taken is missing any more.
      await stage.show(book, 61_000);
      const shown = await stage.preview(user, draft);
      const placed = await stage.place(user, draft);
      expect(placed.margin_frozen).toBe(shown.cost);
      await stage.show(book);
      const order = await stage.order(user, { id: placed.id });
      const [position] = await stage.positions(user);
      expect(order, JSON.stringify(draft)).toMatchObject({
        status: 6,
        trade_volume: draft.volume,
        margin_frozen: "0.00000000",
        fee: shown.open_fee,
      });
      expect(position?.entry_value.slice(0, -2)).toBe(shown.notional);
      expect(position).toMatchObject({
        position_margin: shown.margin,
        liquidation_price: shown.liquidation_price,
      });
      expect(await stage.money(user)).toEqual([expect.any(String), "0.00000000", shown.margin]);
      // All that was paid is margin and fee.
      const bills = (await stage.bills(user, { size: 100 })).list.filter(
        ({ type }) => type === 8 || type === 9,
      );
      expect(bills.reduce((sum, { amount }) => sum + minor(amount), 0n)).toBe(
        -minor(shown.margin) - minor(shown.open_fee),
      );
    }
    expect(await stage.violations()).toEqual([]);
  });

  test("of more of the same is where all of it would be liquidated, on a book with what was just taken off", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "10000");
    await stage.show(book);
    await stage.place(7, { direction: "buy", volume: 7 });
    await stage.show(book);
    // On the very snapshot that the first was filled from, so that the second meets what is left.
    const shown = await stage.preview(7, { direction: "buy", volume: 7 });
    expect(shown.notional).not.toBe("350.02633000");
    // After a minute nothing of what was taken is missing any more.
    await stage.show(book, 61_000);
    const again = await stage.preview(7, { direction: "buy", volume: 7 });
    await stage.place(7, { direction: "buy", volume: 7 });
    await stage.show(book);
    const [position] = await stage.positions(7);
    expect(position).toMatchObject({ volume: 14, liquidation_price: again.liquidation_price });
    expect(await stage.violations()).toEqual([]);
  });

  test("of a limit order that rests is what its fill as maker books", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "10000");
    await stage.show(book);
    const draft: Draft = {
      direction: "buy",
      volume: 40,
      order_type: "limit",
      price: "49500",
      lever_rate: 3,
    };
    const shown = await stage.preview(7, draft);
    expect(shown).toMatchObject({
      notional: "1980.00000000",
      margin: "660.00000000",
      open_fee: "0.39600000",
      cost: "660.99000000",
      close_fee: "0.99000000",
    });
    const { id } = await stage.place(7, draft);
    await stage.show();
    await stage.show({ bids, asks: [[4_950_000, 1_000_000]] });
    expect(await stage.order(7, { id })).toMatchObject({
      status: 6,
      fee: shown.open_fee,
      fills: [{ role: "maker", price: "49500.00" }],
    });
    expect((await stage.positions(7))[0]).toMatchObject({
      position_margin: shown.margin,
      liquidation_price: shown.liquidation_price,
    });
    expect((await stage.money(7))[0]).toBe("9339.60400000");
  });

  test("says the most that balance and tiers allow: that is placed, and one contract more is not", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "10000");
    await stage.show(book);
    for (const draft of [
      { direction: "buy" },
      { direction: "sell", lever_rate: 20 },
      { direction: "buy", order_type: "limit", price: "49000", lever_rate: 5 },
    ] satisfies Draft[]) {
      const { max_volume: most } = await stage.preview(7, { ...draft, volume: 1 });
      await expect(stage.place(7, { ...draft, volume: most + 1 })).rejects.toMatchObject({
        code: 300008,
        data: { max_volume: most },
      });
      await stage.cancel(7, (await stage.place(7, { ...draft, volume: most })).id);
    }
    await stage.fund(8, "100000000");
    await stage.ackRisk(8);
    const rich = {
      direction: "buy",
      order_type: "limit",
      price: "50000",
      lever_rate: 125,
    } as const;
    expect((await stage.preview(8, { ...rich, volume: 1 })).max_volume).toBe(1000);
    await expect(stage.place(8, { ...rich, volume: 1001 })).rejects.toMatchObject({
      code: 300013,
      data: { max: 100, max_volume: 1000 },
    });
    expect((await stage.place(8, { ...rich, volume: 1000 })).status).toBe(3);
  });

  test("moves nothing, and has nothing to say of an empty or stale book", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "10000");
    await stage.show(book);
    const before = await stage.books();
    await stage.preview(7, { direction: "buy" });
    stage.source.setBook("btcusdt", { asks: [[5_000_100, 0]], bids });
    await expect(stage.preview(7, { direction: "buy" })).rejects.toMatchObject({
      code: 300010,
      data: { reason: "no_liquidity" },
    });
    stage.source.now += 3001;
    await expect(stage.preview(7, { direction: "buy" })).rejects.toMatchObject({ code: 300010 });
    expect(await stage.books()).toEqual(before);
  });
});
