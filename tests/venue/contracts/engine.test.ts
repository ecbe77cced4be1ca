import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { firstFunding, openEngineStage } from "./engine-stage.ts";

const ample = 1_000_000_000;

describeDatabases("contracts from open to liquidation", (open) => {
  test("P1 (rules.md, 4) opened, funded, partly closed and liquidated, to the last unit", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "10000");
    const { id } = await stage.place(7, { direction: "buy", volume: 1000 });
    await stage.show({ mark: 5_000_000, asks: [[5_000_000, ample]], bids: [[4_999_900, ample]] });
    expect(await stage.order(7, { id })).toMatchObject({
      status: 6,
      reason: null,
      trade_volume: 1000,
      fee: "25.00000000",
      margin_frozen: "0.00000000",
      trade_avg_price: "50000.0000",
    });
    expect(await stage.money(7)).toEqual(["4975.00000000", "0.00000000", "5000.00000000"]);
    expect((await stage.positions(7))[0]).toMatchObject({
      volume: 1000,
      cost_open: "50000.0000",
      position_margin: "5000.00000000",
      liquidation_price: "45203.42",
      margin_ratio: "0.045000",
      fee: "25.00000000",
    });

    await stage.show({ mark: 5_100_000, last: 5_100_310 });
    expect((await stage.positions(7))[0]).toMatchObject({
      profit_unreal: "1000.00000000",
      profit_rate: "0.200000",
      last_price: "51003.10",
    });

    stage.settleAt(firstFunding, "0.0001", 5_100_000);
    await stage.show({}, firstFunding - stage.source.now);
    expect((await stage.positions(7))[0]).toMatchObject({
      funding: "-5.10000000",
      position_margin: "4994.90000000",
      liquidation_price: "45208.54",
    });
    expect(await stage.fundings()).toMatchObject([
      {
        contract_code: "BTC-USDT",
        funding_at: firstFunding,
        rate: "0.0001",
        index_price: 510_000_000n,
        positions: 1,
        paid: 510_000_000n,
        skipped: null,
        finished_at: firstFunding,
      },
    ]);

    const [position] = await stage.positions(7);
    await stage.close(7, position?.id ?? "", 400);
    await stage.show({ bids: [[5_150_000, ample]], asks: [[5_150_100, ample]] });
    expect(await stage.money(7)).toEqual(["7562.66000000", "0.00000000", "2996.94000000"]);
    expect((await stage.positions(7))[0]).toMatchObject({
      volume: 600,
      realised: "600.00000000",
      fee: "35.30000000",
      position_margin: "2996.94000000",
      frozen: 0,
    });

    stage.source.setMark("btcusdt", 452_085_385);
    await stage.show({ bids: [[4_520_000, ample]] });
    expect(await stage.positions(7)).toHaveLength(1);
    stage.source.setMark("btcusdt", 452_085_384);
    await stage.show();
    expect(await stage.positions(7)).toEqual([]);
    expect(await stage.money(7)).toEqual(["7562.66000000", "0.00000000", "0.00000000"]);
    const {
      list: [closed],
    } = await stage.history(7);
    expect(closed).toMatchObject({
      close_kind: "liquidation",
      margin_lost: "2996.94000000",
      insurance: "103.38000000",
      realised: "-2280.00000000",
      fee: "48.86000000",
      funding: "-5.10000000",
      net: "-2437.34000000",
      mark_price: "45208.5384",
      cost_open: "50000.0000",
      close_avg_price: "47720.0000",
      volume: 1000,
    });
    expect([
      await stage.house("insurance"),
      await stage.house("fee"),
      await stage.house("funding"),
      await stage.house("liquidity"),
    ]).toEqual([10_338_000_000n, 4_886_000_000n, 510_000_000n, 228_000_000_000n]);
    // What he had, less what the position came to, is what he has.
    expect(
      (await stage.bills(7)).list.map(({ type, sub_type, amount }) => [type, sub_type, amount]),
    ).toEqual([
      [10, "manual", "2587.66000000"],
      [9, "open", "251.25100500"],
      [8, "open", "-5276.25100500"],
      [1, "", "10000.00000000"],
    ]);
    expect(
      await stage.store.read((db) => db.selectFrom("notice").select(["kind", "user_id"]).execute()),
    ).toEqual([
      { kind: "liquidation_near", user_id: 7 },
      { kind: "liquidation", user_id: 7 },
    ]);
    expect(await stage.violations()).toEqual([]);
    expect(stage.logged).toEqual([]);
  });

  test("opening again makes one position with the exact average of both, the other way another one", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "100000");
    await stage.place(7, { direction: "buy", volume: 1000 });
    await stage.show({ asks: [[5_000_000, ample]], bids: [[4_999_900, ample]] });
    await stage.place(7, { direction: "buy", volume: 500 });
    await stage.place(7, { direction: "sell", volume: 300 });
    await stage.show({ asks: [[5_200_000, ample]], bids: [[5_199_900, ample]], mark: 5_200_000 });
    expect(await stage.positions(7)).toMatchObject([
      {
        direction: "buy",
        volume: 1500,
        cost_open: "50666.6667",
        entry_value: "76000.0000000000",
        position_margin: "7600.00000000",
      },
      { direction: "sell", volume: 300, cost_open: "51999.0000" },
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a market order gets what the book shows, and says why it got no more", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "100000");
    const [thin, far, none] = [
      await stage.place(7, { direction: "buy", volume: 30 }),
      await stage.place(7, { direction: "sell", volume: 30 }),
      await stage.place(7, { direction: "sell", volume: 5 }),
    ];
    await stage.show({
      asks: [[5_000_000, 20_999]],
      bids: [
        [4_999_900, 10_500],
        [4_999_000, 1500],
        [4_700_000, ample],
      ],
    });
    expect(await stage.order(7, { id: thin.id })).toMatchObject({
      status: 5,
      reason: "no_liquidity",
      trade_volume: 20,
      margin_frozen: "0.00000000",
    });
    // What is left of a contract at one price is made up at the next.
    expect(await stage.order(7, { id: far.id })).toMatchObject({
      status: 5,
      reason: "max_slip",
      trade_volume: 12,
      fills: [
        { price: "49999.00", volume: 10 },
        { price: "49990.00", volume: 2 },
      ],
    });
    expect(await stage.order(7, { id: none.id })).toMatchObject({
      status: 7,
      reason: "max_slip",
      trade_volume: 0,
      fills: [],
    });
    expect(await stage.violations()).toEqual([]);
  });

  test("what would be liquidated at once is not opened", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "100000");
    await stage.ackRisk(7);
    const { id } = await stage.place(7, { direction: "buy", volume: 100, lever_rate: 100 });
    await stage.show({ asks: [[5_100_000, ample]], mark: 5_000_000 });
    expect(await stage.order(7, { id })).toMatchObject({ status: 7, reason: "margin" });
    expect(await stage.money(7)).toEqual(["100000.00000000", "0.00000000", "0.00000000"]);
  });

  test("a close takes what is beyond the margin of its part from the rest of the margin, never from what is available", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7, { volume: 1000n });
    await stage.close(7, position, 500);
    // Released 2500, lost 2600, fee 11.20: 111.20 from the other 2500.
    await stage.show({ bids: [[4_480_000, ample]], mark: 4_900_000 });
    expect(await stage.money(7)).toEqual(["975.00000000", "0.00000000", "2388.80000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a whole close loses the margin at most: the insurance pays what is beyond", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    await stage.close(7, position, 1000);
    await stage.show({ bids: [[4_400_000, ample]], mark: 4_900_000 });
    expect(await stage.money(7)).toEqual(["975.00000000", "0.00000000", "0.00000000"]);
    expect(await stage.house("insurance")).toBe(-102_200_000_000n);
    expect((await stage.history(7)).list[0]).toMatchObject({
      close_kind: "manual",
      realised: "-6000.00000000",
      insurance: "-1022.00000000",
      net: "-5025.00000000",
    });
    expect(await stage.violations()).toEqual([]);
  });

  test("reverse closes and opens as many the other way, with the money that came free", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "5400");
    const position = await stage.hold(7);
    await stage.reverse(7, position);
    await stage.show({ bids: [[5_000_000, ample]], asks: [[5_000_100, ample]] });
    await stage.show();
    expect(await stage.positions(7)).toMatchObject([
      { direction: "sell", volume: 1000, cost_open: "50000.0000", lever_rate: 10 },
    ]);
    expect(await stage.money(7)).toEqual(["325.00000000", "0.00000000", "5000.00000000"]);
    expect(
      (await stage.orders(7)).list.map(({ source, offset, status }) => [source, offset, status]),
    ).toEqual([
      ["reverse", "open", 6],
      ["reverse", "close", 6],
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("closing all closes each at the book", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    await stage.hold(7);
    await stage.hold(7, { direction: "sell", volume: 200n });
    await stage.closeAll(7, "all");
    await stage.show({ bids: [[5_100_000, ample]], asks: [[5_100_100, ample]] });
    expect(await stage.positions(7)).toEqual([]);
    // 1000 − 25.50 − 25 on the long, −200.20 − 5.1001 − 5 on the short.
    expect(await stage.money(7)).toEqual(["20739.19990000", "0.00000000", "0.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("an accepted order waits 10 s for a fresh book, then it is as if it had not been", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const [opens, closes, rests] = [
      await stage.place(7, { direction: "buy" }),
      await stage.close(7, position, 400),
      await stage.place(7, { direction: "buy", order_type: "limit", price: "49000" }),
    ];
    stage.source.advance(8000);
    await stage.engine.tick();
    expect((await stage.orders(7, { status: "0" })).list).toHaveLength(3);
    stage.source.advance(2001);
    await stage.engine.tick();
    expect(await stage.order(7, { id: opens.id })).toMatchObject({
      status: 7,
      reason: "halted",
      margin_frozen: "0.00000000",
    });
    expect(await stage.order(7, { id: closes.order.id })).toMatchObject({
      status: 7,
      reason: "halted",
    });
    expect(await stage.order(7, { id: rests.id })).toMatchObject({ status: 3 });
    expect(await stage.positions(7)).toMatchObject([{ volume: 1000, available: 1000, frozen: 0 }]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a position closed and opened again is another one", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const first = await stage.hold(7, { volume: 10n });
    await stage.close(7, first, 10);
    await stage.place(7, { direction: "buy", volume: 20 });
    await stage.show();
    const [second] = await stage.positions(7);
    expect([second?.volume, second?.id === first]).toEqual([20, false]);
    expect(await stage.violations()).toEqual([]);
  });
});
