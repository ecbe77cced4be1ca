import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { candleColumns } from "./day-minutes.ts";
import type { CandleColumns } from "./day-minutes.ts";
import type { MarketModel } from "./market-model.ts";
import { blocksPerDay, packColumns, rollupDay, unpackColumns } from "./rollup-days.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Computes rollups of finished days; `from` to `to - 1`. */
export interface RollupEngine {
  compute(symbol: SimulatedSymbol, from: number, to: number): Promise<CandleColumns>;
  close(): Promise<void>;
}

/** Days computed before others get a turn: some 5 ms of work. */
const daysPerTurn = 3;

/** In this thread, giving way to the event loop every few days. */
export function createLocalEngine(
  minutesOf: (symbol: SimulatedSymbol, day: number) => CandleColumns,
): RollupEngine {
  return {
    async compute(symbol, from, to) {
      const columns = candleColumns((to - from) * blocksPerDay);
      for (let day = from; day < to; day++) {
        rollupDay(minutesOf(symbol, day), columns, (day - from) * blocksPerDay);
        if ((day - from) % daysPerTurn === daysPerTurn - 1) await nextTurn();
      }
      return columns;
    },
    close: async () => {},
  };
}

/** A request to the worker thread. */
export interface RollupRequest {
  id: number;
  symbol: string;
  from: number;
  to: number;
}

/** Its answer: packed columns. */
export interface RollupAnswer {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The first engine; until it is closed, the second takes over what the first fails to do. */
export function withFallback(first: RollupEngine, second: RollupEngine): RollupEngine {
  let closed = false;
  return {
    async compute(symbol, from, to) {
      try {
        return await first.compute(symbol, from, to);
      } catch (cause) {
        if (closed) throw cause;
        return second.compute(symbol, from, to);
      }
    },
    async close() {
      closed = true;
      await first.close();
    },
  };
}

/** In a worker thread; requests are served in order. A worker that dies rejects what it owes. */
export function createWorkerEngine(master: Uint8Array | string): RollupEngine {
  const worker = new Worker(new URL("./rollup-worker.ts", import.meta.url), { workerData: master });
  worker.unref();
  const waiting = new Map<number, { resolve(columns: CandleColumns): void; reject(cause: Error): void }>();
  let lastId = 0;
  let failure: Error | undefined;

  function fail(cause: Error): void {
    failure = cause;
    for (const request of waiting.values()) request.reject(cause);
    waiting.clear();
  }
  worker.on("message", (message: unknown) => {
    // Under `node --watch` Node itself talks over this channel.
    if (!isAnswer(message)) return;
    const { id, bytes } = message;
    const columns = unpackColumns(bytes);
    const request = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (columns === undefined) request?.reject(new Error(`The rollup worker answered ${bytes.length} bytes`));
    else request?.resolve(columns);
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The rollup worker has ended")));
  return {
    compute: ({ spec }, from, to) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure);
          return;
        }
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        worker.ref();
        const request: RollupRequest = { id, symbol: spec.symbol, from, to };
        worker.postMessage(request);
      }),
    async close() {
      await worker.terminate();
    },
  };
}

function isAnswer(message: unknown): message is RollupAnswer {
  return typeof message === "object" && message !== null && "id" in message && "bytes" in message && message.bytes instanceof Uint8Array;
}

/** The answer to one request, as the worker sends it. */
export function answerRollup(model: MarketModel, symbol: SimulatedSymbol, request: RollupRequest): RollupAnswer {
  const columns = candleColumns((request.to - request.from) * blocksPerDay);
  for (let day = request.from; day < request.to; day++) {
    rollupDay(model.minutes(symbol, day), columns, (day - request.from) * blocksPerDay);
  }
  return { id: request.id, bytes: packColumns(columns) };
}
