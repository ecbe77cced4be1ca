/**
 * Market orders a second through the handlers on SQLite, each on disk before it is answered: accepting
 * alone, filling alone, and both at once; then what a tick costs while orders rest in many markets and no
 * price has reached them. Run: `npm run bench -- spot [seconds] [clients]`.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { createSpotEngine } from "../../venue/spot/engine.ts";
import { readWaiting } from "../../venue/spot/fills/due-rows.ts";
import { insertOrder, statesOf } from "../../venue/spot/records/rows.ts";
import { migrations } from "../../venue/migrations.ts";
import { createNotifyBus } from "../../venue/deps/notify-bus.ts";
import { openStore } from "../../venue/store/open-store.ts";
import type { Store } from "../../venue/store/store.ts";
import { btcusdt, FixedSource } from "../harness/venue/fixed-source.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { openStage, type Stage } from "../venue/spot/spot-stage.ts";

const asks = [
  [6_000_000, 1e12],
  [6_001_000, 1e12],
] as const;

interface Load {
  seconds: number;
  clients: number;
  users: number;
}

async function fund(stage: Stage, users: number): Promise<void> {
  const batch = Math.min(50, users);
  for (let first = 1; first <= users; first += batch) {
    await Promise.all(
      Array.from({ length: batch }, (_, at) => stage.fund(first + at, "USDT", "1000000")),
    );
  }
}

/** Closed loop of clients that each place one order after the other. */
async function accept(stage: Stage, { seconds, clients, users }: Load): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const begin = performance.now();
        await stage.place(1 + (next++ % users), { side: "buy", value: "10" });
        latencies.push(performance.now() - begin);
      }
    }),
  );
  return latencies;
}

async function fillAll(stage: Stage): Promise<void> {
  stage.source.advance(1000);
  stage.source.setBook("btcusdt", { asks });
  await stage.engine.tick();
}

function report(
  name: string,
  count: number,
  { ms, cpuMs }: { ms: number; cpuMs: number },
  latencies: number[] = [],
): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const waits = latencies.length > 0 ? `, answer p50 ${at(0.5)} ms p99 ${at(0.99)} ms` : "";
  console.log(
    `${name}: ${Math.round((count / ms) * 1000)} orders/s (${count} in ${Math.round(ms)} ms, ${Math.round((cpuMs * 1000) / count)} µs cpu each)${waits}`,
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number; cpuMs: number }> {
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const value = await work();
  const used = process.cpuUsage(cpu);
  return { value, ms: performance.now() - begin, cpuMs: (used.user + used.system) / 1000 };
}

/** Resting orders and stops spread over as many markets, half of either side, a per cent away from the price. */
async function restIn(store: Store, symbols: readonly string[], count: number): Promise<void> {
  const owners = 500;
  const batch = 500;
  for (let first = 0; first < count; first += batch) {
    await store.command(async (tx) => {
      for (let at = first; at < Math.min(count, first + batch); at += 1) {
        const isBuy = at % 2 === 0;
        const isStop = at % 5 === 4;
        const price = isBuy ? 5_940_000n - BigInt(at % 97) : 6_060_000n + BigInt(at % 97);
        const { id } = await insertOrder(tx.db, {
          user_id: 1 + (at % owners),
          client_order_id: `rest${crypto.randomUUID()}`,
          symbol: symbols[at % symbols.length] ?? "",
          base: "BTC",
          quote: "USDT",
          price_precision: 2,
          amount_precision: 6,
          base_scale: 8,
          quote_scale: 8,
          side: isBuy ? "buy" : "sell",
          type: isStop ? "stop-limit" : "limit",
          tif: "gtc",
          price,
          stop_price: isStop ? price : null,
          operator: isStop ? (isBuy ? "lte" : "gte") : null,
          amount: 1_000_000n,
          value: null,
          ...statesOf(isStop ? "created" : "submitted"),
          accepted_at: 1,
          updated_at: 1,
          review_ends_at: null,
          replaces_id: null,
        });
        if (!isStop)
          await tx.db.updateTable("spot_order").set({ seen_at: 1 }).where("id", "=", id).execute();
      }
    });
  }
}

