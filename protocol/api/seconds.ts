import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText, formatAmount, parseAmount } from "../wire/amount.ts";
import { endpoint, figure, nameText, queryInteger } from "./endpoint.ts";
import { divideHalfUp, pow10 } from "../wire/rounding.ts";
import { symbol } from "./market-names.ts";

/** Odds and stake range of one duration; `symbol` "*" is every symbol with seconds contracts. */
export const secondsConf = v.object({
  symbol: nameText(32),
  /** Seconds from price lock to delivery. */
  time: figure,
  /** Profit of a right call as a fraction of the stake. */
  odds: amountText,
  min: amountText,
  max: amountText,
  enabled: v.number(),
});

export type SecondsConf = v.InferOutput<typeof secondsConf>;

/** Share of right calls at which neither side gains, 1 / (1 + odds), as a fraction with 4 decimals. */
export function breakEven(odds: string): string {
  const scaled = oddsMinor(odds);
  return formatAmount(divideHalfUp(pow10(12), pow10(8) + scaled), 4);
}

/** Expected result per unit of stake at even chances, (odds − 1) / 2, with 4 decimals. */
export function expectation(odds: string): string {
  return formatAmount(divideHalfUp(oddsMinor(odds) - pow10(8), 2n * pow10(4)), 4);
}

function oddsMinor(odds: string): bigint {
  const scaled = parseAmount(odds, 8);
  if (scaled === undefined) throw new Error(`odds are not a decimal: ${odds}`);
  return scaled;
}

/** Seconds of the index that one answer reaches back at most. */
export const indexReachSec = 600;

export const secondsEndpoints = {
  secondConf: endpoint({
    method: "GET",
    path: "/api/second/getConf",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.oddsMissing, codes.unknownCurrency],
    summary:
      "Durations offered for a symbol, with odds, stake range, break-even rate and expected result.",
    request: v.object({ symbol }),
    data: v.array(
      v.object({ ...secondsConf.entries, break_even: decimalText, expectation: decimalText }),
    ),
  }),
  secondIndex: endpoint({
    method: "GET",
    path: "/api/second/getIndex",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency],
    summary:
      "The index of a market at each of the last seconds, oldest first; null where there was none.",
    request: v.object({ symbol, size: v.optional(queryInteger(1, indexReachSec), 300) }),
    data: v.object({
      symbol: nameText(32),
      /** Of the first sample, Unix s. */
      from: figure,
      samples: v.pipe(v.array(v.nullable(decimalText)), v.maxLength(indexReachSec)),
    }),
  }),
};
