import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

/** What is asked. Its addresses take turns, since what one may ask for is limited. */
export interface Asking {
  kind: "asking beside";
  port: number;
  path: string;
  localAddresses: string[];
  perSecond: number;
  seconds: number;
}

export interface Asked {
  /** Each status that came, once. */
  statuses: number[];
  /** How many answers were not `200`. */
  failed: number;
  /** Within which 99 of a hundred answers were there, ms. */
  p99: number;
}

/** Before anything is measured, so that the asker's own first steps are not the venue's time. */
const warmUps = 50;
/** Time that is measured before `begun`. */
const leadMs = 500;

/**
 * Asks as strangers at other addresses, in a thread of its own, so that what the test does meanwhile is not measured
 * as the venue's time; at set times, whether earlier answers are there or not, since those who wait are many.
 * @param begun called half a second after the first that is measured
 */
export async function askBeside(asking: Asking, begun?: () => void): Promise<Asked> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asking });
  try {
    await once(worker, "message");
    begun?.();
    const [asked] = (await once(worker, "message")) as [Asked];
    return asked;
  } finally {
    await worker.terminate();
  }
}

async function askAll(asking: Asking, begun: () => void): Promise<Asked> {
  const agents = asking.localAddresses.map(
    (localAddress) => new Agent({ localAddress, keepAlive: true }),
  );
  let turn = 0;
  async function ask(): Promise<{ status: number; ms: number }> {
    turn += 1;
    const began = performance.now();
    const asked = request({
      host: "127.0.0.1",
      port: asking.port,
      path: asking.path,
      agent: agents[turn % agents.length],
    }).end();
    const [answer] = (await once(asked, "response")) as [
      NodeJS.ReadableStream & { statusCode: number },
    ];
    answer.resume();
    await once(answer, "end");
    return { status: answer.statusCode, ms: performance.now() - began };
  }

  for (let at = 0; at < warmUps; at += 1) await ask();
  const everyMs = 1000 / asking.perSecond;
  const start = performance.now();
  setTimeout(begun, leadMs);
  const asked: ReturnType<typeof ask>[] = [];
  for (let at = 0; at < asking.seconds * asking.perSecond; at += 1) {
    asked.push(ask());
    await delay(Math.max(0, start + (at + 1) * everyMs - performance.now()));
  }
  const answers = await Promise.all(asked);
  for (const agent of agents) agent.destroy();
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    failed: answers.filter(({ status }) => status !== 200).length,
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
  };
}

const ours = workerData as Asking | null;
if (!isMainThread && ours?.kind === "asking beside")
  parentPort?.postMessage(await askAll(ours, () => parentPort?.postMessage("begun")));
