import fc from "fast-check";
import { expect, test } from "vitest";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { liquidationPrice, mustLiquidate } from "#protocol/rules/contracts/contract-risk.ts";
import type { ContractTerms } from "#protocol/rules/contracts/contract-worth.ts";
import { slackOf } from "../../../venue/contracts/fills/liquidate.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openEngineStage } from "./engine-stage.ts";

const ample = 1_000_000_000;

describeDatabases("liquidation", (open) => {
  test("ends the orders around the position and no others, and closes it whole", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const limit = { order_type: "limit" as const };
    const closes = await stage.close(7, position, 400, { ...limit, price: "52000" });
    const adds = await stage.place(7, { direction: "buy", ...limit, price: "48000", volume: 10 });
    const other = await stage.place(7, { direction: "sell", ...limit, price: "52000", volume: 10 });
    await stage.show();
    await stage.show({ mark: 4_520_000, bids: [[4_510_000, ample]], asks: [[4_800_100, ample]] });
    expect(await stage.positions(7)).toEqual([]);
    expect(await stage.order(7, { id: closes.order.id })).toMatchObject({
      status: 7,
      reason: "liquidation",
    });
    expect(await stage.order(7, { id: adds.id })).toMatchObject({
      status: 7,
      reason: "liquidation",
      margin_frozen: "0.00000000",
    });
    expect(await stage.order(7, { id: other.id })).toMatchObject({ status: 3 });
    // 5000 − 4900 − 22.55 is left for the insurance.
    expect((await stage.history(7)).list[0]).toMatchObject({
      close_kind: "liquidation",
      margin_lost: "5000.00000000",
      insurance: "77.45000000",
      net: "-5025.00000000",
    });
    expect(await stage.house("insurance")).toBe(7_745_000_000n);
    expect(
      (await stage.orders(7, { status: "1" })).list.find(({ source }) => source === "liquidation"),
    ).toMatchObject({
      status: 6,
      direction: "sell",
      offset: "close",
      volume: 1000,
      trade_volume: 1000,
      position_id: position,
    });
    expect(await stage.violations()).toEqual([]);
  });

  test("a gap through the liquidation price costs the person the margin, and the insurance the rest", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7, { direction: "sell" });
    await stage.show({ mark: 5_800_000, asks: [[5_800_000, ample]] });
    expect(await stage.money(7)).toEqual(["975.00000000", "0.00000000", "0.00000000"]);
    expect((await stage.history(7)).list[0]).toMatchObject({
      realised: "-8000.00000000",
      insurance: "-3029.00000000",
      net: "-5025.00000000",
    });
    expect(await stage.house("insurance")).toBe(-302_900_000_000n);
    expect(await stage.violations()).toEqual([]);
  });

  test("where the book shows too little, the rest goes at the worst price shown, however far that is", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7);
    await stage.show({
      mark: 4_520_000,
      bids: [
        [4_520_000, 100_000],
        [4_000_000, 200_000],
      ],
    });
    expect(await stage.positions(7)).toEqual([]);
    const fills = await stage.fills();
    expect(
      fills.map(({ price, volume, lots, shown, level_price }) => [
        price,
        volume,
        lots,
        shown,
        level_price,
      ]),
    ).toEqual([
      [4_520_000n, 100n, 100_000n, 100_000n, 4_520_000n],
      [4_000_000n, 200n, 200_000n, 200_000n, 4_000_000n],
      [4_000_000n, 700n, 0n, null, 4_000_000n],
    ]);
    expect((await stage.history(7)).list[0]).toMatchObject({ net: "-5025.00000000" });
    expect(await stage.violations()).toEqual([]);
  });

  test("waits while the mark is stale or halted, or the book shows nothing", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7);
    stage.move(1000, { mark: 4_000_000 });
    stage.source.now += 3001;
    await stage.engine.tick();
    stage.source.setHealth("halted");
    await stage.show();
    stage.source.setHealth("live");
    stage.source.setSymbolState("btcusdt", "suspend");
    await stage.show();
    stage.source.setSymbolState("btcusdt", "online");
    await stage.show({ bids: [] });
    expect(await stage.positions(7)).toMatchObject([{ is_lock: 0, volume: 1000 }]);
    await stage.show({ bids: [[4_000_000, ample]] });
    expect(await stage.positions(7)).toEqual([]);
    expect(stage.logged).toEqual([]);
  });

  test("a crowd is liquidated in one pass, each once, even those locked by an operator", async () => {
    const stage = await openEngineStage(await open());
    const users = Array.from({ length: 70 }, (_, at) => at + 1);
    for (const user of users) {
      await stage.fund(user, "60");
      const position = await stage.hold(user, { volume: 10n });
      if (user === 5) await stage.alter(user, position, { lock_reason: "operator" });
    }
    await stage.show({ mark: 4_500_000, bids: [[4_500_000, ample]] });
    for (const user of users)
      expect(await stage.money(user)).toEqual(["9.75000000", "0.00000000", "0.00000000"]);
    expect(await stage.fills()).toHaveLength(70);
    expect(await stage.violations()).toEqual([]);
    expect(stage.logged).toEqual([]);
  });
});

const priced = fc.record({
  direction: fc.constantFrom("buy" as const, "sell" as const),
  volume: fc.bigInt(1n, 2_000_000n),
  ticks: fc.bigInt(100n, 9_000_000n),
  leverage: fc.integer({ min: 1, max: 125 }),
  size: fc.constantFrom(
    { value: 1n, scale: 3 },
    { value: 1n, scale: 2 },
    { value: 100n, scale: 0 },
  ),
  price: fc.integer({ min: 0, max: 6 }),
});

test("no mark that liquidates is further from the price that is kept than the slack", () => {
  fc.assert(
    fc.property(priced, ({ direction, volume, ticks, leverage, size, price }) => {
      const terms: ContractTerms = { size, price };
      const cost = volume * size.value * ticks * 10n ** BigInt(10 - size.scale - price);
      const margin = cost / 100n / BigInt(leverage) + 1n;
      fc.pre(cost / 100n < 100_000_000n * 10n ** 8n);
      const exposure = { direction, volume, cost, margin };
      const scale = price + 2;
      const stored = liquidationPrice(exposure, terms, contractRates.taker, scale);
      fc.pre(stored !== null);
      const slack = slackOf(terms, { value: stored ?? 0n, scale });
      const beyond =
        direction === "buy" ? (stored ?? 0n) + slack + 1n : (stored ?? 0n) - slack - 1n;
      const within =
        direction === "buy" ? (stored ?? 0n) - slack - 1n : (stored ?? 0n) + slack + 1n;
      if (beyond > 0n)
        expect(mustLiquidate(exposure, { value: beyond, scale }, terms, contractRates.taker)).toBe(
          false,
        );
      if (within > 0n)
        expect(mustLiquidate(exposure, { value: within, scale }, terms, contractRates.taker)).toBe(
          true,
        );
    }),
    { numRuns: 2000 },
  );
});
