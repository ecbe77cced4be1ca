/**
 * Market orders a second through the handlers on SQLite, each on disk before it is answered: accepting
 * alone, filling alone, and both at once; then what a tick costs while orders rest in many markets and no
 * price has reached them. Run: `node tests/bench/spot.ts [seconds] [clients]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { createSpotEngine } from "../../venue/spot/engine.ts";
import { readWaiting } from "../../venue/spot/due-rows.ts";
import { insertOrder, statesOf } from "../../venue/spot/rows.ts";
import { migrations } from "../../venue/migrations.ts";
import { createNotifyBus } from "../../venue/market/notify-bus.ts";
import { openStore } from "../../venue/store/open-store.ts";
import type { Store } from "../../venue/store/store.ts";
import { btcusdt, FixedSource } from "../harness/fixed-source.ts";
import { startPostgres } from "../harness/postgres.ts";
import { openStage, type Stage } from "../venue/spot/spot-stage.ts";

const seconds = Number(process.argv[2] ?? 3);
const clients = Number(process.argv[3] ?? 64);
const users = 500;
const asks = [
  [6_000_000, 1e12],
  [6_001_000, 1e12],
] as const;

async function fund(stage: Stage): Promise<void> {
  for (let first = 1; first <= users; first += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => stage.fund(first + at, "USDT", "1000000")),
    );
  }
}

/** Closed loop of clients that each place one order after the other. */
async function accept(stage: Stage, until: number): Promise<number[]> {
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

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number; cpuMs: number }> {
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const value = await run();
  const used = process.cpuUsage(cpu);
  return { value, ms: performance.now() - begin, cpuMs: (used.user + used.system) / 1000 };
}

/** Resting orders and stops spread over as many markets, half of either side, a per cent away from the price. */
async function restIn(store: Store, symbols: readonly string[], count: number): Promise<void> {
  const batch = 500;
  for (let first = 0; first < count; first += batch) {
    await store.command(async (tx) => {
      for (let at = first; at < Math.min(count, first + batch); at += 1) {
        const isBuy = at % 2 === 0;
        const isStop = at % 5 === 4;
        const price = isBuy ? 5_940_000n - BigInt(at % 97) : 6_060_000n + BigInt(at % 97);
        const { id } = await insertOrder(tx.db, {
          user_id: 1 + (at % users),
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

async function measureIdle(name: string, store: Store): Promise<void> {
  await store.migrate(migrations);
  const symbols = Array.from({ length: 2000 }, (_, at) => `c${at}usdt`);
  const source = new FixedSource(symbols.map((symbol) => ({ ...btcusdt, symbol })));
  const engine = createSpotEngine({
    store,
    source,
    bus: createNotifyBus(),
    clock: { now: () => source.now },
    log: (_level, event, facts) => console.log(event, facts),
  });
  let resting = 0;
  for (const count of [10_000, 20_000]) {
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

const dataDir = mkdtempSync(join(tmpdir(), "godwit-bench-"));
const stage = await openStage(openStore({ dataDir, log: () => undefined, random: Math.random }));
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
  await fund(stage);
  const accepted = await timed(() => accept(stage, performance.now() + seconds * 1000));
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
    const latencies = await accept(stage, performance.now() + seconds * 1000);
    isOver = true;
    await filling;
    return latencies;
  });
  report("accepted and filled", (await countFilled()) - before, both, both.value);
  console.log(
    `event loop delay p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, max ${(loop.max / 1e6).toFixed(1)} ms`,
  );

  const open = await timed(async () => {
    for (let at = 0; at < 1000; at += 1) await stage.engine.tick();
  });
  console.log(
    `a tick with nothing due, ${await countFilled()} orders in the table: ${(open.ms / 1000).toFixed(3)} ms`,
  );
  console.log(
    `books: ${JSON.stringify(await stage.violations())}, trouble: ${stage.logged.length}`,
  );
} finally {
  await stage.store.close();
  rmSync(dataDir, { recursive: true, force: true });
}

const restDir = mkdtempSync(join(tmpdir(), "godwit-bench-"));
const quiet = { log: () => undefined, random: Math.random };
try {
  await measureIdle("SQLite", openStore({ ...quiet, dataDir: restDir }));
} finally {
  rmSync(restDir, { recursive: true, force: true });
}
const postgres = await startPostgres({ fsync: false });
try {
  if (postgres)
    await measureIdle(
      "PostgreSQL",
      openStore({ ...quiet, dataDir: "", databaseUrl: postgres.url }),
    );
} finally {
  await postgres?.stop();
}
