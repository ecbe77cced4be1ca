import { buildDayPath, dayNoiseLength } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayFacts, DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { dayMinutes } from "./day-minutes.ts";
import type { CandleColumns } from "./day-minutes.ts";
import { createDaySeries } from "./day-series.ts";
import type { DaySeries } from "./day-series.ts";
import { dayKeyMessage, marketMessage, ownMessage } from "./noise.ts";
import type { Noise } from "./noise.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Any symbol-day of the simulated market, whole: callers must not show what lies after the clock. */
export interface MarketModel {
  noise: Noise;
  facts(symbol: SimulatedSymbol, day: number): DayFacts;
  /** The 16 bytes whose keystream is the day. */
  daySeed(symbol: SimulatedSymbol, day: number): Uint8Array;
  /** The day's path; `index` is a buffer to fill instead of a new one. */
  path(symbol: SimulatedSymbol, day: number, index?: Uint32Array): DayPath;
  /** The day's 1440 candles without keeping its seconds. */
  minutes(symbol: SimulatedSymbol, day: number): CandleColumns;
}

export function createMarketModel(noise: Noise): MarketModel {
  const market = new Map<number, Uint8Array>();
  const series = new Map<string, DaySeries>();
  const scratch = new Uint32Array(86400);

  function seriesOf({ spec, dailySd }: SimulatedSymbol): DaySeries {
    return computed(series, spec.symbol, () =>
      createDaySeries(dailySd, (day) => [
        computed(market, day, () => noise.hmac(marketMessage(day))),
        noise.hmac(ownMessage(spec.symbol, day)),
      ]),
    );
  }
  const model: MarketModel = {
    noise,
    facts: (symbol, day) => seriesOf(symbol).facts(day),
    daySeed: (symbol, day) => noise.hmac(dayKeyMessage(symbol.spec.symbol, day)).slice(0, 16),
    path: (symbol, day, index) =>
      buildDayPath(
        symbol,
        model.facts(symbol, day),
        noise.keystream(model.daySeed(symbol, day), dayNoiseLength),
        index,
      ),
    minutes: (symbol, day) => dayMinutes(symbol, model.path(symbol, day, scratch)),
  };
  return model;
}

/** The value under `key`, computed and kept on first use. */
export function computed<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}
