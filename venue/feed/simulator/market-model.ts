import { dayMinutes } from "./day-minutes.ts";
import type { CandleColumns } from "./day-minutes.ts";
import { dayDraw, levelOf, volatilityOf } from "./day-levels.ts";
import type { DayDraw } from "./day-levels.ts";
import { buildDayPath, dayNoiseLength } from "./day-path.ts";
import type { DayFacts, DayPath } from "./day-path.ts";
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
  const draws = new Map<string, Map<number, DayDraw>>();
  const volatilities = new Map<string, Map<number, number>>();
  const scratch = new Uint32Array(86400);

  function draw(symbol: string, day: number): DayDraw {
    return computed(forSymbol(draws, symbol), day, () =>
      dayDraw(
        computed(market, day, () => noise.hmac(marketMessage(day))),
        noise.hmac(ownMessage(symbol, day)),
      ),
    );
  }
  function volatility(symbol: string, day: number): number {
    return computed(forSymbol(volatilities, symbol), day, () => volatilityOf((k) => draw(symbol, day - k).volatility));
  }
  function level(symbol: SimulatedSymbol, day: number): number {
    const name = symbol.spec.symbol;
    return levelOf(symbol.dailySd, (k) => volatility(name, day - k) * draw(name, day - k).shock);
  }
  const model: MarketModel = {
    noise,
    facts: (symbol, day) => ({
      open: level(symbol, day - 1),
      close: level(symbol, day),
      volatility: volatility(symbol.spec.symbol, day),
    }),
    daySeed: (symbol, day) => noise.hmac(dayKeyMessage(symbol.spec.symbol, day)).slice(0, 16),
    path: (symbol, day, index) =>
      buildDayPath(symbol, model.facts(symbol, day), noise.keystream(model.daySeed(symbol, day), dayNoiseLength), index),
    minutes: (symbol, day) => dayMinutes(symbol, model.path(symbol, day, scratch)),
  };
  return model;
}

function forSymbol<V>(maps: Map<string, Map<number, V>>, symbol: string): Map<number, V> {
  return computed(maps, symbol, () => new Map<number, V>());
}

/** The value under `key`, computed and kept on first use. */
export function computed<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}
