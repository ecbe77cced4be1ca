import fc from "fast-check";
import { expect, test } from "vitest";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { mustLiquidate } from "#protocol/rules/contracts/contract-risk.ts";
import { createPerpetualEngine } from "../../../venue/contracts/engine.ts";
import { payable } from "../../../venue/contracts/funding/settle-funding.ts";
import { defaultNoticeSettings } from "#protocol/api/notice-settings.ts";
import { putNoticeSettings } from "../../../venue/account/push/push-rows.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { firstFunding, openEngineStage } from "./engine-stage.ts";

const period = 8 * 3_600_000;

describeDatabases("funding", (open) => {
  test("at its instant longs pay and shorts get, each once, however many look however often", async () => {
    const stage = await openEngineStage(await open({ poolSize: 10 }));
    const users = Array.from({ length: 40 }, (_, at) => at + 1);
    for (const user of users) {
      await stage.fund(user, "600");
      await stage.hold(user, { direction: user % 2 === 0 ? "buy" : "sell", volume: 100n });
    }
    stage.settleAt(firstFunding, "0.0001", 5_100_000);
    await stage.show({}, firstFunding - stage.source.now - 1000);
    expect(await stage.fundings()).toEqual([]);
    stage.move(1000);
    const engines = Array.from({ length: 4 }, () => stage.another());
    for (let round = 0; round < 4; round += 1)
      await Promise.all(engines.map((engine) => engine.tick()));
    for (const user of users)
      expect((await stage.positions(user))[0]?.funding).toBe(
        user % 2 === 0 ? "-0.51000000" : "0.51000000",
      );
    expect(await stage.fundings()).toMatchObject([
      { positions: 40, paid: 0n, skipped: null, finished_at: firstFunding },
    ]);
    expect(await stage.violations()).toEqual([]);
    expect(stage.logged).toEqual([]);
  });

  test("is reported where it costs more than its payer set, and nowhere else", async () => {
    const stage = await openEngineStage(await open({ poolSize: 10 }));
    for (const user of [2, 4, 6]) {
      await stage.fund(user, "600");
      await stage.hold(user, { direction: "buy", volume: 100n });
    }
    await stage.store.command(async ({ db }) => {
      for (const [user_id, funding_over] of [
        [2, "0.5"],
        [4, "0.51"],
      ] as const)
        await putNoticeSettings(db, {
          user_id,
          settings: JSON.stringify({ ...defaultNoticeSettings, funding_over }),
          updated_at: 0,
        });
    });
    stage.settleAt(firstFunding, "0.0001", 5_100_000);
    await stage.show({}, firstFunding - stage.source.now - 1000);
    stage.move(1000);
    await stage.another().tick();
    const found = await stage.store.read((db) =>
      db.selectFrom("notice").select(["user_id", "kind", "facts"]).execute(),
    );
    expect(found.map(({ facts, ...rest }) => ({ ...rest, ...JSON.parse(facts) }))).toMatchObject([
      { user_id: 2, kind: "funding", amount: "0.51", quote: "USDT", direction: "buy" },
    ]);
  });

  test("goes before all else: who is liquidated or closes in that tick has paid, who opens in it has not", async () => {
    const stage = await openEngineStage(await open());
    for (const user of [7, 8]) await stage.fund(user, "6000");
    const position = await stage.hold(7);
    stage.settleAt(firstFunding, "0.001", 5_000_000);
    stage.source.advance(firstFunding - stage.source.now - 500);
    await stage.close(7, position, 1000);
    await stage.place(8, { direction: "buy", volume: 10 });
    await stage.show({}, 500);
    expect((await stage.history(7)).list).toMatchObject([{ funding: "-50.00000000" }]);
    expect(await stage.positions(8)).toMatchObject([{ funding: "0.00000000" }]);
    expect(await stage.violations()).toEqual([]);
  });

  test("no rate moves more than 0.30 % of a position, whatever the source says", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7);
    stage.settleAt(firstFunding, "0.01", 5_000_000);
    await stage.show({}, firstFunding - stage.source.now);
    expect(await stage.positions(7)).toMatchObject([{ funding: "-150.00000000" }]);
    expect(await stage.violations()).toEqual([]);
  });

  test("takes no more than leaves a position above liquidation", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7);
    stage.settleAt(firstFunding, "0.003", 5_000_000);
    // At 45,210: equity 210, maintenance 180.84, fee 22.605.
    await stage.show({ mark: 4_521_000 }, firstFunding - stage.source.now);
    expect(await stage.positions(7)).toMatchObject([
      { funding: "-6.55499999", margin_ratio: "1.000000" },
    ]);
    await stage.show();
    expect(await stage.positions(7)).toHaveLength(1);
    expect(await stage.violations()).toEqual([]);
  });

  test("is skipped, not made up for, when the source was stale over the instant or the venue came too late", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7);
    stage.settleAt(firstFunding, "0.0001");
    await stage.show({}, firstFunding - stage.source.now + 1000);
    expect(await stage.fundings()).toEqual([]);
    await stage.show({}, 3000);
    expect(await stage.fundings()).toMatchObject([
      { skipped: "stale", positions: 0, paid: 0n, finished_at: stage.source.now },
    ]);
    stage.settleAt(firstFunding + 2 * period, "0.0001", 5_000_000);
    await stage.show({}, 2 * period + 61_000);
    expect(
      (await stage.fundings()).map(({ funding_at, skipped }) => [funding_at, skipped]),
    ).toEqual([
      [firstFunding, "stale"],
      [firstFunding + period, "late"],
      [firstFunding + 2 * period, "late"],
    ]);
    expect(await stage.positions(7)).toMatchObject([{ funding: "0.00000000" }]);
    stage.settleAt(firstFunding + 3 * period, "0.0001", 5_000_000);
    await stage.show({}, firstFunding + 3 * period + 59_000 - stage.source.now);
    expect(await stage.positions(7)).toMatchObject([{ funding: "-5.00000000" }]);
    expect(stage.logged).toEqual([]);
  });

  test("takes the rate that the source had last where it is slow to tell what it settled at, and waits while it does not know", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "6000");
    await stage.hold(7);
    stage.source.setIndex("btcusdt", firstFunding / 1000, [500_000_000]);
    const facts = {
      contractCode: "BTC-USDT",
      estimatedRate: "0",
      realizedRate: "0",
      nextFundingTime: firstFunding + period,
      indexPrice: "1",
      markPrice: "1",
      lastPrice: "1",
      ts: 0,
    };
    stage.source.setFunding({ ...facts, fundingRate: "0.0002", fundingTime: firstFunding });
    await stage.show({}, firstFunding - stage.source.now - 1000);
    stage.source.setFunding({
      ...facts,
      fundingRate: "0.0009",
      fundingTime: firstFunding + period,
    });
    const stranger = stage.another();
    stage.move(2000);
    await stranger.tick();
    expect(await stage.fundings()).toEqual([]);
    await stage.engine.tick();
    expect(await stage.positions(7)).toMatchObject([{ funding: "-10.00000000" }]);
  });

  test("killed in the middle it goes on with the rate it began with", async () => {
    const stage = await openEngineStage(await open());
    const users = Array.from({ length: 40 }, (_, at) => at + 1);
    for (const user of users) {
      await stage.fund(user, "600");
      await stage.hold(user, { volume: 100n });
    }
    stage.settleAt(firstFunding, "0.0001", 5_000_000);
    stage.move(firstFunding - stage.source.now);
    let left = 1;
    const dying = Object.create(stage.store, {
      command: {
        value: (run: Parameters<typeof stage.store.command>[0]) =>
          left-- > 0 ? stage.store.command(run) : Promise.reject(new Error("killed")),
      },
    }) as typeof stage.store;
    await createPerpetualEngine({ ...stage, store: dying }).tick();
    expect(await stage.fundings()).toMatchObject([{ positions: 32, finished_at: null }]);
    stage.settleAt(firstFunding, "0.0009", 9_000_000);
    stage.move(600_000);
    await stage.another().tick();
    for (const user of users) expect((await stage.positions(user))[0]?.funding).toBe("-0.50000000");
    expect(await stage.fundings()).toMatchObject([
      { positions: 40, paid: 2_000_000_000n, rate: "0.0001" },
    ]);
    expect(await stage.violations()).toEqual([]);
  });
});

