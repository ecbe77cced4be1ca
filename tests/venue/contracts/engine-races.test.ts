import { expect, test } from "vitest";
import { createPerpetualEngine } from "../../../venue/contracts/engine.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { reportTrials } from "../../harness/trials.ts";
import { type EngineStage, openEngineStage } from "./engine-stage.ts";

/** `CONTRACT_ROUNDS=200` for a longer look. */
const rounds = Number(process.env["CONTRACT_ROUNDS"] ?? 6);
const period = 8 * 3_600_000;
const ample = 1_000_000_000;
const quotes = { bids: [[5_000_000, ample]], asks: [[5_000_100, ample]] } as const;

/** A process that is killed somewhere: at its nth command, before, within or just after it. */
function dying(store: Store, at: number, how: number): Store {
  let count = 0;
  const killed = () => new Error("killed");
  return Object.create(store, {
    command: {
      value: async (run: Parameters<Store["command"]>[0]) => {
        const own = count++;
        if (own < at) return store.command(run);
        if (own > at || how === 0) throw killed();
        if (how === 1)
          return store.command(async (tx) => {
            await run(tx);
            throw killed();
          });
        await store.command(run);
        throw killed();
      },
    },
  }) as Store;
}

/** Two processes at once, one of which may die on the way, then one that is left alone. */
async function twoProcesses(stage: EngineStage, round: number): Promise<void> {
  const second = dying(stage.store, round % 6, round % 3);
  await Promise.all([
    createPerpetualEngine(stage).tick(),
    createPerpetualEngine({ ...stage, store: second }).tick(),
    createPerpetualEngine(stage).tick(),
  ]);
  await stage.engine.tick();
}

