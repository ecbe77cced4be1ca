import { expect, test } from "vitest";
import { createShownMarket } from "../../../venue/matching/shown-market.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { c1Asks, openStage } from "./spot-stage.ts";

describeDatabases("the market as people see it", (open) => {
  test("lacks what an order took, best prices first, until the book has had time to refill", async () => {
    const stage = await openStage(await open());
    const shown = createShownMarket(stage);
    const { market } = shown;
    const heard: (number | undefined)[] = [];
    market.onTick(() => heard.push(market.ticker("btcusdt")?.ask));
    const show = async (ms: number) => {
      await stage.show(ms, { btcusdt: { asks: [...c1Asks] } });
      await shown.tick();
    };
    await stage.fund(7, "USDT", "2500");
    await show(1000);
    expect((await market.depth("btcusdt")).asks).toEqual(c1Asks);
    expect(market.ticker("btcusdt")?.ask).toBe(6_000_000);
    const [before] = (await stage.source.depth("btcusdt")).bids;

    await stage.place(7, { side: "buy", amount: "0.012" });
    await show(1000);
    expect((await market.depth("btcusdt")).asks).toEqual([
      [6_001_000, 3000],
      [6_005_000, 1_000_000],
    ]);
    expect(market.ticker("btcusdt")).toMatchObject({ ask: 6_001_000, askSize: 3000 });
    expect(market.tickers().find(({ symbol }) => symbol === "btcusdt")?.ask).toBe(6_001_000);
    expect((await market.depth("btcusdt")).bids[0]).toEqual(before);
    // Neither the source's book nor another market lacks anything.
    expect((await stage.source.depth("btcusdt")).asks).toEqual(c1Asks);
    expect(await market.depth("dogeusdt")).toEqual(await stage.source.depth("dogeusdt"));

    // A push says what the answer says.
    stage.source.publish();
    await expect.poll(() => heard.at(-1)).toBe(6_001_000);

    await show(5000);
    expect((await market.depth("btcusdt")).asks[0]).toEqual([6_001_000, 9000]);
    await show(5000);
    expect((await market.depth("btcusdt")).asks[0]).toEqual([6_000_000, 2000]);
    await show(50_000);
    expect((await market.depth("btcusdt")).asks).toEqual(c1Asks);
    expect(market.ticker("btcusdt")?.ask).toBe(6_000_000);
  });

  test("a side of which all was taken has no best price", async () => {
    const stage = await openStage(await open());
    const shown = createShownMarket(stage);
    const { market } = shown;
    await stage.fund(7, "USDT", "2500");
    await stage.place(7, { side: "buy", amount: "0.005" });
    await stage.show(1000, { btcusdt: { asks: [[6_000_000, 5000]] } });
    await shown.tick();
    expect((await market.depth("btcusdt")).asks).toEqual([]);
    expect(market.ticker("btcusdt")).toMatchObject({ ask: 0, askSize: 0 });
  });
});
