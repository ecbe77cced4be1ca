import type { QueryClient } from "@tanstack/react-query";
import { marketEndpoints } from "#protocol/api/market.ts";
import { call } from "../../api/call.ts";
import { contractMarket } from "../../features/contracts/figures/contract-market.ts";
import { bookDepth } from "../../features/market/book/book-levels.ts";
import { candleCache } from "../../features/market/chart/candle-cache.ts";
import { periodAtom } from "../../features/market/chart/candle-settings.ts";
import { candleEnd } from "../../features/market/chart/candle-time.ts";
import { fundingQuery, symbolsQuery } from "../../features/market/feed/market-queries.ts";
import { rowOf } from "../../features/market/feed/use-ticker.ts";
import { requestCoinIcon } from "../../features/platform/icons/coin-icons.ts";
import { currenciesAtom } from "../../features/platform/platform-atoms.ts";
import { secondConfQuery } from "../../features/seconds/figures/seconds-queries.ts";
import { rechargeChannelsQuery } from "../../features/wallet/recharge/recharge-queries.ts";
import { CandleColumns } from "../../lib/candle-columns.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { store } from "../app-context.ts";

/** A day of the chart's usual period of 15 minutes. */
const candles = 96;
/** A longer series that was looked at on the same day is worth more than a day's. */
const cachedForMs = 24 * 3600_000;

/**
 * Fetches what screens that nobody has opened would show without a network, one answer after another: odds, marks
 * and funding, candles, books, recharge networks, icons. Screens find it where they find what they read themselves.
 * @param goesOn checked before each read
 * @returns the size of the answers as text; undefined where it was stopped or the venue did not answer
 */
export async function fetchTravelSet(
  client: QueryClient,
  symbols: readonly string[],
  goesOn: () => boolean,
): Promise<number | undefined> {
  const staleTime = performance.now();
  const rules = await client.fetchQuery({ ...symbolsQuery() });
  const period = store.get(periodAtom);
  let bytes = 0;
  const count = <Answer>(answer: Answer): Answer => {
    bytes += JSON.stringify(answer)?.length ?? 0;
    return answer;
  };

  const readCandles = async (symbol: string) => {
    const cached = await candleCache.read(symbol, period);
    if (cached && venueNow() - cached.at < cachedForMs) return;
    const request = { symbol, period, order: "asc" as const, size: candles };
    const rows = count(await call(marketEndpoints.kline, request, { quiet: true }));
    const columns = new CandleColumns();
    columns.merge(rows);
    const last = columns.lastTime;
    if (last === undefined) return;
    const at = Math.min(venueNow(), candleEnd(period, last) * 1000);
    await candleCache.keep(symbol, period, { columns: columns.data, at });
  };

  for (const { flag } of store.get(currenciesAtom)) requestCoinIcon(flag.toLowerCase());
  const reads: (() => Promise<unknown>)[] = [
    async () => count(await client.fetchQuery({ ...rechargeChannelsQuery(), staleTime })),
  ];
  for (const symbol of symbols) {
    const row = rowOf(rules, symbol);
    const code = row && contractMarket(row)?.code;
    if (row) requestCoinIcon(row["base-currency"].toLowerCase());
    reads.push(
      () => readCandles(symbol),
      async () => {
        const request = { symbol, type: "step0" as const, depth: bookDepth };
        count(await call(marketEndpoints.depth, request, { quiet: true }));
      },
    );
    if (row?.second.enabled)
      reads.push(async () =>
        count(await client.fetchQuery({ ...secondConfQuery(symbol), staleTime })),
      );
    if (code !== undefined)
      reads.push(async () => count(await client.fetchQuery({ ...fundingQuery(code), staleTime })));
  }
  for (const read of reads) {
    if (!goesOn()) return undefined;
    await read();
  }
  return bytes;
}
