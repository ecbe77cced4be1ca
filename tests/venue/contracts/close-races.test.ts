import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { outcomes, type Refused, rival, turned } from "../../harness/venue/concurrent-calls.ts";
import { type EngineStage as Stage, openEngineStage as openStage } from "./engine-stage.ts";

const rounds = 14;
const near = { direction: "buy", order_type: "limit", price: "50000.01", volume: 10 } as const;
const isRefused = (answer: object): answer is Refused => Object.keys(answer).join() === "code";
const isInTime = (answer: object) => !isRefused(answer);

/** A new snapshot, at another mark price if need be, and two processes that act on it. */
function engines(stage: Stage, price = 5_000_000): (() => Promise<void>)[] {
  stage.source.advance(1000);
  stage.source.setPrice("btcusdt", price);
  return [stage.another(), stage.another()].map((engine) => () => engine.tick());
}

async function settle(stage: Stage, price?: number): Promise<void> {
  for (const tick of engines(stage, price)) await tick();
}

describeDatabases("commands against the engine", (open) => {
  test("a cancel and a fill: one of them, and money and contracts follow", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "100000");
    const against = rival<object>(rounds, isInTime);
    const seen = { matched: 0, cancelled: 0 };
    for (let round = 0; round < rounds; round++) {
      await stage.hold(7, { direction: "sell", volume: 20n, price: "50000" });
      const [short] = await stage.positions(7);
      const closing = await stage.close(7, short?.id ?? "", 5);
      const ids = [
        (await stage.place(7, near)).id,
        (await stage.place(7, { direction: "buy", volume: 3 })).id,
        closing.order.id,
      ];
      const answers = await against(
        engines(stage),
        ids.flatMap((id) => [() => stage.cancel(7, id), () => stage.cancel(7, id)]),
        round,
      );
      await settle(stage);
      for (const id of ids) {
        const order = await stage.order(7, { id });
        expect([6, 7]).toContain(order.status);
        expect(order.margin_frozen).toBe("0.00000000");
        expect(order.fills.length).toBe(order.status === 6 ? 1 : 0);
        expect(answers.filter((one) => "id" in one && one.id === id)).toHaveLength(
          order.status === 7 ? 1 : 0,
        );
        seen[order.status === 6 ? "matched" : "cancelled"] += 1;
      }
      expect(answers.filter(isRefused).every(({ code }) => code === 300009)).toBe(true);
      expect((await stage.money(7))[1]).toBe("0.00000000");
      await stage.closeAll(7, "all");
      await settle(stage);
      expect(await stage.positions(7)).toEqual([]);
    }
    expect(Math.min(seen.matched, seen.cancelled)).toBeGreaterThan(0);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  }, 60_000);

  test("closes and their fills: never more than the position, and all of it in the end", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "100000");
    const against = rival<object>(rounds, isInTime);
    for (let round = 0; round < rounds; round++) {
      const position = await stage.hold(7, { volume: 100n });
      await stage.close(7, position, 30);
      const calls = [40, 40, 40, 100].map((volume) => () => stage.close(7, position, volume));
      const answers = await against(
        engines(stage),
        [...calls, () => stage.closeAll(7, "all"), () => stage.reverse(7, position)],
        round,
      );
      for (const { code } of answers.filter(isRefused)) expect([300014, 300015]).toContain(code);
      await settle(stage);
      await stage.closeAll(7, "all");
      for (let at = 0; at < 3; at++) await settle(stage);
      const closed = (await stage.history(7, { size: 100 })).list.find(({ id }) => id === position);
      expect(closed).toMatchObject({ volume: 100, close_kind: "manual" });
      const fills = (await stage.orders(7, { size: 100 })).list.filter(
        ({ position_id, offset }) => position_id === position && offset === "close",
      );
      expect(fills.reduce((sum, { trade_volume }) => sum + trade_volume, 0)).toBe(100);
      await stage.closeAll(7, "all");
      await settle(stage);
      expect([await stage.positions(7), (await stage.money(7)).slice(1)]).toEqual([
        [],
        ["0.00000000", "0.00000000"],
      ]);
    }
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  }, 60_000);

  test("closes, margin, triggers and the liquidation of one position: it ends once, and nobody pays twice", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    const against = rival<object>(rounds, isInTime);
    const kinds = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const user = 100 + round;
      stage.source.setPrice("btcusdt", 5_000_000);
      await stage.fund(user, "6000");
      const position = await stage.hold(user);
      const waits = await stage.close(user, position, 100, { order_type: "limit", price: "51000" });
      // P1 is liquidated at 45,203.42; in every third round its stop loss is there first.
      if (round % 3 === 2)
        await stage.tpsl(user, {
          position_id: position,
          tp_trigger_price: null,
          sl_trigger_price: "49000",
        });
      const fall = engines(stage, round % 3 === 2 ? 4_890_000 : 4_520_000);
      await against(
        fall,
        [
          () => stage.close(user, position, 900),
          () => stage.margin(user, position, "add", "400"),
          () => stage.cancel(user, waits.order.id),
          () =>
            stage.tpsl(user, {
              position_id: position,
              tp_trigger_price: null,
              sl_trigger_price: null,
            }),
          () => stage.closeAll(user, "all"),
        ],
        round,
      );
      for (let at = 0; at < 3; at++) await settle(stage, round % 3 === 2 ? 4_890_000 : 4_520_000);
      await stage.closeAll(user, "all");
      for (let at = 0; at < 3; at++) await settle(stage, round % 3 === 2 ? 4_890_000 : 4_520_000);
      const {
        list: [closed],
        total,
      } = await stage.history(user);
      expect([total, closed?.volume, await stage.positions(user)]).toEqual([1, 1000, []]);
      kinds.add(closed?.close_kind ?? "");
      const [available = "", frozen, margin] = await stage.money(user);
      expect([frozen, margin]).toEqual(["0.00000000", "0.00000000"]);
      // What is left is what was brought and what the position came to; never less than what was not behind it.
      expect(Number(available)).toBeCloseTo(6000 + Number(closed?.net), 6);
      expect(Number(available)).toBeGreaterThanOrEqual(575 - 1e-6);
      expect((await stage.orders(user, { status: 0 })).total).toBe(0);
    }
    expect(kinds.size).toBeGreaterThan(1);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  }, 60_000);

  test("margin in and out while parts are closed: the margin account stays the sum of the positions", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "50000");
    for (let round = 0; round < rounds; round++) {
      const position = await stage.hold(7, { volume: 100n });
      const calls = [
        () => stage.margin(7, position, "add", "33.33333333"),
        () => stage.close(7, position, 33),
        () => stage.margin(7, position, "remove", "11.11111111"),
        () => stage.close(7, position, 33),
        () => stage.margin(7, position, "add", "0.00000001"),
        ...engines(stage).map((tick) => async () => ({ done: await tick() })),
      ];
      const answers = await outcomes<object>(turned(calls, round));
      for (const { code } of answers.filter(isRefused)) expect(code).toBe(300019);
      await settle(stage);
      expect(await stage.violations()).toEqual([]);
      await stage.closeAll(7, "all");
      for (let at = 0; at < 2; at++) await settle(stage);
      expect((await stage.money(7)).slice(1)).toEqual(["0.00000000", "0.00000000"]);
    }
    expect(stage.logged).toEqual([]);
  }, 60_000);

  test("a reversal whose money went elsewhere meanwhile closes, and its other side says why it did not come about", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "5400");
    const position = await stage.hold(7);
    const reported: unknown[] = [];
    stage.bus.onNotify(
      ({ topic, event, data }) =>
        topic === "user.contract" &&
        event === "order" &&
        reported.push([(data as { offset: string }).offset, (data as { reason: unknown }).reason]),
    );
    await stage.reverse(7, position);
    await stage.place(7, { direction: "buy", volume: 60, order_type: "limit", price: "48000" });
    for (let at = 0; at < 2; at++) await settle(stage);
    expect(await stage.positions(7)).toEqual([]);
    expect(
      (await stage.orders(7)).list.map(
        ({ offset, source, status, reason, volume, trade_volume }) => [
          offset,
          source,
          status,
          reason,
          volume,
          trade_volume,
        ],
      ),
    ).toEqual([
      ["open", "reverse", 7, "budget", 1000, 0],
      ["open", "manual", 3, null, 60, 0],
      ["close", "reverse", 6, null, 1000, 1000],
    ]);
    expect(reported).toContainEqual(["open", "budget"]);
    expect(await stage.violations()).toEqual([]);
  });
});