test("what is paid never liquidates, and is all that is owed where that can be", () => {
  const position = fc.record({
    direction: fc.constantFrom("buy" as const, "sell" as const),
    volume: fc.bigInt(1n, 100_000n),
    cost: fc.bigInt(1n, 10n ** 16n),
    margin: fc.bigInt(0n, 10n ** 13n),
    size_value: fc.constant(1n),
    size_scale: fc.constant(3),
    price_precision: fc.constant(2),
  });
  fc.assert(
    fc.property(position, fc.bigInt(-400n, 400n), fc.bigInt(1n, 10n ** 9n), (row, rate, ticks) => {
      const mark = { value: ticks, scale: 4 };
      const terms = { size: { value: 1n, scale: 3 }, price: 2 };
      const text = `${rate < 0n ? "-" : ""}0.${String(rate < 0n ? -rate : rate).padStart(5, "0")}`;
      const amount = payable(row, { rate: text, index_price: ticks }, mark);
      expect(row.margin + amount).toBeGreaterThanOrEqual(0n);
      const before = mustLiquidate(row, mark, terms, contractRates.taker);
      if (amount < 0n)
        expect([
          before,
          mustLiquidate({ ...row, margin: row.margin + amount }, mark, terms, contractRates.taker),
        ]).toEqual([false, false]);
      if (before) expect(amount).toBeGreaterThanOrEqual(0n);
    }),
    { numRuns: 2000 },
  );
});