async function measureIdle(
  name: string,
  store: Store,
  { markets, orders }: { markets: number; orders: readonly number[] },
): Promise<void> {
  await store.migrate(migrations);
  const symbols = Array.from({ length: markets }, (_, at) => `c${at}usdt`);
  const source = new FixedSource(symbols.map((symbol) => ({ ...btcusdt, symbol })));
  const engine = createSpotEngine({
    store,
    source,
    bus: createNotifyBus(),
    clock: { now: () => source.now },
    log: (_level, event, facts) => console.log(event, facts),
  });
  let resting = 0;
  for (const count of orders) {
    await restIn(store, symbols, count - resting);
    resting = count;
    const ticks = 10;
    const reading = await timed(async () => {
      for (let at = 0; at < ticks; at += 1) await store.read(readWaiting);
    });
    const whole = await timed(async () => {
      for (let at = 0; at < ticks; at += 1) await engine.tick();
    });
    console.log(
      `${name}: a tick over ${symbols.length} markets with ${count} orders that nothing reached: ${(whole.ms / ticks).toFixed(1)} ms, ${(reading.ms / ticks).toFixed(1)} of it in the database`,
    );
  }
  await store.close();
}

export async function run(bench: BenchStage): Promise<void> {
  const load: Load = {
    seconds: bench.count(0, 3, 0.05),
    clients: bench.count(1, 64, 2),
    users: bench.size(500, 2),
  };
  await measureOrders(
    await openStage(
      openStore({ dataDir: await bench.folder(), log: () => undefined, random: Math.random }),
    ),
    load,
    bench.size(1000, 10),
  );
  const idle = {
    markets: bench.size(2000, 10),
    orders: bench.size([10_000, 20_000], [20, 40]),
  };
  const quiet = { log: () => undefined, random: Math.random };
  await measureIdle("SQLite", openStore({ ...quiet, dataDir: await bench.folder() }), idle);
  const databaseUrl = await bench.postgres({ fsync: false });
  if (databaseUrl !== undefined)
    await measureIdle("PostgreSQL", openStore({ ...quiet, dataDir: "", databaseUrl }), idle);
}

/** Accepting, filling and both at once, then as many ticks with nothing due. */
async function measureOrders(stage: Stage, load: Load, ticks: number): Promise<void> {
  const countFilled = () =>
    stage.store.read(async (db) => {
      const row = await db
        .selectFrom("spot_order")
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("state", "=", "filled")
        .executeTakeFirstOrThrow();
      return Number(row.count);
    });
  try {
    await fund(stage, load.users);
    const accepted = await timed(() => accept(stage, load));
    report("accepted", accepted.value.length, accepted, accepted.value);
    const drained = await timed(() => fillAll(stage));
    report("filled", await countFilled(), drained);

    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const before = await countFilled();
    const both = await timed(async () => {
      let isOver = false;
      const filling = (async () => {
        while (!isOver) {
          await fillAll(stage);
          await delay(100);
        }
        await fillAll(stage);
      })();
      const latencies = await accept(stage, load);
      isOver = true;
      await filling;
      return latencies;
    });
    loop.disable();
    report("accepted and filled", (await countFilled()) - before, both, both.value);
    console.log(
      `event loop delay p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, max ${(loop.max / 1e6).toFixed(1)} ms`,
    );

    const open = await timed(async () => {
      for (let at = 0; at < ticks; at += 1) await stage.engine.tick();
    });
    console.log(
      `a tick with nothing due, ${await countFilled()} orders in the table: ${(open.ms / ticks).toFixed(3)} ms`,
    );
    console.log(
      `ledger: ${JSON.stringify(await stage.violations())}, trouble: ${stage.logged.length}`,
    );
  } finally {
    await stage.store.close();
  }
}
