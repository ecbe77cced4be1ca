/** What `npm run verify` checks: a file, completed with what a venue publishes. */
import * as v from "valibot";
import type { Endpoint } from "../protocol/api/endpoint.ts";
import * as codes from "../protocol/wire/error-codes.ts";
import { decodeText, isEnvelope } from "../protocol/wire/envelope.ts";
import {
  datesOf,
  epochsAround,
  linksAround,
  minutesOf,
  quoteMinutesOf,
} from "../protocol/proof/receipt-form.ts";
import { type DayReveal, receipt } from "../protocol/api/receipt.ts";
import { receiptFile, type ReceiptFile } from "../protocol/api/receipt-file.ts";
import { secondsProofEndpoints as proofs } from "../protocol/api/seconds-proof.ts";

export interface VerifyInput {
  /** The parsed file; the check validates it. */
  file: unknown;
  /** The file is a receipt alone, which has to be completed. */
  isBare: boolean;
}

/** @throws where the text is not JSON */
export function readInput(text: string): VerifyInput {
  const file: unknown = JSON.parse(text);
  return { file, isBare: v.is(receipt, file) };
}

/** The venue answered that it does not have it. */
class NotGiven extends Error {}

const timeoutMs = 15_000;

/**
 * The file, completed with the lines, links and days that a venue publishes; undefined where no key could be
 * read for a bare receipt. `missed` says what could not be read, and why.
 */
export async function completeFile(
  { file, isBare }: VerifyInput,
  venue: string,
): Promise<{ file: unknown; missed: string[] }> {
  const missed: string[] = [];
  const refused = new Set<string>();
  async function fetched<E extends Endpoint>(
    endpoint: E,
    query: Record<string, string>,
  ): Promise<v.InferOutput<E["data"]>[]> {
    try {
      return [await ask(venue, endpoint, query)];
    } catch (error) {
      if (error instanceof NotGiven) refused.add(Object.values(query).join(" "));
      missed.push(
        `${endpoint.path} ${Object.values(query).join(" ")}: ${error instanceof Error ? error.message : String(error)}`,
      );
      return [];
    }
  }
  const [key] = isBare ? await fetched(proofs.secondKey, {}) : [];
  const whole = v.safeParse(
    receiptFile,
    isBare
      ? {
          format: "godwit-receipt-1",
          receipt: file,
          public_key: key?.public_key,
          ticks: [],
          chain: [],
          days: [],
        }
      : file,
  );
  if (!whole.success) return { file: isBare ? undefined : file, missed };
  const known: ReceiptFile = whole.output;
  const { symbol, seq, t0, t1, source } = known.receipt;
  const minutes = [...new Set([...minutesOf(t0), ...minutesOf(t1)])].filter(
    (minute) => !known.ticks.some((line) => line.minute === minute),
  );
  const dates =
    source === "sim"
      ? datesOf(known.receipt).filter((date) => !known.days.some((day) => day.date === date))
      : [];
  const ticks = (
    await Promise.all(
      minutes.map((minute) => fetched(proofs.secondTicks, { symbol, minute: String(minute) })),
    )
  ).flat();
  const quoteMinutes =
    source === "htx"
      ? [...new Set([...quoteMinutesOf(t0), ...quoteMinutesOf(t1)])].filter(
          (minute) => !known.quotes?.some((line) => line.minute === minute),
        )
      : [];
  const quotes = (
    await Promise.all(
      quoteMinutes.map((minute) =>
        fetched(proofs.secondQuotes, { symbol, minute: String(minute) }),
      ),
    )
  ).flat();
  const days: DayReveal[] = (
    await Promise.all(dates.map((date) => fetched(proofs.secondDay, { symbol, date })))
  ).flat();
  const chain =
    known.chain.length > 0
      ? [known.chain]
      : (await fetched(proofs.secondChain, { from: String(Math.max(1, seq - 1)), size: "3" })).map(
          (links) => linksAround(links, seq),
        );
  const epochs = await fetched(proofs.secondEpochs, {});
  return {
    file: {
      ...known,
      withheld: [
        ...minutes
          .filter((minute) => refused.has(`${symbol} ${minute}`))
          .map((minute) => ({ part: "minute", name: String(minute), time: Date.now() })),
        ...dates
          .filter((date) => refused.has(`${symbol} ${date}`))
          .map((date) => ({ part: "day", name: date, time: Date.now() })),
        ...(chain[0] && !chain[0].some((link) => link.seq === seq)
          ? [{ part: "entry", name: String(seq), time: Date.now() }]
          : []),
      ],
      quotes: [...(known.quotes ?? []), ...quotes],
      ticks: [...known.ticks, ...ticks],
      days: [...known.days, ...days],
      chain: chain[0] ?? [],
      ...(epochs[0] && { epochs: epochsAround(epochs[0], seq) }),
    },
    missed,
  };
}

export async function ask<E extends Endpoint>(
  venue: string,
  endpoint: E,
  query: Record<string, string>,
): Promise<v.InferOutput<E["data"]>> {
  const url = new URL(endpoint.path, venue);
  url.search = String(new URLSearchParams(query));
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  const text = await response.text();
  const answer: unknown = JSON.parse(text.startsWith("{") ? text : (decodeText(text) ?? "null"));
  if (!isEnvelope(answer)) throw new Error("no answer of a venue");
  if (answer.status !== 0)
    throw answer.status === codes.noSuchOrder
      ? new NotGiven("not published yet, or not held any more")
      : new Error(`refused with ${answer.status}`);
  return v.parse(endpoint.data, answer.data);
}
