import { expect, test } from "vitest";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { noHash } from "#protocol/api/receipt.ts";
import { defaultLimits } from "../../../venue/settings/limits.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { dyingAfterCommand, dyingAtStatement } from "../../harness/database/failing-store.ts";
import { reportTrials } from "../../harness/trials.ts";
import { level, openSecondsStage, type SecondsStage } from "./seconds-stage.ts";

/** `SECONDS_ROUNDS=100` for a longer look. */
const rounds = Number(process.env["SECONDS_ROUNDS"] ?? 3);
/** Each round looks at all receipts so far. */
const mostMs = 120_000 + rounds * 6000;
/** Every statement on SQLite, every so manieth on PostgreSQL. */
const strides = { sqlite: 1, postgres: Number(process.env["SECONDS_STRIDE"] ?? 9) };
const kinds = ["win", "lose", "draw", "void"] as const;
const paid = {
  win: "195.00000000",
  lose: "0.00000000",
  draw: "100.00000000",
  void: "100.00000000",
};

/** One contract of each kind for each user, all of one moment but for those that void. */
async function placeAll(
  stage: SecondsStage,
  users: readonly number[],
): Promise<{
  orders: [kind: (typeof kinds)[number], order: SecondsOrder][];
  t0: number;
  t1: number;
}> {
  stage.source.setIndex("btcusdt", Math.floor(stage.source.now / 1000), [level]);
  const orders = await Promise.all(
    users.flatMap((user) =>
      kinds.map(async (kind): Promise<[typeof kind, SecondsOrder]> => [
        kind,
        await stage.place(user, {
          direction: kind === "lose" ? "down" : "up",
          time: kind === "draw" ? 60 : kind === "void" ? 120 : 30,
        }),
      ]),
    ),
  );
  const { t0 = 0 } = orders[0]?.[1] ?? {};
  stage.still(t0, level);
  stage.still(t0 + 30_000, level + 1000);
  stage.still(t0 + 60_000, level);
  return { orders, t0, t1: t0 + 180_000 };
}

/** Each is settled once as it had to be, and the receipts stand in one chain. */
async function expectSettled(
  stage: SecondsStage,
  orders: readonly [kind: (typeof kinds)[number], order: SecondsOrder][],
): Promise<void> {
  const books = await stage.books();
  for (const [kind, { id }] of orders) {
    const row = books.orders.find((order) => order.id === Number(id));
    expect([
      row?.result,
      row &&
        `${String(row.payout).padStart(9, "0").slice(0, -8)}.${String(row.payout).padStart(9, "0").slice(-8)}`,
    ]).toEqual([kind, paid[kind]]);
    expect(books.receipts.filter((receipt) => receipt.order_id === Number(id))).toHaveLength(1);
  }
  let before = noHash;
  for (const [at, { seq, prev_hash, hash }] of books.receipts.entries()) {
    expect([seq, prev_hash]).toEqual([at + 1, before]);
    before = hash;
  }
  expect(await stage.violations()).toEqual([]);
}

const manyAtOnce = {
  limits: { ...defaultLimits, secondsAtStake: 1_000_000, secondsRunning: 1000 },
};

describeDatabases("engines of seconds contracts, killed", (open, engine) => {
  test("at any statement or after any commit: nothing is lost and nothing happens twice", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "1000000");
    let isOver = false;
    let deaths = 0;
    for (let at = 0; !isOver; at += strides[engine]) {
      const { orders, t0, t1 } = await placeAll(stage, [7]);
      stage.source.advance(t0 - stage.source.now);
      const dying = [dyingAtStatement(stage.store, at), dyingAfterCommand(stage.store, at)];
      // At the entry and at the delivery of the first, a day late for the rest.
      for (const moment of [t0, t0 + 30_000, t1 + 60_000]) {
        stage.source.advance(moment - stage.source.now);
        for (const one of dying) await stage.another(one.store).tick(moment);
      }
      isOver = dying.every((one) => !one.isDead());
      deaths += dying.filter((one) => one.isDead()).length;
      await stage.another().tick(stage.source.now);
      await expectSettled(stage, orders);
    }
    expect(deaths * strides[engine]).toBeGreaterThan(40);
    expect(await stage.pool()).toBe(await housePart(stage));
  });

  test(
    "three at once, one of them killed, while new contracts are taken in",
    async () => {
      const stage = await openSecondsStage(await open({ poolSize: 12 }), manyAtOnce);
      const users = Array.from({ length: 9 }, (_, at) => at + 1);
      for (const user of users) await stage.fund(user, "1000000");
      for (let round = 0; round < rounds; round += 1) {
        // More than a batch of one moment: 72 that are due together.
        const first = await placeAll(stage, users);
        const second = await placeAll(stage, users);
        for (const moment of [first.t0, first.t0 + 30_000, first.t1 + 60_000]) {
          stage.source.advance(moment - stage.source.now);
          stage.source.setIndex("btcusdt", Math.floor(moment / 1000), [
            level + (moment === first.t0 + 30_000 ? 1000 : 0),
          ]);
          const dying =
            round % 2 === 0
              ? dyingAtStatement(stage.store, round * 37 + 5)
              : dyingAfterCommand(stage.store, round % 5);
          await Promise.all([
            stage.another().tick(moment),
            stage.another(dying.store).tick(moment),
            stage.another().tick(moment),
            ...users.map((user) => stage.place(user, { amount: "10", time: 300 })),
          ]);
        }
        await stage.engine.tick(stage.source.now);
        await expectSettled(stage, [...first.orders, ...second.orders]);
        stage.source.advance(3_600_000);
        await stage.engine.tick(stage.source.now);
        expect(
          (await stage.books()).orders.filter(({ settled_at }) => settled_at === null),
        ).toEqual([]);
      }
      const killed = stage.logged.filter(
        ([, facts]) => !String((facts as { error?: unknown }).error).includes("killed"),
      );
      expect(killed).toEqual([]);
      expect(await stage.pool()).toBe(await housePart(stage));
      expect(await stage.violations()).toEqual([]);
      reportTrials("three engines at once, one killed", rounds);
    },
    mostMs,
  );
});

async function housePart(stage: SecondsStage): Promise<bigint> {
  return (await stage.books()).orders.reduce(
    (sum, { stake, payout }) => sum + stake - (payout ?? stake),
    0n,
  );
}
