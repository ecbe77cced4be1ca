import type { marketEndpoints } from "#protocol/api/market.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { HandlersOf } from "../deps/handler.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { MarketSource } from "../feed/market-source.ts";
import { lockUser } from "../session/users/user-rows.ts";
import { Refusal } from "../store/refusal.ts";
import {
  addFavourite,
  maxFavourites,
  readFavourites,
  removeFavourite,
} from "./house-pnl/house-pnl-rows.ts";
import { createHousePnl } from "./house-pnl/house-pnl.ts";
import {
  contractSpecOf,
  klineRange,
  readCandles,
  requireSymbols,
  specOf,
  toDepthTick,
  toFundingRow,
} from "./quotes/market-reads.ts";
import { worthOf, type ContractSpec } from "./htx-compatibility/contract-call.ts";
import type { ContractFigures } from "./htx-compatibility/contract-figures.ts";
import { changeOf, toIndexText, toMergedTick, toTradeGroup } from "./quotes/quote-wire.ts";
import { type Scope, isInScope, ranked, tickerRows } from "./quotes/rank.ts";
import { createSparklines } from "./quotes/sparklines.ts";
import { toSymbolRow } from "./quotes/symbol-row.ts";

/** Requests choose the keys, so the number of entries is bounded. */
const maxMemoEntries = 512;

interface TickMemo {
  /**
   * The value that `make` gave for this key since the last tick: the same object, so that it is
   * serialised once.
   */
  of<T>(key: string, make: () => T): T;
  close(): void;
}

/** Caches answers until the next tick of the source. */
function createTickMemo(source: MarketSource): TickMemo {
  const entries = new Map<string, unknown>();
  const stop = source.onTick(() => entries.clear());
  return {
    of<T>(key: string, make: () => T): T {
      if (entries.has(key)) return entries.get(key) as T;
      const value = make();
      if (entries.size >= maxMemoEntries) return value;
      entries.set(key, value);
      // A halted source has no next tick that would remove a failed read.
      if (value instanceof Promise)
        value.catch(() => entries.get(key) === value && entries.delete(key));
      return value;
    },
    close() {
      stop();
      entries.clear();
    },
  };
}

interface MarketDeps extends Pick<VenueDeps, "source" | "store" | "clock"> {
  currencies: Pick<VenueDeps["currencies"], "scaleOf">;
  settings?: Pick<VenueDeps["settings"], "sellReviewOver">;
  figures: Pick<ContractFigures, "openInterest">;
}

/**
 * Serves market data. Public answers are the same object until the source's next tick, so that
 * they are serialised once. Every read is refused with remoteServiceError while the
 * source has nothing.
 */
