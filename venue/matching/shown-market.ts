import type { VenueDeps } from "../deps/venue-deps.ts";
import type { Book, Level, MarketSource, Tick, Ticker } from "../feed/market-source.ts";
import type { Side } from "#protocol/rules/spot-fill.ts";
import { readAllTaken } from "./consumed-rows.ts";
import { leftLevels, missingLots, refillMs, type TakenBy } from "./fill-model.ts";

/**
 * The market as people see it: the source's, less what this venue's orders took of its book a moment ago. So a
 * large order moves both the book and the best prices until they are whole again, and who looks sees what an
 * order would find. Last price, index and mark are the source's: no order moves them.
 */
export interface ShownMarket {
  market: MarketSource;
  /** Reads what was taken; to be called after the orders of each tick. */
  tick(): Promise<void>;
}

type Quotes = Pick<Ticker, "ts" | "bid" | "bidSize" | "ask" | "askSize">;

export function createShownMarket({
  source,
  store,
}: Pick<VenueDeps, "source" | "store">): ShownMarket {
  const listeners = new Set<(tick: Tick) => void>();
  let taken = new Map<string, TakenBy[]>();
  let quotes = new Map<string, Quotes>();

  async function requote(): Promise<void> {
    const fresh = new Map<string, Quotes>();
    for (const [symbol, ofSymbol] of taken) {
      const ts = source.ticker(symbol)?.ts;
      const book = await source.depth(symbol).catch(() => undefined);
      if (ts !== undefined && book) fresh.set(symbol, quotesOf(lessTaken(book, ofSymbol), ts));
    }
    quotes = fresh;
  }
  function shownTicker(ticker: Ticker): Ticker {
    const shown = quotes.get(ticker.symbol);
    return shown?.ts === ticker.ts ? { ...ticker, ...shown } : ticker;
  }

  source.onTick((tick) => {
    const tell = () => {
      for (const listener of listeners) listener(tick);
    };
    if (taken.size === 0) tell();
    else void requote().finally(tell);
  });

  return {
    market: {
      symbols: () => source.symbols(),
      spec: (symbol) => source.spec(symbol),
      tickers: () =>
        quotes.size === 0 ? source.tickers() : source.tickers().map((one) => shownTicker(one)),
      ticker(symbol) {
        const ticker = source.ticker(symbol);
        return ticker && shownTicker(ticker);
      },
      klines: (...of) => source.klines(...of),
      async depth(symbol) {
        const book = await source.depth(symbol);
        const ofSymbol = taken.get(symbol);
        return ofSymbol ? lessTaken(book, ofSymbol) : book;
      },
      trades: (...of) => source.trades(...of),
      tradesBetween: (...of) => source.tradesBetween(...of),
      index: (...of) => source.index(...of),
      mark: (symbol) => source.mark(symbol),
      funding: (code) => source.funding(code),
      fundingHistory: (...of) => source.fundingHistory(...of),
      ...(source.quotes && { quotes: (...of) => source.quotes?.(...of) }),
      ...(source.simulatedDays && { simulatedDays: source.simulatedDays }),
      health: () => source.health(),
      facts: () => source.facts(),
      onTick(listener) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
      tick: (now) => source.tick(now),
      start: (now) => source.start(now),
      close: () => source.close(),
    },
    async tick() {
      const { lastTickTs } = source.health();
      const symbols = source.symbols().map(({ symbol }) => symbol);
      const rows = await store.read((db) => readAllTaken(db, symbols, lastTickTs - refillMs));
      taken = Map.groupBy(rows, ({ symbol }) => symbol);
      await requote();
    },
  };
}

function lessTaken(book: Book, taken: readonly TakenBy[]): Book {
  const side = (levels: readonly Level[], taker: Side): Level[] => {
    const missing = missingLots(
      taken.filter((one) => one.side === taker),
      book.ts,
    );
    return [...leftLevels(levels, missing)]
      .filter(({ lots }) => lots > 0n)
      .map(({ price, lots }): Level => [Number(price), Number(lots)]);
  };
  return { ...book, bids: side(book.bids, "sell"), asks: side(book.asks, "buy") };
}

/** 0 says that a side has nothing left. */
function quotesOf({ bids, asks }: Book, ts: number): Quotes {
  const [bid, bidSize] = bids[0] ?? [0, 0];
  const [ask, askSize] = asks[0] ?? [0, 0];
  return { ts, bid, bidSize, ask, askSize };
}
