import { expect, test } from "vitest";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { dayStartOf } from "../../../venue/seconds/limits/limits.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { level, openSecondsStage, type SecondsStage } from "./seconds-stage.ts";

const hour = 3_600_000;

async function reasonOf(run: Promise<unknown>): Promise<unknown> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refusal ? (error.data ?? error.code) : error;
}

/** Winds the clock and lets the market show a price. */
function pass(stage: SecondsStage, ms: number): void {
  stage.source.advance(ms);
  stage.source.setIndex("btcusdt", Math.floor(stage.source.now / 1000), [level]);
}

async function settle(stage: SecondsStage, order: SecondsOrder, move: number): Promise<void> {
  stage.still(order.t0, level);
  stage.still(order.t1, level + move);
  await stage.at(order.t1);
}

describeDatabases("limits that bind", (open) => {
  test("nobody is limited who set nothing; the venue's own caps are reported", async () => {
    const stage = await openSecondsStage(await open());
    const none = { daily_loss: null, stake: null, pace: null };
    expect(await stage.limits(7)).toEqual({
      currency: "USDT",
      ...none,
      pending: null,
      cool_off_until: 0,
      lost_today: "0",
      net_today: "0",
      at_stake: "0",
      last_hour: 0,
      day_end: dayStartOf(stage.source.now) + 24 * hour,
      max_at_stake: "5000",
      max_running: 20,
      risk_ack: 0,
    });
    await stage.ackRisk(7);
    expect((await stage.limits(7)).risk_ack).toBe(1);
  });

  test("what is tighter holds at once, what is looser 24 hours later, and a new request replaces the waiting one", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "5000");
    expect(await stage.setLimits(7, { daily_loss: "100", stake: "50", pace: 5 })).toMatchObject({
      daily_loss: "100",
      stake: "50",
      pace: 5,
      pending: null,
    });
    const asked = stage.source.now;
    expect(await stage.setLimits(7, { daily_loss: "80", stake: "60.5", pace: null })).toMatchObject(
      {
        daily_loss: "80",
        stake: "50",
        pace: 5,
        pending: { daily_loss: "80", stake: "60.5", pace: null, from: asked + 24 * hour },
      },
    );
    pass(stage, 24 * hour - 1);
    expect((await stage.limits(7)).stake).toBe("50");
    expect(await reasonOf(stage.place(7, { amount: "50.01" }))).toEqual({
      reason: "stake",
      limit: "50",
    });
    pass(stage, 1);
    expect(await stage.limits(7)).toMatchObject({
      daily_loss: "80",
      stake: "60.5",
      pace: null,
      pending: null,
    });
    await stage.place(7, { amount: "60.5" });

    await stage.setLimits(7, { daily_loss: null, stake: null });
    pass(stage, 12 * hour);
    // The clock of the new change starts again, and what it tightens holds.
    const again = stage.source.now;
    expect(await stage.setLimits(7, { daily_loss: null, stake: "20" })).toMatchObject({
      daily_loss: "80",
      stake: "20",
      pending: { daily_loss: null, stake: "20", pace: null, from: again + 24 * hour },
    });
    pass(stage, 12 * hour);
    expect((await stage.limits(7)).daily_loss).toBe("80");
    // Taking a change back is tighter than waiting for it.
    expect(await stage.setLimits(7, { daily_loss: "80", stake: "20" })).toMatchObject({
      daily_loss: "80",
      stake: "20",
      pace: null,
      pending: null,
    });
    pass(stage, 12 * hour);
    expect((await stage.limits(7)).daily_loss).toBe("80");
    expect(await reasonOf(stage.setLimits(7, { stake: "999999999999999999.1" }))).toEqual({
      field: "stake",
    });
  });

  test("a day's loss is what was lost less what was won, with what still runs; the day is that of GMT+8", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "5000");
    await stage.setLimits(7, { daily_loss: "300" });
    await settle(stage, await stage.place(7), -1000);
    expect(await stage.limits(7)).toMatchObject({ lost_today: "100", at_stake: "0", last_hour: 1 });
    const running = await stage.place(7, { time: 300 });
    expect(await stage.limits(7)).toMatchObject({
      lost_today: "100",
      at_stake: "100",
      last_hour: 2,
    });
    expect(await reasonOf(stage.place(7, { amount: "100.01" }))).toEqual({
      reason: "daily_loss",
      limit: "300",
      left: "100",
    });
    await settle(stage, running, 1000);
    expect(await stage.limits(7)).toMatchObject({
      lost_today: "5",
      net_today: "-5",
      at_stake: "0",
    });
    expect(await reasonOf(stage.place(7, { amount: "295.01" }))).toEqual({
      reason: "daily_loss",
      limit: "300",
      left: "295",
    });
    await settle(stage, await stage.place(7), 1000);
    // A day that won has lost nothing, and its gain is no more to lose.
    expect(await stage.limits(7)).toMatchObject({ lost_today: "0" });
    expect(await reasonOf(stage.place(7, { amount: "300.01" }))).toEqual({
      reason: "daily_loss",
      limit: "300",
      left: "300",
    });
    const lost = await stage.place(7, { amount: "300" });
    await settle(stage, lost, -1000);
    expect(await stage.limits(7)).toMatchObject({ lost_today: "210" });
    const { day_end } = await stage.limits(7);
    expect(day_end % (24 * hour)).toBe(16 * hour);
    pass(stage, day_end - 1 - stage.source.now);
    expect(await reasonOf(stage.place(7, { amount: "90.01" }))).toEqual({
      reason: "daily_loss",
      limit: "300",
      left: "90",
    });
    pass(stage, 1);
    expect(await stage.limits(7)).toMatchObject({ lost_today: "0", day_end: day_end + 24 * hour });
    await stage.place(7, { amount: "300" });
    expect(await reasonOf(stage.place(7, { amount: "10" }))).toEqual({
      reason: "daily_loss",
      limit: "300",
      left: "0",
    });
  });

  test("the pace counts any 60 minutes, and says when the next may be", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "5000");
    await stage.setLimits(7, { pace: 2 });
    const first = await stage.place(7, { amount: "10" });
    pass(stage, 20 * 60_000);
    const second = await stage.place(7, { amount: "10" });
    expect(await reasonOf(stage.place(7, { amount: "10" }))).toEqual({
      reason: "pace",
      limit: 2,
      until: first.create_time + hour,
    });
    pass(stage, 40 * 60_000 - 1);
    expect(await reasonOf(stage.place(7, { amount: "10" }))).toEqual({
      reason: "pace",
      limit: 2,
      until: first.create_time + hour,
    });
    pass(stage, 1);
    expect((await stage.limits(7)).last_hour).toBe(1);
    await stage.place(7, { amount: "10" });
    expect(await reasonOf(stage.place(7, { amount: "10" }))).toEqual({
      reason: "pace",
      limit: 2,
      until: second.create_time + hour,
    });
  });

  test("a cool-off can be made longer, never shorter, and what runs is settled all the same", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(7, "5000");
    const running = await stage.place(7);
    const from = stage.source.now;
    expect((await stage.coolOff(7, 5)).cool_off_until).toBe(from + 5 * hour);
    expect((await stage.coolOff(7, 1)).cool_off_until).toBe(from + 5 * hour);
    expect(await reasonOf(stage.place(7))).toEqual({ reason: "cool_off", until: from + 5 * hour });
    expect((await stage.setLimits(7, { stake: "10" })).cool_off_until).toBe(from + 5 * hour);
    await settle(stage, running, 1000);
    expect((await stage.order(7, { id: running.id })).result).toBe("win");
    expect((await stage.coolOff(7, 6)).cool_off_until).toBe(stage.source.now + 6 * hour);
    pass(stage, 6 * hour - 1);
    expect(await reasonOf(stage.place(7, { amount: "10" }))).toMatchObject({ reason: "cool_off" });
    pass(stage, 1);
    expect((await stage.limits(7)).cool_off_until).toBe(0);
    await stage.place(7, { amount: "10" });
    expect(await stage.violations()).toEqual([]);
  });

  test("many changes at once leave one that was asked for", async () => {
    const stage = await openSecondsStage(await open({ poolSize: 12 }));
    await Promise.all([
      ...Array.from({ length: 10 }, (_, k) => stage.setLimits(7, { stake: String(30 + k) })),
      ...Array.from({ length: 5 }, (_, k) => stage.coolOff(7, k + 1)),
    ]);
    // Of limits set one after the other the tightest holds, whichever came last.
    expect(await stage.limits(7)).toMatchObject({
      stake: "30",
      cool_off_until: stage.source.now + 5 * hour,
    });
  });
});
