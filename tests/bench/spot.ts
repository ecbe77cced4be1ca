/**
 * Market orders a second through the handlers on SQLite, each on disk before it is answered: accepting
 * alone, filling alone, and both at once. Run: `node tests/bench/spot.ts [seconds] [clients]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { openStore } from "../../venue/store/open-store.ts";
import { openStage, type Stage } from "../venue/spot/spot-stage.ts";

const seconds = Number(process.argv[2] ?? 3);
const clients = Number(process.argv[3] ?? 64);
const users = 500;
const asks = [[6_000_000, 1e12], [6_001_000, 1e12]] as const;

async function fund(stage: Stage): Promise<void> {
  for (let first = 1; first <= users; first += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, at) => stage.fund(first + at, "USDT", "1000000")));
  }
}

/** Closed loop of clients that each place one order after the other. */
async function accept(stage: Stage, until: number): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: clients }, async () => {
    while (performance.now() < until) {
      const begin = performance.now();
      await stage.place(1 + (next++ % users), { side: "buy", value: "10" });
      latencies.push(performance.now() - begin);
    }
  }));
  return latencies;
}

async function fillAll(stage: Stage): Promise<void> {
  stage.source.advance(1000);
  stage.source.setBook("btcusdt", { asks });
  await stage.engine.tick();
}

function report(name: string, count: number, { ms, cpuMs }: { ms: number; cpuMs: number }, latencies: number[] = []): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const waits = latencies.length > 0 ? `, answer p50 ${at(0.5)} ms p99 ${at(0.99)} ms` : "";
  console.log(`${name}: ${Math.round((count / ms) * 1000)} orders/s (${count} in ${Math.round(ms)} ms, ${Math.round((cpuMs * 1000) / count)} µs cpu each)${waits}`);
}

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number; cpuMs: number }> {
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const value = await run();
  const used = process.cpuUsage(cpu);
  return { value, ms: performance.now() - begin, cpuMs: (used.user + used.system) / 1000 };
}

const dataDir = mkdtempSync(join(tmpdir(), "godwit-bench-"));
const stage = await openStage(openStore({ dataDir, log: () => undefined, random: Math.random }));
const countFilled = () => stage.store.read(async (db) => {
  const row = await db.selectFrom("spot_order").select((eb) => eb.fn.countAll<bigint>().as("count")).where("state", "=", "filled").executeTakeFirstOrThrow();
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
  console.log(`event loop delay p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, max ${(loop.max / 1e6).toFixed(1)} ms`);

  const open = await timed(async () => { for (let at = 0; at < 1000; at += 1) await stage.engine.tick(); });
  console.log(`a tick with nothing due, ${await countFilled()} orders in the table: ${(open.ms / 1000).toFixed(3)} ms`);
  console.log(`books: ${JSON.stringify(await stage.violations())}, trouble: ${stage.logged.length}`);
} finally {
  await stage.store.close();
  rmSync(dataDir, { recursive: true, force: true });
}