describeDatabases("two engines, one of them killed", (open) => {
  test(
    "each settlement, liquidation, trigger and close happens once, and none is missed",
    async () => {
      const stage = await openEngineStage(await open({ poolSize: 12 }));
      const users = Array.from({ length: 10 }, (_, at) => at + 1);
      for (const user of users) await stage.fund(user, "1000000");
      for (let round = 0; round < rounds; round += 1) {
        stage.move(1000, { mark: 5_000_000, last: 5_000_000, ...quotes });
        const at = Math.floor(stage.source.now / period + 1) * period;
        // By the remainder of the user: 0 is liquidated, 1 stopped, 2 takes profit as a short, 3 closes, 4 does nothing.
        const kinds = new Map<number, string>();
        for (const user of users) {
          const position = await stage.hold(user, {
            volume: 100n,
            leverage: user % 5 === 0 ? 100 : 10,
            direction: user % 5 === 2 ? "sell" : "buy",
          });
          kinds.set(user, position);
          if (user % 5 === 1)
            await stage.tpsl(user, {
              position_id: position,
              tp_trigger_price: null,
              sl_trigger_price: "49600",
            });
          if (user % 5 === 2)
            await stage.tpsl(user, {
              position_id: position,
              tp_trigger_price: "49600",
              sl_trigger_price: null,
            });
        }
        stage.settleAt(at, "0.0001", 5_000_000);
        stage.move(at - stage.source.now, quotes);
        for (const user of users)
          if (user % 5 === 3) await stage.close(user, kinds.get(user) ?? "", 100);
        stage.move(0, { mark: 4_955_000, ...quotes });
        await twoProcesses(stage, round);

        for (const user of users) {
          const [last] = (await stage.history(user)).list;
          const [still] = await stage.positions(user);
          // Who is liquidated at once has nothing to pay with.
          const expected = [
            ["liquidation", "0.00000000"],
            ["sl", "-0.50000000"],
            ["tp", "0.50000000"],
            ["manual", "-0.50000000"],
            [undefined, "-0.50000000"],
          ][user % 5];
          expect([
            user,
            still === undefined ? last?.close_kind : undefined,
            still?.funding ?? last?.funding,
          ]).toEqual([user, ...(expected ?? [])]);
          if (still) await stage.close(user, still.id, 100);
        }
        stage.move(1000, quotes);
        await twoProcesses(stage, round);
        expect((await Promise.all(users.map((user) => stage.positions(user)))).flat()).toEqual([]);
        const orders = await stage.store.read((db) =>
          db
            .selectFrom("contract_order")
            .select(["position_id", "source", "status"])
            .where("position_id", "in", [...kinds.values()].map(Number))
            .execute(),
        );
        expect(orders.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 6));
      }
      const journals = await stage.store.read((db) =>
        db.selectFrom("journal").select("idem_key").where("sub_type", "=", "funding").execute(),
      );
      expect(journals).toHaveLength(rounds * 8);
      expect(
        (await stage.fundings()).map(({ positions, skipped, finished_at }) => [
          positions,
          skipped,
          finished_at !== null,
        ]),
      ).toEqual(Array.from({ length: rounds }, () => [10, null, true]));
      expect(
        await stage.store.read((db) =>
          db.selectFrom("notice").select("kind").where("kind", "=", "liquidation").execute(),
        ),
      ).toHaveLength(rounds * 2);
      expect(await stage.violations()).toEqual([]);
      reportTrials("three engines at once, one of which may die", rounds);
    },
    rounds * 8000,
  );

  test(
    "what people do meanwhile comes before or after, never in between",
    async () => {
      const stage = await openEngineStage(await open({ poolSize: 20 }));
      const users = Array.from({ length: 8 }, (_, at) => at + 1);
      for (const user of users) await stage.fund(user, "1000000");
      const refused = (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      };
      for (let round = 0; round < rounds; round += 1) {
        stage.move(1000, { mark: 5_000_000, last: 5_000_000, ...quotes });
        const positions = new Map<number, string>();
        const orders = new Map<number, string>();
        for (const user of users) {
          positions.set(user, await stage.hold(user, { volume: 100n, leverage: 50 }));
          orders.set(
            user,
            (
              await stage
                .place(user, {
                  direction: "buy",
                  lever_rate: 50,
                  volume: 5,
                  order_type: "limit",
                  price: "49990",
                })
                .catch(async () => {
                  await stage.ackRisk(user);
                  return stage.place(user, {
                    direction: "buy",
                    lever_rate: 50,
                    volume: 5,
                    order_type: "limit",
                    price: "49990",
                  });
                })
            ).id,
          );
        }
        await stage.engine.tick();
        for (const user of users) await stage.close(user, positions.get(user) ?? "", 40);
        const isCrash = round % 2 === 0;
        stage.move(1000, {
          mark: isCrash ? 4_910_000 : 4_999_000,
          bids: [[4_999_000, ample]],
          asks: [[4_999_000, ample]],
        });
        const mine = (user: number) => positions.get(user) ?? "";
        await Promise.all([
          twoProcesses(stage, round),
          ...users.flatMap((user) => [
            stage.cancel(user, orders.get(user) ?? "").catch(refused),
            stage.margin(user, mine(user), "add", "1").catch(refused),
            stage.close(user, mine(user), 60).catch(refused),
            stage.close(user, mine(user), 60).catch(refused),
          ]),
        ]);
        stage.move(1000);
        await twoProcesses(stage, round);
        for (const user of users)
          for (const { id, volume } of await stage.positions(user))
            await stage.close(user, id, volume).catch(refused);
        await stage.show({ mark: 5_000_000 });
        for (const user of users)
          expect([
            user,
            await stage.positions(user),
            (await stage.orders(user, { status: "0" })).list,
          ]).toEqual([user, [], []]);
        expect(await stage.violations()).toEqual([]);
        for (const user of users) {
          const sum = (await allBills(stage, user)).reduce(
            (all, { amount }) => all + BigInt(amount.replace(".", "")),
            0n,
          );
          expect([user, sum]).toEqual([
            user,
            BigInt((await stage.money(user))[0]?.replace(".", "") ?? "0"),
          ]);
        }
      }
      reportTrials("engines beside what people do", rounds);
    },
    rounds * 8000,
  );
});

async function allBills(stage: EngineStage, user: number) {
  const list = [];
  for (let page = 1; ; page += 1) {
    const answer = await stage.bills(user, { page: String(page), size: "100" });
    list.push(...answer.list);
    if (answer.list.length < 100) return list;
  }
}
