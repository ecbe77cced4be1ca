import {
  buildComponentPath,
  type ComponentFacts,
  type ComponentPath,
  componentNoiseLength,
} from "#protocol/proof/simulated-day/component-path.ts";
import { buildDayPath, dayNoiseLength } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { marketFactor } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { dayMinutes } from "./day-minutes.ts";
import type { CandleColumns } from "./day-minutes.ts";
import { createDaySeries } from "./day-series.ts";
import type { DaySeries } from "./day-series.ts";
import { dayKeyMessage, levelMessage } from "./noise.ts";
import type { Noise } from "./noise.ts";
import { computed, recent } from "./memory.ts";
import { ownDrift } from "./own-drift.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** What one component of a symbol is called, what its day is made of and the 16 bytes whose keystream it is. */
export interface ComponentDay {
  name: string;
  seed: Uint8Array;
  facts: ComponentFacts;
}

/** Any symbol-day of the simulated market, whole: callers must not show what lies after the clock. */
export interface MarketModel {
  noise: Noise;
  /** The market, the symbol's group and its own. */
  components(symbol: SimulatedSymbol, day: number): [ComponentDay, ComponentDay, ComponentDay];
  /** The same without the seeds, which cost more than the facts. */
  facts(symbol: SimulatedSymbol, day: number): [ComponentFacts, ComponentFacts, ComponentFacts];
  /** The logarithm of the price against the anchor at the end of a day. */
  closeLevel(symbol: SimulatedSymbol, day: number): number;
  /** The day's path; `index` is a buffer to fill instead of a new one. */
  path(symbol: SimulatedSymbol, day: number, index?: Uint32Array): DayPath;
  /** The day's 1440 candles without keeping its seconds. */
  minutes(symbol: SimulatedSymbol, day: number): CandleColumns;
}

/** Two days of the market and all groups; each takes about 0.4 MB. */
const maxFactorDays = 16;

export function createMarketModel(noise: Noise): MarketModel {
  const series = new Map<string, DaySeries>();
  const factorDays = new Map<string, ComponentPath>();
  const scratchIndex = new Uint32Array(86400);
  const scratchMoves = new Float32Array(86400);

  const digestOf = (name: string) => (day: number) => noise.hmac(levelMessage(name, day));
  const market = remembering(createDaySeries({ digest: digestOf(marketFactor) }));
  const groupSeries = (name: string): DaySeries =>
    computed(series, name, () =>
      remembering(createDaySeries({ digest: digestOf(name), common: market })),
    );
  const ownSeries = (symbol: SimulatedSymbol): DaySeries =>
    computed(series, symbol.spec.symbol, () =>
      createDaySeries({
        digest: digestOf(symbol.spec.symbol),
        common: market,
        drift: ownDrift(symbol, market, groupSeries(symbol.group)),
      }),
    );
  const componentDay = (name: string, day: number, of: DaySeries): ComponentDay => ({
    name,
    seed: noise.hmac(dayKeyMessage(name, day)).slice(0, 16),
    facts: of.facts(day),
  });
  function factorPath(part: ComponentDay, day: number, common?: ComponentPath): ComponentPath {
    return recent(factorDays, `${day}|${part.name}`, maxFactorDays, () =>
      buildComponentPath(
        part.facts,
        noise.keystream(part.seed, componentNoiseLength),
        common?.bursts,
      ),
    );
  }
  const model: MarketModel = {
    noise,
    components: (symbol, day) => [
      componentDay(marketFactor, day, market),
      componentDay(symbol.group, day, groupSeries(symbol.group)),
      componentDay(symbol.spec.symbol, day, ownSeries(symbol)),
    ],
    facts: (symbol, day) => [
      market.facts(day),
      groupSeries(symbol.group).facts(day),
      ownSeries(symbol).facts(day),
    ],
    closeLevel(symbol, day) {
      const [ofMarket, ofGroup, own] = model.facts(symbol, day);
      return (
        symbol.loadings.market * ofMarket.close +
        symbol.loadings.group * ofGroup.close +
        symbol.loadings.own * own.close
      );
    },
    path(symbol, day, index) {
      const [ofMarket, ofGroup, own] = model.components(symbol, day);
      const marketPath = factorPath(ofMarket, day);
      const groupPath = factorPath(ofGroup, day, marketPath);
      const bytes = noise.keystream(own.seed, dayNoiseLength);
      const ownPath = buildComponentPath(own.facts, bytes, marketPath.bursts, scratchMoves);
      return buildDayPath(
        symbol,
        { market: marketPath, group: groupPath, own: ownPath },
        bytes,
        index,
      );
    },
    minutes: (symbol, day) => dayMinutes(symbol, model.path(symbol, day, scratchIndex)),
  };
  return model;
}

/** Every symbol asks for the same days of the factors. */
function remembering(series: DaySeries): DaySeries {
  const known = new Map<number, ComponentFacts>();
  return { ...series, facts: (day) => computed(known, day, () => series.facts(day)) };
}
