/** Markets with a fault in them, that strategies must find. */
import type { MarketSource, Trade } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";

/** Everything of a source, and some of it otherwise. */
function changed(source: MarketSource, change: Partial<MarketSource>): MarketSource {
  return new Proxy(source, {
    get: (target, key) => {
      const own =
        key in change ? change[key as keyof MarketSource] : target[key as keyof MarketSource];
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}

/** Fills takers on a book that is `seconds` old, and says that it is of now. */
export function lateBook(seconds: number, seed: string): (source: MarketSource) => MarketSource {
  return (source) => {
    const symbols = source.symbols().map(({ symbol }) => symbol);
    const past = createSimulator({ master: seed, symbols });
    return changed(source, {
      tick(now) {
        source.tick(now);
        past.tick(now - seconds * 1000);
      },
      async depth(symbol) {
        const [book, late] = await Promise.all([source.depth(symbol), past.depth(symbol)]);
        return { ...book, bids: late.bids, asks: late.asks };
      },
    });
  };
}

/** Shows as the index of a second what it was some seconds before, while the last price is already there. */
export function lateIndex(seconds: number): (source: MarketSource) => MarketSource {
  return (source) =>
    changed(source, { index: (symbol, second) => source.index(symbol, second - seconds) });
}

/** Prints far through both sides of the book in every second, so that resting pays more than the fee. */
export function generousPrints(share: number): (source: MarketSource) => MarketSource {
  return (source) =>
    changed(source, {
      async tradesBetween(symbol, from, to) {
        const trades = await source.tradesBetween(symbol, from, to);
        const beside = (trade: Trade, sign: number, name: string): Trade => ({
          ...trade,
          id: `${trade.id}${name}`,
          price: Math.round(trade.price * (1 + sign * share)),
        });
        return trades.flatMap((trade) => [beside(trade, -1, "a"), beside(trade, 1, "b")]);
      },
    });
}
