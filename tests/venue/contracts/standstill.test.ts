import { expect, test } from "vitest";
import { addNotice } from "../../../venue/account/notices/notices.ts";
import { createStandstillWatch } from "../../../venue/matching/standstill.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { isProof } from "../../harness/trials.ts";
import { openEngineStage, type Shown } from "./engine-stage.ts";

const ample = 1_000_000_000;
const night = 8 * 3_600_000;

/** The market at a price in whole dollars: mark, last and an ample book one tick round it. */
function at(price: number): Shown {
  const ticks = price * 100;
  return { mark: ticks, last: ticks, bids: [[ticks - 1, ample]], asks: [[ticks + 1, ample]] };
}

/** Contracts with all that a tick of the venue does to them. */
async function openNights(store: Store, { isWatched = true } = {}) {
  const stage = await openEngineStage(store);
  const start = () => ({
    watch: createStandstillWatch({ ...stage, addNotice }),
    engine: stage.another(),
  });
  let process = start();
  const tick = async () => {
    if (isWatched) await process.watch.tick();
    await process.engine.tick();
  };
  return {
    ...stage,
    tick,
    /** A second of an open venue. */
    async show(shown: Shown = {}) {
      stage.move(1000, shown);
      await tick();
    },
    /** Seconds of an open venue in which nothing is new. */
    async pass(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        stage.move(1000);
        await tick();
      }
    },
    /** The process ends and begins again so much later, at another price. */
    async restart(ms: number, shown: Shown) {
      stage.move(ms, shown);
      process = start();
      await tick();
    },
    /** It ends again before its engine could do anything. */
    async begin(ms: number, shown: Shown) {
      stage.move(ms, shown);
      process = start();
      await process.watch.tick();
    },
    async notices(user: number) {
      const rows = await store.read((db) =>
        db
          .selectFrom("notice")
          .selectAll()
          .where("user_id", "=", user)
          .where("kind", "in", ["standstill", "liquidation"])
          .orderBy("id")
          .execute(),
      );
      return rows.map(({ kind, facts }) => ({ kind, facts: JSON.parse(facts) as unknown }));
    },
  };
}

type Nights = Awaited<ReturnType<typeof openNights>>;

/** Opens long and short at 125 times, lets the venue be away for a night in which the price moves, and closes what is left. */
async function playNight(stage: Nights, percent: number): Promise<void> {
  await stage.show(at(50_000));
  for (const direction of ["buy", "sell"] as const)
    await stage.place(7, { direction, lever_rate: 125, volume: 200 });
  await stage.show(at(50_000));
  expect(await stage.positions(7)).toHaveLength(2);
  await stage.restart(night, at(500 * (100 + percent)));
  await stage.pass(62);
  await stage.closeAll(7, "all");
  await stage.pass(2);
  expect(await stage.positions(7)).toEqual([]);
}

/** Up and down, a little and much. */
const moves = [3, -2, 5, -1, 0.5, -4, 2, 1, -6, -0.2, 4, -3, 2.5, -2.5, 8, -1.5, 0.9, -0.7, 6, -5];

