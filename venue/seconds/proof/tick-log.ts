import { createHash } from "node:crypto";
import { minutesOf } from "#protocol/proof/receipt-form.ts";
import { quoteText } from "#protocol/api/quote-line.ts";
import { lineText, rootText, type TickRoot } from "#protocol/api/receipt.ts";
import { quotedSec } from "#protocol/rules/quoted-index.ts";
import { windowSec } from "#protocol/rules/seconds-settlement.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { Db } from "../../store/schema.ts";
import { lockHead, moveHead } from "./chain-rows.ts";
import { insertQuotes, type PublishedQuotes } from "./quote-log-rows.ts";
import { linesOf, quotesOf, treeOf } from "./tick-lines.ts";
import {
  insertLines,
  insertRoot,
  type PublishedLine,
  readLastMinute,
  readMoments,
  readPublished,
  readRoot,
  readTouching,
} from "./tick-log-rows.ts";

export interface TickLog {
  /** Publishes what was due at `now` (Unix ms), which the source has ticked. Calls during a pass join it; what fails is logged and due again next time. */
  tick(now: number): Promise<void>;
}

export type TickLogDeps = Pick<VenueDeps, "store" | "source" | "log" | "receiptKey">;

/** A minute is published so long after its end, ms. */
const publishDelayMs = 5000;
/** So long it waits for contracts to have their samples of it; they wait at most a minute themselves. */
const heldUpMs = 180_000;
/** Minutes without a contract are published while the venue runs, not for a time in which it stood still. */
const longestGapSec = 600;

/**
 * Publishes each minute of the index of all markets with seconds contracts (rules.md, 5): a signed root in a
 * chain, and the lines that contracts go by with their proofs. After a standstill only the minutes that
 * contracts need. In several processes at once each minute has one root.
 */
export function createTickLog({ store, source, log, receiptKey }: TickLogDeps): TickLog {
  let running: Promise<void> | undefined;
  /** From here on every minute is published. */
  let since: number | undefined;
  /** Everything up to here is. */
  let done: number | undefined;

  async function pass(now: number): Promise<void> {
    const last = minuteBefore(now - publishDelayMs);
    if (done === last) return;
    // The first minute that this process sees whole; one that it saw in part another may have whole.
    if (since === undefined || last - (done ?? last) > longestGapSec)
      since = Math.ceil(now / 60_000) * 60;
    const from = since;
    for (const minute of await store.read((db) => dueMinutes(db, from, last))) {
      if (!(await publish(minute, now))) return;
    }
    done = last;
  }

  /** @returns false while contracts wait for their samples of the minute */
  async function publish(minute: number, now: number): Promise<boolean> {
    const touching = await store.read((db) => readTouching(db, minute));
    if (touching.some(({ isWaiting }) => isWaiting) && now < (minute + 60) * 1000 + heldUpMs)
      return false;
    const lines = linesOf(source, minute, touching);
    if (lines.length === 0) return true;
    // Samples at the beginning of the next minute go by quotes of this one, too.
    const reaching = await store.read((db) => readTouching(db, minute, quotedSec));
    const quotes = quotesOf(source, minute, reaching);
    const tree = await treeOf([...lines.map(lineText), ...quotes.map(quoteText)]);
    const published: PublishedLine[] = [];
    for (const [leaf, { symbol, samples }] of lines.entries()) {
      if (touching.some((window) => window.symbol === symbol))
        published.push({ symbol, samples, leaf, path: await tree.pathOf(leaf) });
    }
    const received: PublishedQuotes[] = [];
    for (const [at, line] of quotes.entries()) {
      const leaf = lines.length + at;
      if (reaching.some((window) => window.symbol === line.symbol))
        received.push({ ...line, leaf, path: await tree.pathOf(leaf) });
    }
    const root = {
      minute,
      source: source.health().source,
      lines: lines.length + quotes.length,
      root: tree.root,
    };
    await store.command(async ({ db }) => {
      const head = await lockHead(db, "tick");
      if (await readRoot(db, minute)) return;
      const signed = chained(root, head.hash);
      await insertRoot(db, signed, head.seq + 1, now);
      await insertLines(db, minute, published);
      await insertQuotes(db, received);
      await moveHead(db, "tick", { seq: head.seq + 1, hash: signed.hash });
    });
    return true;
  }

  function chained(
    root: Pick<TickRoot, "minute" | "source" | "lines" | "root">,
    prev_hash: string,
  ): TickRoot {
    const hash = createHash("sha256")
      .update(rootText({ ...root, prev_hash }))
      .digest("hex");
    return { ...root, prev_hash, hash, signature: receiptKey.sign(hash) };
  }

  return {
    tick: (now) =>
      (running ??= pass(now)
        .catch((error: unknown) => log("error", "tick log not published", { error }))
        .finally(() => (running = undefined))),
  };
}

/** Minutes up to `last` (Unix s) that are to be published and are not, oldest first: all from `since` on, and those that contracts need. */
async function dueMinutes(db: Db, since: number, last: number): Promise<number[]> {
  // What contracts need reaches back over the last published minute by the longest that one is held up.
  const known = await readLastMinute(db, last);
  const back = known === undefined ? 0 : Math.min(known, since) - longestGapSec;
  const moments = await readMoments(db, back * 1000, (last + 60 + windowSec - 1) * 1000);
  const published = await readPublished(db, back, last);
  const wanted = new Set(moments.flatMap(minutesOf));
  for (let minute = since; minute <= last; minute += 60) wanted.add(minute);
  return [...wanted]
    .filter((minute) => minute <= last && !published.has(minute))
    .toSorted((a, b) => a - b);
}

/** The last whole minute that had ended at a time (Unix ms), Unix s. */
function minuteBefore(ms: number): number {
  return Math.floor(ms / 60_000) * 60 - 60;
}
