import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import type { MarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import type { SimulatedSymbol } from "../../../../venue/feed/simulator/model/symbol-table.ts";

/** Any model whose days the gate can play. */
export type PlayedMarket = Pick<MarketModel, "path" | "closeLevel">;

export const createPresentMarket = (master: string): PlayedMarket =>
  createMarketModel(createNodeNoise(master));

/** A coin's day and what was known before it. */
export interface CoinDay {
  symbol: SimulatedSymbol;
  path: DayPath;
  /** The log price against the anchor at the ends of the day before, of the one before that, and a week before. */
  levels: [last: number, before: number, week: number];
  /** The log price against the anchor at the end of the day: nothing may trade on it. */
  close: number;
}

const buffers = symbolTable.map(() => new Uint32Array(86400));

/** All coins on one day. The paths are good until the next call. */
export function marketDay(market: PlayedMarket, day: number): CoinDay[] {
  return symbolTable.map((symbol, at) => ({
    symbol,
    path: market.path(symbol, day, buffers[at]),
    levels: [
      market.closeLevel(symbol, day - 1),
      market.closeLevel(symbol, day - 2),
      market.closeLevel(symbol, day - 8),
    ],
    close: market.closeLevel(symbol, day),
  }));
}

/** The index at the end of a second of the day; -1 is its start. */
export const indexAt = ({ path }: CoinDay, second: number): number =>
  second < 0 ? path.openIndex : (path.index[second] ?? 0);

/** The move between two seconds in standard deviations of so long a time on an average day. */
export function moveOf(coin: CoinDay, from: number, to: number): number {
  const spread = coin.symbol.dailySd * Math.sqrt((to - from) / 86400);
  return Math.log(indexAt(coin, to) / indexAt(coin, from)) / spread;
}
