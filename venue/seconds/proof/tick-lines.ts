/** The lines of a minute of the tick log and their tree. */
import { createHash } from "node:crypto";
import { toHex } from "#protocol/wire/byte-encoding.ts";
import { leafHash, merklePath, merkleRoot } from "#protocol/proof/merkle.ts";
import type { QuoteLine } from "#protocol/api/quote-line.ts";
import type { TickLine } from "#protocol/api/receipt.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import { middleOf, quotedIndex, quotedSec } from "#protocol/rules/quoted-index.ts";
import { windowOf } from "#protocol/rules/seconds-settlement.ts";
import type { MarketSource } from "../../feed/market-source.ts";
import { sampleAt } from "../prices/index-samples.ts";
import type { TouchingWindow } from "./tick-log-rows.ts";

export type MinuteLine = Pick<TickLine, "symbol" | "minute" | "samples">;

type Source = Pick<MarketSource, "index" | "spec" | "symbols" | "health">;

/**
 * The lines of all markets with seconds contracts, sorted by symbol. What contracts went by stands as they
 * have it: another process may have seen a second that this one missed, and after a change of the market's
 * source or seed its seconds are not theirs.
 */
export function linesOf(
  source: Source,
  minute: number,
  touching: readonly TouchingWindow[],
): MinuteLine[] {
  const precisions = new Map(
    source
      .symbols()
      .filter(({ second }) => second)
      .map((spec) => [spec.symbol, spec.pricePrecision]),
  );
  for (const { symbol, precision } of touching)
    if (!precisions.has(symbol)) precisions.set(symbol, precision);
  const settled = new Map<string, string | null>();
  for (const { symbol, moment, samples } of touching) {
    if (!samples) continue;
    windowOf(moment).forEach((second, at) => {
      const known = settled.get(`${symbol}|${second}`);
      settled.set(`${symbol}|${second}`, samples[at] ?? known ?? null);
    });
  }
  return [...precisions]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, precision]) => ({
      symbol,
      minute,
      samples: Array.from({ length: 60 }, (_, at) => {
        const known = settled.get(`${symbol}|${minute + at}`);
        return known === undefined ? sampleAt(source, { symbol, precision }, minute + at) : known;
      }),
    }));
}

export type MinuteQuotes = Pick<QuoteLine, "symbol" | "minute" | "since" | "quotes">;

/**
 * What was received in a minute of the markets with seconds contracts, sorted by symbol; nothing where prices come
 * from no real market. Where contracts were settled by what another process received, this one has nothing to say.
 */
export function quotesOf(
  source: Pick<MarketSource, "symbols" | "quotes">,
  minute: number,
  touching: readonly TouchingWindow[],
): MinuteQuotes[] {
  return source
    .symbols()
    .filter(({ second }) => second)
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .flatMap(({ symbol, pricePrecision: precision }) => {
      const log = source.quotes?.(symbol, minute * 1000, (minute + 60) * 1000);
      const windows = touching.filter((window) => window.symbol === symbol);
      if (!log || !windows.every((window) => followsFrom(source, window))) return [];
      const price = (units: number) => formatAmount(BigInt(units), precision);
      const quotes = log.quotes.map(({ at, ts, bid, ask }): QuoteLine["quotes"][number] => [
        at,
        ts,
        price(bid),
        price(ask),
      ]);
      return [{ symbol, minute, since: log.since, quotes }];
    });
}

/** Whether the samples of a window are those that this process's quotes make. */
function followsFrom(
  source: Pick<MarketSource, "quotes">,
  { symbol, precision, moment, samples }: TouchingWindow,
): boolean {
  return windowOf(moment).every((second, at) => {
    const from = (second - quotedSec) * 1000;
    const log = source.quotes?.(symbol, from + 1, second * 1000 + 1);
    if (!samples || !log || log.since > from) return true;
    const mids = log.quotes.map((quote) => ({ at: quote.at, mid: middleOf(quote.bid, quote.ask) }));
    const units = quotedIndex(mids, second);
    const text = units === undefined ? null : formatAmount(BigInt(units), precision + 2);
    return text === samples[at];
  });
}

export interface LineTree {
  /** Lower-case hex. */
  root: string;
  /** The siblings from the leaf at `at` up. */
  pathOf(at: number): Promise<string[]>;
}

/** @param texts of the leaves, in their order */
export async function treeOf(texts: readonly string[]): Promise<LineTree> {
  const leaves = await Promise.all(texts.map((text) => leafHash(sha256, text)));
  return {
    root: toHex(await merkleRoot(sha256, leaves)),
    pathOf: async (at) => (await merklePath(sha256, leaves, at)).map(toHex),
  };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
