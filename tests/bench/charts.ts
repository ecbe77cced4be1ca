/**
 * How soon charts are there from the moment the start message is printed: every period of every market, 18 at a
 * time in a mixed order, at a first start and after a restart on the same data; beside them what the same 18
 * connections wait for the smallest answer. The screen's chart asks for 500 candles. The aim is a p99 of 300 ms. Run: `npm run bench -- charts`, with
 * `-- charts 2000` for so many candles each.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { periods } from "#protocol/api/market.ts";

const aimMs = 300;
const atATime = 18;

interface Asked {
  period: string;
  ms: number;
}

/** Asks for all paths, so many at a time; those that are refused are asked for again and counted. */
async function askAll(
  address: string,
  jobs: readonly { path: string; period: string }[],
): Promise<{ asked: Asked[]; refused: number }> {
  const waiting = [...jobs];
  const asked: Asked[] = [];
  let refused = 0;
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let job = waiting.pop(); job; job = waiting.pop()) {
        const began = performance.now();
        const answer = await fetch(address + job.path);
        const { status } = (await answer.json()) as { status: number };
        if (status === 0) asked.push({ period: job.period, ms: performance.now() - began });
        else {
          refused += 1;
          waiting.unshift(job);
        }
      }
    }),
  );
  return { asked, refused };
}

/** The same order in each run: a step through the list that meets every place once. */
function mixed<T>(list: readonly T[]): T[] {
  const step = [7, 11, 13, 17].find((prime) => list.length % prime !== 0) ?? 1;
  return list.map((_, at) => list[(at * step) % list.length] as T);
}

function figuresOf(asked: readonly Asked[]): Record<string, number> {
  const times = asked.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  return {
    answers: times.length,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
    "p99 / aim": Math.round((at(0.99) / aimMs) * 100) / 100,
  };
}

/** This process's own first requests are slow by themselves: they go to a server of its own. */
async function warmClient(jobs: number): Promise<void> {
  const text = JSON.stringify({ status: 0, data: Array.from({ length: 5000 }, (_, at) => at) });
  const server = createServer((_, answer) => answer.end(text));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const job = { path: "/", period: "" };
  await askAll(
    `http://127.0.0.1:${port}`,
    Array.from({ length: jobs }, () => job),
  );
  server.close();
}

export async function run(stage: BenchStage): Promise<void> {
  const candles = stage.count(0, 500, 5);
  await warmClient(stage.size(400, 20));
  const venue = await stage.bareVenue({ WARM_UP: stage.size("1", "0") });
  const measure = async (start: string): Promise<void> => {
    const list = await fetch(`${venue.address}/api/htx/getSymbols`);
    const { data } = (await list.json()) as { data: { symbol: string }[] };
    const symbols = data.map(({ symbol }) => symbol).slice(0, stage.size(data.length, 1));
    const jobs = mixed(
      symbols.flatMap((symbol) =>
        periods.map((period) => ({
          period,
          path: `/api/htx/getKline?symbol=${symbol}&period=${period}&size=${candles}`,
        })),
      ),
    );
    const { asked, refused } = await askAll(venue.address, jobs);
    const least = await askAll(
      venue.address,
      jobs.map(({ period }) => ({ period, path: "/api/htx/getTimestamp" })),
    );
    console.log(`${start}, ${candles} candles each, ${refused} refused (ms)`);
    console.table({
      all: figuresOf(asked),
      ...Object.fromEntries(
        periods.map((period) => [period, figuresOf(asked.filter((one) => one.period === period))]),
      ),
      "smallest answer": figuresOf(least.asked),
    });
  };
  await measure("first start");
  await venue.kill();
  await venue.restart();
  await measure("restart");
}
