import * as v from "valibot";
import { parseAmount, parsePrice } from "../wire/amount.ts";
import { fromBase64url } from "../wire/byte-encoding.ts";
import { type Epoch, isLostIn } from "../api/epoch.ts";
import type { ChainLink, Receipt } from "../api/receipt.ts";
import { type ReceiptFile, receiptFile } from "../api/receipt-file.ts";
import { quotedSec } from "../rules/quoted-index.ts";
import { windowOf } from "../rules/seconds-settlement.ts";
import { dateOf, dayOf } from "./simulated-day/calendar.ts";

/**
 * What is wrong with a file before anything is computed: `shape`, a field is missing or not of its kind;
 * `figures`, decimals or moments that no contract has; `text`, a key or signature that is not in the
 * prescribed encoding; `evidence`, a line, link or day that is given twice or has nothing to do with the receipt.
 */
export interface FormFault {
  fault: "shape" | "figures" | "text" | "evidence";
  /** The field. */
  where: string;
}

export function readForm(file: unknown): { file: ReceiptFile } | FormFault {
  const parsed = v.safeParse(receiptFile, file);
  if (!parsed.success) return { fault: "shape", where: v.getDotPath(parsed.issues[0]) ?? "" };
  const found = parsed.output;
  const where = wrongFigure(found.receipt);
  if (where !== undefined) return { fault: "figures", where };
  const text = wrongText(found);
  if (text !== undefined) return { fault: "text", where: text };
  const strange = strangeEvidence(found);
  if (strange !== undefined) return { fault: "evidence", where: strange };
  return { file: found };
}

/** First seconds of the minutes (Unix s) in which the samples of a moment lie. */
export function minutesOf(momentMs: number): number[] {
  return [...new Set(windowOf(momentMs).map((second) => second - (second % 60)))];
}

/** First seconds of the minutes (Unix s) in which the quotes of the samples of a moment lie. */
export function quoteMinutesOf(momentMs: number): number[] {
  const [first = 0] = windowOf(momentMs);
  const from = first - quotedSec;
  return [...new Set([from - (from % 60), ...minutesOf(momentMs)])];
}

/** The GMT+8 days in which the samples of a receipt lie. */
export function datesOf({ t0, t1 }: Pick<Receipt, "t0" | "t1">): string[] {
  return [...new Set([...windowOf(t0), ...windowOf(t1)].map((second) => dateOf(dayOf(second))))];
}

/** The links that lead through a receipt without a gap: an epoch leaves numbers out. */
export function linksAround(links: readonly ChainLink[], seq: number): ChainLink[] {
  const numbers = new Set(links.map((link) => link.seq)).add(seq);
  let [first, last] = [seq, seq];
  while (numbers.has(first - 1)) first--;
  while (numbers.has(last + 1)) last++;
  return links.filter((link) => link.seq >= first && link.seq <= last);
}

/** The epochs that say something of a receipt: it was lost, or is the first after one. */
export function epochsAround(epochs: readonly Epoch[], seq: number): Epoch[] {
  return epochs.filter((epoch) => isLostIn(epoch, seq) || epoch.seq + 1 === seq);
}

function wrongFigure({
  t0,
  t1,
  time,
  settle_time,
  stake,
  odds,
  samples0,
  samples1,
  price_precision: precision,
}: Receipt): string | undefined {
  if (!Number.isSafeInteger(time) || time <= 0) return "time";
  for (const [name, moment] of Object.entries({ t0, t1 }))
    if (moment % 1000 !== 0 || moment < 1e12 || moment > 1e14) return name;
  if (settle_time < t0) return "settle_time";
  if (parseAmount(stake, decimalsOf(stake)) === undefined) return "stake";
  if (parseAmount(odds, 8) === undefined) return "odds";
  for (const [name, samples] of Object.entries({ samples0, samples1 })) {
    if (
      samples.some(
        (sample) =>
          sample !== null &&
          (decimalsOf(sample) !== precision + 2 || parsePrice(sample, precision + 2) === undefined),
      )
    )
      return name;
  }
  return undefined;
}

/** Digits behind the point. */
export function decimalsOf(text: string): number {
  return text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
}

function wrongText({
  receipt,
  public_key,
  ticks,
  chain,
  slip,
  epochs = [],
  quotes = [],
}: ReceiptFile): string | undefined {
  const texts: [string, string][] = [
    ["public_key", public_key],
    ["receipt.signature", receipt.signature],
    ...ticks.map(({ signature }, at): [string, string] => [`ticks.${at}.signature`, signature]),
    ...chain.map(({ signature }, at): [string, string] => [`chain.${at}.signature`, signature]),
    ...quotes.map(({ signature }, at): [string, string] => [`quotes.${at}.signature`, signature]),
    ...epochs.flatMap((epoch, at): [string, string][] => [
      [`epochs.${at}.public_key`, epoch.public_key],
      [`epochs.${at}.signature`, epoch.signature],
    ]),
    ...(slip
      ? ([
          ["slip.public_key", slip.public_key],
          ["slip.signature", slip.signature],
        ] satisfies [string, string][])
      : []),
  ];
  return texts.find(([, text]) => fromBase64url(text) === undefined)?.[0];
}

function strangeEvidence({
  receipt,
  ticks,
  chain,
  days,
  epochs = [],
  quotes = [],
}: ReceiptFile): string | undefined {
  const { symbol, t0, t1, seq } = receipt;
  const minutes = [...minutesOf(t0), ...minutesOf(t1)];
  const dates = datesOf(receipt);
  const isStrange = {
    ticks: ticks.some(
      (line, at) =>
        line.symbol !== symbol ||
        !minutes.includes(line.minute) ||
        ticks.findIndex(({ minute }) => minute === line.minute) !== at,
    ),
    quotes: quotes.some(
      (line, at) =>
        line.symbol !== symbol ||
        ![...quoteMinutesOf(t0), ...quoteMinutesOf(t1)].includes(line.minute) ||
        quotes.findIndex(({ minute }) => minute === line.minute) !== at,
    ),
    // In order and without a gap, so that the chain leads through the receipt.
    chain:
      chain.some((link, at) => link.seq !== (chain[0]?.seq ?? 0) + at) ||
      (chain.length > 0 && !chain.some((link) => Math.abs(link.seq - seq) <= 1)),
    epochs: epochsAround(epochs, seq).length !== epochs.length,
    days: days.some(
      (day, at) =>
        day.symbol !== symbol ||
        !dates.includes(day.date) ||
        days.findIndex(({ date }) => date === day.date) !== at,
    ),
  };
  return Object.entries(isStrange).find(([, strange]) => strange)?.[0];
}
