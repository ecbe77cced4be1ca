import type { ColdQueue } from "./cold-queue.ts";
import type { DayEngine } from "./day-engine.ts";
import type { CandleColumns } from "./day-minutes.ts";
import type { CandlePrice } from "./past-minutes.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** The minutes of finished days, the recently asked ones kept; a day takes about 50 kB. */
export interface ColdMinutes {
  /** @throws SourceUnavailable where the queue is full */
  get(symbol: SimulatedSymbol, day: number, price: CandlePrice): Promise<CandleColumns>;
}

export function createColdMinutes(engine: DayEngine, queue: ColdQueue, limit: number): ColdMinutes {
  const kept = new Map<string, Promise<CandleColumns>>();
  return {
    get(symbol, day, price) {
      const key = `${price}|${day}|${symbol.spec.symbol}`;
      const asked =
        kept.get(key) ??
        queue.run(() => engine.compute({ symbol, price, grain: "minute", from: day, to: day + 1 }));
      kept.delete(key);
      kept.set(key, asked);
      asked.catch(() => kept.get(key) === asked && kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
      return asked;
    },
  };
}
