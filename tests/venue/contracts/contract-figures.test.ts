import { expect, test } from "vitest";
import { createContractFigures } from "../../../venue/contracts/records/contract-figures.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openEngineStage } from "./engine-stage.ts";

const ample = 1_000_000_000;
const hour = 3_600_000;

describeDatabases("public figures of contracts", (open) => {
  test("open interest counts each open position once, now and at moments before", async () => {
    const store = await open();
    const stage = await openEngineStage(store);
    const figures = createContractFigures({ store, clock: { now: () => stage.source.now } });
    for (const user of [7, 8]) await stage.fund(user, "20000");
    const start = stage.source.now;
    await stage.place(7, { direction: "buy", volume: 30 });
    await stage.show({ asks: [[5_000_100, ample]], bids: [[4_999_900, ample]] });
    await stage.place(8, { direction: "sell", volume: 12 });
    await stage.show();
    const first = stage.source.now;
    expect(await figures.openInterest()).toEqual(new Map([["BTC-USDT", 42n]]));
    const [position] = await stage.positions(7);
    await stage.show({}, hour);
    await stage.close(7, position?.id ?? "", 10);
    await stage.show();
    expect(await figures.openInterest()).toEqual(new Map([["BTC-USDT", 32n]]));
    const at = (from: number, stepMs: number, count: number) =>
      figures.openInterestAt("BTC-USDT", { first: from, stepMs, count });
    expect(await at(first, 2 * hour, 2)).toEqual([42n, 32n]);
    expect(await at(start, 1000, 4)).toEqual([0n, 30n, 42n, 42n]);
    expect(await at(start - hour, hour, 3)).toEqual([0n, 0n, 42n]);
    expect(await figures.openInterestAt("ETH-USDT", { first, stepMs: hour, count: 1 })).toEqual([
      0n,
    ]);
  });

  test("a liquidation tells what was closed, when and for what, and not whose it was", async () => {
    const store = await open();
    const stage = await openEngineStage(store);
    const figures = createContractFigures({ store, clock: { now: () => stage.source.now } });
    await stage.fund(7, "20000");
    await stage.hold(7);
    await stage.show();
    const before = stage.source.now;
    await stage.show({ mark: 4_520_000, bids: [[4_510_000, ample]], asks: [[4_800_100, ample]] });
    const range = { from: before, to: stage.source.now, limit: 10 };
    expect(await figures.liquidations("BTC-USDT", range)).toEqual([
      {
        id: expect.any(Number) as number,
        time: stage.source.now,
        position: "long",
        volume: 1000n,
        price: "45100",
        turnover: "45100",
      },
    ]);
    expect(await figures.liquidations("BTC-USDT", { ...range, to: before })).toEqual([]);
    expect(await figures.liquidations("ETH-USDT", range)).toEqual([]);
  });
});
