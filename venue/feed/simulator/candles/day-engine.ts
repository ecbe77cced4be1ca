import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { workerFile } from "../../../lib/package-root.ts";
import type { CandleColumns } from "../model/day-minutes.ts";
import { columnsFor, computeDay } from "./day-work.ts";
import type { DayAnswer, DayRequest, DayWork } from "./day-work.ts";
import type { PastMinutes } from "./past-minutes.ts";
import { unpackColumns } from "./rollup-days.ts";

/** Computes candles of finished days. */
export interface DayEngine {
  compute(work: DayWork): Promise<CandleColumns>;
  close(): Promise<void>;
}

/** In this thread, giving way to the event loop after each day. */
export function createLocalEngine(minutesOf: PastMinutes): DayEngine {
  return {
    async compute(work) {
      const columns = columnsFor(work);
      for (let day = work.from; day < work.to; day++) {
        computeDay(minutesOf, work, day, columns);
        await nextTurn();
      }
      return columns;
    },
    close: async () => {},
  };
}

/** The first engine; until it is closed, the second takes over what the first fails to do. */
export function withFallback(first: DayEngine, second: DayEngine): DayEngine {
  let closed = false;
  return {
    async compute(work) {
      try {
        return await first.compute(work);
      } catch (cause) {
        if (closed) throw cause;
        return second.compute(work);
      }
    },
    async close() {
      closed = true;
      await first.close();
    },
  };
}

/** A worker that was asked for nothing for so long is ended, which frees some 15 MB. */
const usualIdleMs = 30_000;
/** Its room for what is short-lived: it is to stay small beside the venue. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * In a worker thread, which is started for a request and ends when there was none for a while; requests are served
 * in order. A worker that dies rejects what it owes, and nothing is asked of another.
 */
export function createWorkerEngine(master: Uint8Array | string, idleMs = usualIdleMs): DayEngine {
  const waiting = new Map<
    number,
    { resolve(columns: CandleColumns): void; reject(cause: Error): void }
  >();
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  let lastId = 0;
  let failure: Error | undefined;

  function fail(cause: Error): void {
    failure = cause;
    for (const request of waiting.values()) request.reject(cause);
    waiting.clear();
  }
  function start(): Worker {
    const started = new Worker(workerFile("day-worker", import.meta.url), {
      workerData: master,
      resourceLimits,
    });
    started.on("message", (message: unknown) => {
      // Under `node --watch` Node itself talks over this channel.
      if (!isAnswer(message)) return;
      const { id, bytes } = message;
      const columns = unpackColumns(bytes);
      const request = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) rest(started);
      if (columns === undefined)
        request?.reject(new Error(`The day worker answered ${bytes.length} bytes`));
      else request?.resolve(columns);
    });
    started.on("error", fail);
    started.on("exit", () => {
      if (worker === started) fail(new Error("The day worker has ended"));
    });
    return started;
  }
  function rest(idle: Worker): void {
    idle.unref();
    ending = setTimeout(() => {
      worker = undefined;
      void idle.terminate();
    }, idleMs).unref();
  }
  return {
    compute: ({ symbol: { spec }, price, grain, from, to }) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure);
          return;
        }
        clearTimeout(ending);
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        worker ??= start();
        worker.ref();
        const request: DayRequest = { id, symbol: spec.symbol, price, grain, from, to };
        worker.postMessage(request);
      }),
    async close() {
      clearTimeout(ending);
      const last = worker;
      worker = undefined;
      fail(new Error("The day engine is closed"));
      await last?.terminate();
    },
  };
}

function isAnswer(message: unknown): message is DayAnswer {
  return (
    typeof message === "object" &&
    message !== null &&
    "id" in message &&
    "bytes" in message &&
    message.bytes instanceof Uint8Array
  );
}
