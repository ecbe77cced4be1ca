/** The lines of a minute of the tick log and their tree. */
import { createHash } from "node:crypto";
import { toHex } from "#protocol/wire/byte-encoding.ts";
import { leafHash, merklePath, merkleRoot } from "#protocol/proof/merkle.ts";
import { lineText, type TickLine } from "#protocol/api/receipt.ts";
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

export interface LineTree {
  /** Lower-case hex. */
  root: string;
  /** The siblings from the leaf at `at` up. */
  pathOf(at: number): Promise<string[]>;
}

export async function treeOf(lines: readonly MinuteLine[]): Promise<LineTree> {
  const leaves = await Promise.all(lines.map((line) => leafHash(sha256, lineText(line))));
  return {
    root: toHex(await merkleRoot(sha256, leaves)),
    pathOf: async (at) => (await merklePath(sha256, leaves, at)).map(toHex),
  };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
