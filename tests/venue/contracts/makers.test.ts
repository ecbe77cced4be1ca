import { expect, test } from "vitest";
import { contractsLeft, contractsShown } from "../../../venue/contracts/fills/contract-book.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openStage as openCoins } from "../spot/spot-stage.ts";
import { openEngineStage } from "./engine-stage.ts";

const ample = 1_000_000_000;
const limit = { order_type: "limit" as const };

describeDatabases("contract orders that rest", (open) => {
  test("an opening limit takes what crosses, rests with what is left and fills at its own price as a maker", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const { id } = await stage.place(7, {
      direction: "buy",
      volume: 100,
      ...limit,
      price: "50000",
    });
    await stage.show({
      asks: [
        [4_999_000, 40_000],
        [5_000_100, ample],
      ],
    });
    expect(await stage.order(7, { id })).toMatchObject({
      status: 4,
      trade_volume: 40,
      fills: [{ role: "taker", price: "49990.00", fee: "0.99980000" }],
    });
    expect(await stage.money(7)).toEqual(["19497.50000000", "301.54020000", "199.96000000"]);
    stage.source.addTrade("btcusdt", {
      price: 5_000_000,
      amount: ample,
      ts: stage.source.now + 500,
    });
    await stage.show({ asks: [[5_000_100, ample]] });
    expect(await stage.order(7, { id })).toMatchObject({ trade_volume: 40 });
    stage.source.addTrade("btcusdt", {
      price: 4_999_999,
      amount: 25_500,
      ts: stage.source.now + 500,
    });
    await stage.show();
    const fills = (await stage.order(7, { id })).fills;
    expect(fills[1]).toMatchObject({
      role: "maker",
      price: "50000.00",
      volume: 25,
      fee: "0.25000000",
    });
    await stage.show({ asks: [[4_999_500, ample]] });
    expect(await stage.order(7, { id })).toMatchObject({
      status: 6,
      trade_volume: 100,
      margin_frozen: "0.00000000",
    });
    expect(await stage.positions(7)).toMatchObject([
      { volume: 100, entry_value: "4999.6000000000", position_margin: "499.96000000" },
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a limit close keeps its contracts, and is filled by a trade strictly through it", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const { order } = await stage.close(7, position, 400, { ...limit, price: "51000" });
    await stage.show();
    stage.source.addTrade("btcusdt", {
      price: 5_100_100,
      amount: 150_000,
      ts: stage.source.now + 500,
    });
    await stage.show();
    expect(await stage.positions(7)).toMatchObject([{ volume: 850, frozen: 250, available: 600 }]);
    expect(await stage.order(7, { id: order.id })).toMatchObject({
      status: 4,
      trade_volume: 150,
      realised: "150.00000000",
      fills: [{ role: "maker", realised: "150.00000000", fee: "1.53000000" }],
    });
    stage.source.addTrade("btcusdt", {
      price: 5_200_000,
      amount: ample,
      ts: stage.source.now + 500,
    });
    await stage.show();
    expect(await stage.positions(7)).toMatchObject([{ volume: 600, frozen: 0 }]);
    expect(await stage.order(7, { id: order.id })).toMatchObject({
      status: 6,
      trade_avg_price: "51000.0000",
    });
    // 14975 + 1000·0.4 + 2000 − 4.08
    expect(await stage.money(7)).toEqual(["17370.92000000", "0.00000000", "3000.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("one book for coins and contracts: what one took the other does not find", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const coins = await openCoins(stage.store, stage.source);
    const [contract, coin] = [
      await stage.place(7, { direction: "buy", volume: 30 }),
      await coins.place(7, { side: "buy", amount: "0.03" }),
    ];
    stage.move(1000, { asks: [[5_000_000, 40_500]] });
    await coins.engine.tick();
    await stage.engine.tick();
    expect([
      (await coins.order(7, { id: coin.id })).filled_amount,
      (await stage.order(7, { id: contract.id })).trade_volume,
    ]).toEqual(["0.030000", 10]);
    const more = await coins.place(7, { side: "buy", amount: "0.03" });
    await coins.engine.tick();
    expect((await coins.order(7, { id: more.id })).filled_amount).toBe("0.000500");
    expect(await stage.violations()).toEqual([]);
  });

  test("waiting orders that close go with nothing but a cancel, a fill or a liquidation", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const { order } = await stage.close(7, position, 400, { ...limit, price: "51000" });
    const { order: market } = await stage.close(7, position, 600);
    await stage.show();
    expect(await stage.order(7, { id: market.id })).toMatchObject({ status: 6 });
    expect(await stage.positions(7)).toMatchObject([{ volume: 400, frozen: 400 }]);
    await stage.show({ bids: [[5_110_000, ample]], asks: [[5_110_100, ample]] });
    expect(await stage.order(7, { id: order.id })).toMatchObject({
      status: 6,
      fills: [{ price: "51000.00", role: "maker" }],
    });
    expect((await stage.history(7)).list).toMatchObject([{ close_kind: "manual", volume: 1000 }]);
    expect(await stage.violations()).toEqual([]);
  });
});

test("what one level has too little of is made up at the next, and taken once", () => {
  const shown = {
    ts: 1000,
    levels: [
      [100, 500],
      [101, 700],
      [102, 900],
    ] as const,
  };
  expect(contractsLeft("buy", shown, [], 1000n)).toEqual([
    { price: 100n, lots: 0n },
    { price: 101n, lots: 1n },
    { price: 102n, lots: 1n },
  ]);
  const taken = [{ side: "buy" as const, lots: 1000n, at: 1000, trade: null }];
  expect(contractsLeft("buy", shown, taken, 1000n)).toEqual([
    { price: 100n, lots: 0n },
    { price: 101n, lots: 0n },
    { price: 102n, lots: 1n },
  ]);
  expect(contractsLeft("sell", shown, taken, 1000n)[1]).toEqual({ price: 101n, lots: 1n });
});

test("a trade that is less far through makes up a contract with one that is further", () => {
  const print = (id: string, price: bigint, lots: bigint, ts: number) => ({ id, price, lots, ts });
  const prints = [print("a", 98n, 1500n, 10), print("b", 99n, 600n, 20), print("c", 97n, 400n, 30)];
  const { prints: whole } = contractsShown("buy", { ts: 100, levels: [], prints }, [], 1000n);
  expect(whole).toEqual([print("a", 98n, 1n, 10), print("b", 99n, 1n, 10)]);
  const used = [{ side: "buy" as const, lots: 1000n, at: 100, trade: "b" }];
  expect(contractsShown("buy", { ts: 100, levels: [], prints }, used, 1000n).prints).toEqual([
    print("a", 98n, 1n, 10),
  ]);
});