export function createMarketHandlers({
  source,
  store,
  clock,
  currencies,
  settings,
  figures,
}: MarketDeps): HandlersOf<typeof marketEndpoints> {
  const memo = createTickMemo(source);
  const housePnl = createHousePnl(store, clock, (currency) => currencies.scaleOf(currency));
  const sparklines = createSparklines(source);
  const rows = (scope: Scope | undefined) =>
    memo.of(`rows ${scope}`, () => tickerRows(source, scope));

  return {
    mergedTickerRank({ request: { sort, order, limit, scope } }) {
      requireSymbols(source);
      const all = memo.of(`rank ${scope} ${sort} ${order}`, () => ranked(rows(scope), sort, order));
      return limit >= all.length
        ? all
        : memo.of(`rank ${scope} ${sort} ${order} ${limit}`, () => all.slice(0, limit));
    },

    mergedTicker({ request: { symbol } }) {
      if (symbol === undefined) {
        requireSymbols(source);
        return rows(undefined);
      }
      const spec = specOf(source, symbol);
      const ticker = source.ticker(symbol);
      if (!ticker) throw new Refusal(codes.remoteServiceError);
      return memo.of(`merged ${symbol}`, () => {
        const second = Math.floor(ticker.ts / 1000);
        const index = source.index(symbol, second) ?? source.index(symbol, second - 1);
        const mark = source.mark(symbol);
        return {
          symbol,
          ch: `market.${symbol}.detail.merged`,
          ts: ticker.ts,
          tick: toMergedTick(ticker, spec),
          change: changeOf(ticker),
          mark: mark === undefined ? null : toIndexText(mark, spec),
          index: index === undefined ? null : toIndexText(index, spec),
        };
      });
    },

    async kline({ request, now, ip }) {
      const spec = specOf(source, request.symbol);
      const range = klineRange(request, Math.floor(now / 1000));
      const key = `kline ${request.symbol} ${request.period} ${request.price_type} ${request.order} ${JSON.stringify(range)}`;
      return memo.of(key, async () => {
        const candles = await readCandles(source, spec, request.period, range, {
          priceType: request.price_type,
          caller: ip,
        });
        return request.order === "asc" ? candles : candles.toReversed();
      });
    },

    sparklines({ request: { symbols }, now }) {
      requireSymbols(source);
      return sparklines(symbols, now);
    },

    async depth({ request: { symbol, type, depth } }) {
      const spec = specOf(source, symbol);
      return memo.of(`depth ${symbol} ${type} ${depth}`, async () => {
        const book = await source.depth(symbol);
        return {
          ch: `market.${symbol}.depth.${type}`,
          ts: book.ts,
          tick: toDepthTick(book, spec, type, depth),
        };
      });
    },

    async trades({ request: { symbol, size } }) {
      const spec = specOf(source, symbol);
      return memo.of(`trades ${symbol} ${size}`, async () => {
        const trades = await source.trades(symbol, size);
        return trades.map((trade) => toTradeGroup(trade, spec));
      });
    },

    symbols({ request: { scope } }) {
      requireSymbols(source);
      return memo.of(`symbols ${scope}`, () =>
        source
          .symbols()
          .filter((spec) => scope === undefined || isInScope(spec, scope))
          .map((spec) => toSymbolRow(spec, settings?.sellReviewOver)),
      );
    },

    funding({ request }) {
      contractSpecOf(source, request.contract_code);
      const funding = source.funding(request.contract_code);
      if (!funding) throw new Refusal(codes.remoteServiceError);
      return memo.of(`funding ${request.contract_code}`, () => toFundingRow(funding));
    },

    contractFigures() {
      requireSymbols(source);
      return memo.of("contract figures", async () => {
        const held = await figures.openInterest();
        return source
          .symbols()
          .filter(
            (spec): spec is ContractSpec => spec.contract !== null && isInScope(spec, "contract"),
          )
          .map((spec) => {
            const { contractCode } = spec.contract;
            const funding = source.funding(contractCode);
            const last = source.ticker(spec.symbol)?.close;
            const open = held.get(contractCode) ?? 0n;
            return {
              contract_code: contractCode,
              symbol: spec.symbol,
              funding_rate: funding?.fundingRate ?? null,
              next_funding_time: funding?.nextFundingTime ?? null,
              open_interest: String(open),
              open_interest_value: last === undefined ? null : worthOf(open, last, spec),
            };
          });
      });
    },

    async fundingHistory({ request: { contract_code, page_index, page_size }, ip }) {
      contractSpecOf(source, contract_code);
      const { total, list } = await source.fundingHistory(
        contract_code,
        page_size,
        (page_index - 1) * page_size,
        ip,
      );
      return {
        total_page: Math.ceil(total / page_size),
        current_page: page_index,
        total_size: total,
        data: list.map((row) => ({
          contract_code: row.contractCode,
          funding_rate: row.fundingRate,
          realized_rate: row.realizedRate,
          funding_time: row.fundingTime,
        })),
      };
    },

    timestamp: ({ now }) => now,

    async status({ request }) {
      const health = source.health();
      const brief = {
        source: health.source,
        state: health.state,
        last_tick_ts: health.lastTickTs,
        lag_ms: health.lagMs,
      };
      if (request.brief === "1") return brief;
      const facts = { model: "", ...source.facts() };
      return {
        ...brief,
        [health.source]: facts,
        ...(await housePnl()),
      };
    },

    collect: ({ user }) => store.read((db) => readFavourites(db, Number(user.id))),

    setCollect(call) {
      const { symbol, collect } = call.request;
      if (collect === 1 && !source.spec(symbol))
        throw new Refusal(source.symbols().length === 0 ? codes.busy : codes.unknownCurrency);
      const userId = Number(call.user.id);
      return call.command(async ({ db }) => {
        if (collect === 0) await removeFavourite(db, userId, symbol);
        else {
          await lockUser(db, userId);
          const before = await readFavourites(db, userId);
          if (before.includes(symbol)) return before;
          if (before.length >= maxFavourites) throw new Refusal(codes.invalidParameters);
          await addFavourite(db, userId, symbol, call.now);
        }
        return readFavourites(db, userId);
      });
    },
  };
}
