/**
 * `npm run bench -- simulator`: what the simulated market costs, and how little it gives away.
 * Times are wall and processor milliseconds of this machine; run it on a quiet one.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { dayOf, dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { createSimulator } from "../../venue/feed/simulator/create-simulator.ts";
import { publicMaster } from "../../venue/settings/settings.ts";
import { createMarketModel } from "../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../venue/feed/simulator/model/node-noise.ts";
import { symbolTable } from "../../venue/feed/simulator/model/symbol-table.ts";
import {
  breakEven,
  hitRate,
  momentumHits,
  play,
  strategies,
} from "../venue/feed/simulator/seconds-game.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import type { PlayedDay } from "../venue/feed/simulator/seconds-game.ts";

const now = dayStart(2500) + 86400 - 1800;
const out = (line: string) => process.stdout.write(`${line}\n`);

async function timed<T>(name: string, work: () => T | Promise<T>, per = 1): Promise<T> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const columns = [(performance.now() - start) / per, (user + system) / 1000 / per];
  out(`${name.padEnd(44)} ${columns.map((ms) => ms.toFixed(3).padStart(10)).join(" ")} ms`);
  return result;
}

export async function run(stage: BenchStage): Promise<void> {
  const days = stage.size(100, 1);
  const size = stage.size(2000, 20);
  const books = stage.size(1000, 10);
  const ticks = stage.size(3600, 10);
  const btc = symbolTable[0];
  if (btc === undefined) throw new Error("No symbols");
  const model = createMarketModel(createNodeNoise(publicMaster));
  for (let day = 0; day < days; day++) model.minutes(btc, day);
  await timed(
    "symbol-day, every second",
    () => {
      for (let day = 100; day < 100 + 3 * days; day++) model.path(btc, day);
    },
    3 * days,
  );
  await timed(
    "symbol-day with its 1,440 candles",
    () => {
      for (let day = 100; day < 100 + 3 * days; day++) model.minutes(btc, day);
    },
    3 * days,
  );

  out("");
  const source = createSimulator({ master: publicMaster });
  await timed(`start, ${symbolTable.length} tickers`, () => source.start(now * 1000));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (const period of ["1min", "5min", "15min", "30min", "60min", "4hour", "1day"] as const) {
    delay.reset();
    delay.enable();
    await timed(`cold ${size} candles of ${period}`, () =>
      source.klines("btcusdt", period, { size }),
    );
    delay.disable();
    out(`${"".padEnd(20)}longest turn ${(delay.max / 1e6).toFixed(1)} ms`);
  }
  for (const period of stage.size(["1day", "1week", "1year"] as const, ["1day"] as const)) {
    await timed(`again, all candles of ${period}`, () =>
      source.klines("btcusdt", period, { size }),
    );
  }
  await timed(`cold ${size} mark candles of 60min`, () =>
    source.klines("btcusdt", "60min", { size }, "mark"),
  );
  await timed("50 settled funding rates, cold", () => source.fundingHistory("ETH-USDT", 50, 0));
  await timed(
    "book of 150 levels a side",
    async () => {
      for (let n = 0; n < books; n++) await source.depth("btcusdt");
    },
    books,
  );

  out("");
  const costs: number[] = [];
  for (let second = now + 1; second <= now + ticks; second++) {
    const start = performance.now();
    source.tick(second * 1000);
    costs.push(performance.now() - start);
  }
  costs.sort((a, b) => a - b);
  out(
    `${ticks} ticks, the usual hour of them over midnight, ms each: median ${costs[ticks >> 1]?.toFixed(3)}, p99 ${costs[Math.floor(ticks * 0.99)]?.toFixed(2)}, max ${costs.at(-1)?.toFixed(2)}`,
  );
  const changes = source
    .tickers()
    .map(({ open, close }) => (close / open - 1) * 100)
    .sort((a, b) => a - b);
  out(`24 h changes on ${dayOf(now)}: ${changes.map((change) => change.toFixed(1)).join(" ")} %`);

  const played: PlayedDay[] = ["btcusdt", "xrpusdt", "suiusdt"].flatMap((name) => {
    const symbol = symbolTable.find(({ spec }) => spec.symbol === name) ?? btc;
    return Array.from({ length: stage.size(150, 1) }, (_, n) => {
      const path = model.path(symbol, 1000 + n);
      return { symbol, path, index: path.index };
    });
  });
  out(
    `\nP0: hit rate by duration; break-even at 0.95 is ${breakEven("0.95").toFixed(4)}, at 0.85 ${breakEven("0.85").toFixed(4)}`,
  );
  for (const [name, strategy] of Object.entries(strategies)) {
    const rates = [30, 60, 120, 180, 300].map((seconds) => play(played, strategy, seconds));
    const last = rates.at(-1);
    out(
      `${name.padEnd(34)} ${rates.map((score) => hitRate(score).toFixed(4)).join("  ")}   n(300 s) ${(last?.wins ?? 0) + (last?.losses ?? 0)}`,
    );
  }
  out("\nP8: momentum hit rate, look-back by horizon 30, 60, 300 s");
  for (const lookBack of [1, 5, 15, 60, 300]) {
    const scores = [30, 60, 300].map((horizon) => momentumHits(played, lookBack, horizon));
    out(
      `${String(lookBack).padStart(4)} s   ${scores.map((score) => `${hitRate(score).toFixed(4)} (n ${score.wins + score.losses})`).join("   ")}`,
    );
  }
  await source.close();
}