describeDatabases("a standstill", (open, engine) => {
  test("long and short over one night after another gain nothing, and the insurance pays nothing", async () => {
    const stage = await openNights(await open());
    await stage.fund(7, "10000");
    await stage.ackRisk(7);
    // A night takes PostgreSQL four times as long.
    const [few, many] = engine === "postgres" ? [2, 5] : [8, moves.length];
    for (const percent of moves.slice(0, isProof ? many : few)) {
      const [had = ""] = await stage.money(7);
      const insured = await stage.house("insurance");
      await playNight(stage, percent);
      const [has = ""] = await stage.money(7);
      // Both legs' fees and spread at least: what an open venue takes.
      expect(Number(has)).toBeLessThan(Number(had) - 19);
      expect(await stage.house("insurance")).toBeGreaterThanOrEqual(insured);
    }
    expect(await stage.violations()).toEqual([]);
    expect(stage.logged).toEqual([]);
  });

  test("the same nights do pay where nobody watches for standstills: the test can see it", async () => {
    const stage = await openNights(await open(), { isWatched: false });
    await stage.fund(7, "10000");
    await stage.ackRisk(7);
    for (const percent of [3, -2, 5]) await playNight(stage, percent);
    expect(Number((await stage.money(7))[0])).toBeGreaterThan(10_100);
    expect(await stage.house("insurance")).toBeLessThan(0n);
  });

  test("moves no money: a position far off counts all of the night, one close by its way to liquidation", async () => {
    const stage = await openNights(await open());
    await stage.ackRisk(7);
    for (const [user, leverage] of [
      [7, 10],
      [8, 100],
    ] as const) {
      await stage.fund(user, "10000");
      await stage.hold(user, { leverage, volume: 100n });
    }
    await stage.show(at(50_000));
    const { accounts, journals } = await stage.books();
    await stage.restart(night, at(48_000));
    expect(await stage.books()).toMatchObject({ accounts, journals });
    expect(await stage.positions(7)).toMatchObject([
      { cost_open: "50000.0000", profit_unreal: "-200.00000000" },
    ]);
    // 50 of margin less 5000 · (0.4 % + 0.05 %).
    expect(await stage.positions(8)).toMatchObject([
      { cost_open: "48275.0000", profit_unreal: "-27.50000000", position_margin: "50.00000000" },
    ]);
    const times = {
      from: expect.any(Number),
      to: stage.source.now,
      until: stage.source.now + 60_000,
    };
    const marks = { mark_before: "50000.0000", mark_after: "48000.0000", moved: "-200.00000000" };
    expect(await stage.notices(7)).toEqual([
      {
        kind: "standstill",
        facts: expect.objectContaining({ ...times, ...marks, counted: "-200.00000000" }),
      },
    ]);
    expect(await stage.notices(8)).toEqual([
      {
        kind: "standstill",
        facts: expect.objectContaining({
          ...times,
          ...marks,
          counted: "-27.50000000",
          entry_before: "50000.00",
          entry_after: "48275.00",
        }),
      },
    ]);
    // As seen through, then closed: the books say the same.
    const [position] = await stage.positions(8);
    await stage.close(8, position?.id ?? "", 100);
    await stage.show(at(48_000));
    expect((await stage.history(8)).list[0]).toMatchObject({ realised: "-27.50100000" });
    expect(await stage.violations()).toEqual([]);
  });

  test.each([
    ["the process ended", async (stage: Nights, shown: Shown) => stage.restart(night, shown)],
    [
      "the feed was halted",
      async (stage: Nights, shown: Shown) => {
        stage.source.setHealth("halted");
        await stage.pass(20);
        stage.source.setHealth("live");
        await stage.show(shown);
      },
    ],
    [
      "the market was suspended",
      async (stage: Nights, shown: Shown) => {
        stage.source.setSymbolState("btcusdt", "suspend");
        await stage.pass(20);
        stage.source.setSymbolState("btcusdt", "online");
        await stage.show(shown);
      },
    ],
  ])("nothing happens to anybody for a minute, after %s", async (_why, away) => {
    const stage = await openNights(await open());
    for (const user of [1, 2, 3, 4]) {
      await stage.fund(user, "12000");
      await stage.ackRisk(user);
    }
    await stage.hold(1, { leverage: 100 });
    const stopped = await stage.hold(2, { leverage: 5 });
    const taking = await stage.hold(3, { leverage: 5, direction: "sell" });
    await stage.show(at(50_000));
    const clear = { tp_trigger_price: null, sl_trigger_price: null, trigger_by: "mark" } as const;
    await stage.tpsl(2, { position_id: stopped, ...clear, sl_trigger_price: "49000" });
    await stage.tpsl(3, { position_id: taking, ...clear, tp_trigger_price: "49000" });
    const bids = await Promise.all(
      ["49000", "48900"].map((price) =>
        stage.place(4, { direction: "buy", order_type: "limit", price, lever_rate: 5 }),
      ),
    );
    await stage.pass(2);
    await away(stage, at(48_000));
    await stage.pass(58);
    for (const user of [1, 2, 3])
      expect(await stage.positions(user)).toMatchObject([{ volume: 1000, is_lock: 0 }]);
    expect(await stage.positions(4)).toEqual([]);
    // Acting: the first takes margin, the second lets its stop go, the last lets one bid go.
    await stage.margin(1, (await stage.positions(1))[0]?.id ?? "", "add", "1000");
    await stage.tpsl(2, { position_id: stopped, ...clear });
    await stage.cancel(4, bids[1]?.id ?? "");
    await stage.pass(4);
    expect(await stage.positions(1)).toMatchObject([{ volume: 1000 }]);
    expect(await stage.positions(2)).toMatchObject([{ volume: 1000 }]);
    expect(await stage.positions(3)).toEqual([]);
    // The bid meets the book as a new one would: at the book's price, not at its own.
    expect(await stage.positions(4)).toMatchObject([{ volume: 10, cost_open: "48000.0100" }]);
    expect(await stage.violations()).toEqual([]);
    expect(stage.logged).toEqual([]);
  });

  test("within the minute a position goes only with the last of its margin, after it as any other", async () => {
    const stage = await openNights(await open());
    for (const user of [1, 2, 3]) {
      await stage.fund(user, "10000");
      await stage.ackRisk(user);
    }
    await stage.hold(1, { leverage: 100 });
    await stage.show(at(50_000));
    await stage.restart(night, at(48_000));
    await stage.show(at(48_000));
    // What was opened since then has no minute.
    await stage.hold(2, { leverage: 100, price: "48000" });
    await stage.hold(3, { leverage: 100, price: "48200" });
    await stage.show(at(47_900));
    expect(await stage.positions(1)).toHaveLength(1);
    expect(await stage.positions(2)).toHaveLength(1);
    expect(await stage.positions(3)).toEqual([]);
    await stage.pass(56);
    expect(await stage.positions(1)).toHaveLength(1);
    await stage.pass(4);
    expect((await stage.history(1)).list[0]).toMatchObject({
      close_kind: "liquidation",
      close_avg_price: "47899.9900",
    });
    expect(await stage.positions(2)).toHaveLength(1);

    await stage.fund(1, "10000");
    await stage.hold(1, { leverage: 100, price: "47900" });
    await stage.pass(1);
    await stage.restart(night, at(46_000));
    await stage.show(at(45_900));
    expect(await stage.positions(1)).toHaveLength(1);
    await stage.show(at(45_800));
    expect(await stage.positions(1)).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test("margin can be changed neither for nor against what a night has brought, before it is counted", async () => {
    const stage = await openNights(await open());
    await stage.fund(7, "10000");
    const position = await stage.hold(7, { leverage: 10 });
    await stage.show(at(50_000));
    stage.move(night, at(56_000));
    await expect(stage.margin(7, position, "add", "1000")).rejects.toMatchObject({ code: 300010 });
    await stage.tick();
    await stage.margin(7, position, "add", "1000");
    expect(await stage.positions(7)).toMatchObject([{ position_margin: "6000.00000000" }]);
  });

  test("ten seconds are none: what the market reaches meanwhile it reaches", async () => {
    const stage = await openNights(await open());
    await stage.fund(7, "10000");
    await stage.ackRisk(7);
    await stage.hold(7, { leverage: 100 });
    await stage.show(at(50_000));
    await stage.restart(10_000, at(49_700));
    expect(await stage.positions(7)).toEqual([]);
    expect((await stage.notices(7)).map(({ kind }) => kind)).toEqual(["liquidation"]);
  });

  test("a standstill that a process ended in is seen through before the next", async () => {
    const stage = await openNights(await open());
    await stage.fund(7, "10000");
    await stage.ackRisk(7);
    await stage.hold(7, { leverage: 100, volume: 10n });
    await stage.show(at(50_000));
    await stage.begin(night, at(48_000));
    await stage.restart(night, at(46_000));
    await stage.show(at(46_000));
    expect(await stage.positions(7)).toMatchObject([{ cost_open: "46284.0000" }]);
    expect((await stage.notices(7)).map(({ kind }) => kind)).toEqual(["standstill", "standstill"]);
    await stage.pass(58);
    expect(await stage.positions(7)).toHaveLength(1);
  });

  test("a crowd is seen through it in batches, each once", async () => {
    const stage = await openNights(await open());
    const users = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const user of users) {
      await stage.fund(user, "600");
      await stage.hold(user, { leverage: 100, volume: 10n });
    }
    await stage.show(at(50_000));
    await stage.restart(night, at(48_000));
    await stage.restart(night, at(46_000));
    for (const user of users) {
      expect(await stage.positions(user)).toMatchObject([{ cost_open: "46284.0000" }]);
      expect((await stage.notices(user)).map(({ kind }) => kind)).toEqual([
        "standstill",
        "standstill",
      ]);
    }
  });
});
