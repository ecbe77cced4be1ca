import { formatAmount, parsePrice } from "../wire/amount.ts";
import { type QuoteLine, quoteText } from "../api/quote-line.ts";
import type { ReceiptFile } from "../api/receipt-file.ts";
import { middleOf, quotedIndex, quotedSec } from "../rules/quoted-index.ts";
import { windowOf } from "../rules/seconds-settlement.ts";
import type { CheckDeps } from "./check-deps.ts";
import { minutesOf } from "./receipt-form.ts";
import { publishedFault } from "./tick-check.ts";

export interface QuoteFacts {
  /** `line`: what the file has of it is not what was published; `samples`: the receipt has other prices than follow from it. */
  fault: "line" | "samples" | null;
  /** Quotes in the file. */
  count: number;
  /** Each second (Unix s) of the receipt, with what follows from the quotes; `computed` is undefined where they are not all there. */
  samples: { second: number; receipt: string | null; computed: string | null | undefined }[];
}

export interface QuoteCheck {
  /** `none` for prices of a simulated market, and where the venue has published no quotes with the minutes. */
  state: "ok" | "failed" | "later" | "none";
  facts: QuoteFacts;
}

/** Whether the samples of a receipt follow from what the venue says it received of the real market. */
export async function checkQuotes(
  { receipt, ticks, quotes = [], public_key: publicKey }: ReceiptFile,
  deps: CheckDeps,
): Promise<QuoteCheck> {
  if (receipt.source !== "htx")
    return { state: "none", facts: { fault: null, count: 0, samples: [] } };
  let arePublished = true;
  for (const line of quotes) {
    const tick = ticks.find(({ minute }) => minute === line.minute);
    arePublished &&=
      (tick === undefined || tick.root === line.root) &&
      (await publishedFault(quoteText(line), line, publicKey, deps)) === null;
  }
  const precision = receipt.price_precision;
  const mids = midsOf(quotes, precision);
  const texts = [...receipt.samples0, ...receipt.samples1];
  const samples = [...windowOf(receipt.t0), ...windowOf(receipt.t1)].map((second, at) => {
    const units = quotedIndex(mids, second);
    const made = units === undefined ? null : formatAmount(BigInt(units), precision + 2);
    const computed = isLogged(quotes, second) ? made : undefined;
    return { second, receipt: texts[at] ?? null, computed };
  });
  const differs = samples.some(
    ({ receipt: own, computed }) => computed !== undefined && computed !== own,
  );
  const fault = !arePublished ? "line" : differs ? "samples" : null;
  const isPart = samples.some(({ computed }) => computed === undefined);
  // Quotes are published with their minute: none come later.
  const isPublished = [...minutesOf(receipt.t0), ...minutesOf(receipt.t1)].every((minute) =>
    ticks.some((line) => line.minute === minute),
  );
  return {
    state: fault !== null ? "failed" : !isPart ? "ok" : isPublished ? "none" : "later",
    facts: { fault, count: quotes.reduce((sum, line) => sum + line.quotes.length, 0), samples },
  };
}

/** Whether all quotes that a sample is made of are there. */
function isLogged(quotes: readonly QuoteLine[], second: number): boolean {
  return [second - quotedSec, second].every((at) => {
    const line = quotes.find(({ minute }) => minute === at - (at % 60));
    return line !== undefined && line.since <= (second - quotedSec) * 1000;
  });
}

function midsOf(quotes: readonly QuoteLine[], precision: number) {
  return quotes
    .toSorted((a, b) => a.minute - b.minute)
    .flatMap((line) => line.quotes)
    .flatMap(([at, , bidText, askText]) => {
      const [bid, ask] = [parsePrice(bidText, precision), parsePrice(askText, precision)];
      return bid === undefined || ask === undefined
        ? []
        : [{ at, mid: middleOf(Number(bid), Number(ask)) }];
    });
}
