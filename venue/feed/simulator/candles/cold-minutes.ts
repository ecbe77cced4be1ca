import type { ColdQueue } from "./cold-queue.ts";
import type { DayEngine } from "./day-engine.ts";
import type { CandleColumns } from "../model/day-minutes.ts";
import type { CandlePrice } from "./past-minutes.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";

/** The minutes of finished days, with a cache of those read recently; a day takes about 50 kB. */
export interface ColdMinutes {
  /** @throws TooMany where the caller has too much waiting */
  get(
    symbol: SimulatedSymbol,
    day: number,
    price: CandlePrice,
    caller?: string,
  ): Promise<CandleColumns>;
}

export function createColdMinutes(engine: DayEngine, queue: ColdQueue, limit: number): ColdMinutes {
  const cached = new Map<string, Promise<CandleColumns>>();
  return {
    get(symbol, day, price, caller) {
      const key = `${price}|${day}|${symbol.spec.symbol}`;
      const asked =
        cached.get(key) ??
        queue.run(caller, () =>
          engine.compute({ symbol, price, grain: "minute", from: day, to: day + 1 }),
        );
      cached.delete(key);
      cached.set(key, asked);
      asked.catch(() => cached.get(key) === asked && cached.delete(key));
      for (const oldest of cached.keys()) {
        if (cached.size <= limit) break;
        cached.delete(oldest);
      }
      return asked;
    },
  };
}
