import { type ReceiptFile, receiptFile } from "#protocol/api/receipt-file.ts";
import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import { dayDueMs, entryDueMs, minuteDueMs } from "#protocol/proof/due.ts";
import {
  epochsAround,
  linksAround,
  minutesOf,
  quoteMinutesOf,
} from "#protocol/proof/receipt-form.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { getKeys } from "../../../storage/database.ts";
import { stored } from "../../../storage/stored.ts";
import { readSlip } from "../figures/slips.ts";
import { noteMinutes } from "../../trade/slips/venue-memory.ts";

const quiet = { quiet: true, handles: [codes.noSuchOrder, codes.unknownCurrency] } as const;

interface GatherOptions {
  userId: string;
  orderId: string;
  /** Checked before storing, so that nothing is stored for a user who has logged out meanwhile. */
  isStillHere: () => boolean;
}

/**
 * The receipt of a contract with all evidence to check it: the stored file, completed from the venue as far as
 * it answers, and stored again. Fails only where there is no receipt at all.
 */
export async function gatherReceipt({
  userId,
  orderId,
  isStillHere,
}: GatherOptions): Promise<ReceiptFile> {
  const slip = await readSlip(userId, orderId);
  const withSlip = (file: ReceiptFile): ReceiptFile => (slip ? { ...file, slip } : file);
  const found = await readReceiptFile(userId, orderId);
  if (found && !isPublished(missingOf(found), venueNow())) return withSlip(found);
  const file = withSlip(await complete(found ?? (await fetchReceipt(orderId))));
  if (isStillHere()) {
    await storeReceiptFile(userId, file);
    await noteMinutes(file.ticks, file.public_key, file.epochs);
  }
  return file;
}

async function fetchReceipt(orderId: string): Promise<ReceiptFile> {
  const [receipt, key] = await Promise.all([
    call(proofs.secondReceipt, { id: orderId }, quiet),
    call(proofs.secondKey, {}, quiet),
  ]);
  return {
    format: "godwit-receipt-1",
    receipt,
    public_key: key.public_key,
    ticks: [],
    chain: [],
    days: [],
  };
}

async function complete(file: ReceiptFile): Promise<ReceiptFile> {
  const { symbol, seq } = file.receipt;
  const missing = missingOf(file);
  const { minutes, days, chain } = missing;
  const now = venueNow();
  const [lines, revealed, links, epochs, quotes] = await Promise.all([
    answersOf(
      minutes.filter((minute) => now >= (minute + 60) * 1000),
      (minute) => call(proofs.secondTicks, { symbol, minute }, quiet),
    ),
    answersOf(
      days.filter((date) => now >= dayEnd(date)),
      (date) => call(proofs.secondDay, { symbol, date }, quiet),
    ),
    answersOf(chain ? [Math.max(1, seq - 1)] : [], (from) =>
      call(proofs.secondChain, { from, size: 3 }, quiet),
    ),
    answersOf(chain ? ["all"] : [], () => call(proofs.secondEpochs, {}, quiet)),
    answersOf(
      missing.quotes.filter((minute) => now >= (minute + 60) * 1000),
      (minute) => call(proofs.secondQuotes, { symbol, minute }, quiet),
    ),
  ]);
  const time = Math.round(now);
  const withheld = [
    ...lines.refused
      .filter((minute) => now > minuteDueMs(minute))
      .map((minute) => ({ part: "minute" as const, name: String(minute), time })),
    ...revealed.refused
      .filter((date) => now > dayDueMs(date))
      .map((date) => ({ part: "day" as const, name: date, time })),
    ...(links.given[0] &&
    !links.given[0].some((link) => link.seq === seq) &&
    now > entryDueMs(file.receipt.t1)
      ? [{ part: "entry" as const, name: String(seq), time }]
      : []),
  ];
  const { withheld: _before, ...rest } = file;
  return {
    ...rest,
    ticks: [...file.ticks, ...lines.given].toSorted((a, b) => a.minute - b.minute),
    days: [...file.days, ...revealed.given].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    chain: links.given[0] ? linksAround(links.given[0], seq) : file.chain,
    // Quotes are published with their minutes: what the venue then refuses there is none of.
    ...(lines.given.length === minutes.length &&
      quotes.given.length + quotes.refused.length === missing.quotes.length &&
      missing.quotes.length > 0 && { quotes: quotes.given }),
    ...(epochs.given[0] && { epochs: epochsAround(epochs.given[0], seq) }),
    ...(withheld.length > 0 && { withheld }),
  };
}

/** The successful answers, and what the venue said it does not have; what failed is read again later. */
async function answersOf<Name, Answer>(
  names: readonly Name[],
  ask: (name: Name) => Promise<Answer>,
): Promise<{ given: Answer[]; refused: Name[] }> {
  const [given, refused]: [Answer[], Name[]] = [[], []];
  await Promise.all(
    names.map((name) =>
      ask(name).then(
        (answer) => void given.push(answer),
        (error: unknown) => {
          if (error instanceof ApiError && error.status === codes.noSuchOrder) refused.push(name);
        },
      ),
    ),
  );
  return { given, refused };
}

const minuteSec = 60;
const dayMs = 24 * 3600_000;

/** The end of a day of the venue (GMT+8), Unix ms. */
export function dayEnd(date: string): number {
  return Date.parse(`${date}T00:00:00+08:00`) + dayMs;
}

interface MissingEvidence {
  /** Minutes of the tick log, Unix s. */
  minutes: readonly number[];
  /** Simulated days. */
  days: readonly string[];
  /** The receipts around it in the chain. */
  chain: boolean;
  /** Minutes of the quotes of a real market, Unix s, until the venue was asked for all of them. */
  quotes: readonly number[];
}

/** The evidence that a file lacks, published or not. */
export function missingOf({
  receipt,
  ticks,
  chain,
  days,
  quotes,
}: Omit<ReceiptFile, "format" | "public_key">): MissingEvidence {
  const has = (seq: number) => chain.some((link) => link.seq === seq);
  return {
    minutes: [...new Set([...minutesOf(receipt.t0), ...minutesOf(receipt.t1)])].filter(
      (minute) => !ticks.some((line) => line.minute === minute),
    ),
    days: receipt.day_commits
      .map(({ date }) => date)
      .filter((date) => !days.some((day) => day.date === date)),
    chain: !has(receipt.seq) || (receipt.seq > 1 && !has(receipt.seq - 1)),
    quotes:
      receipt.source === "htx" && quotes === undefined
        ? [...new Set([...quoteMinutesOf(receipt.t0), ...quoteMinutesOf(receipt.t1)])]
        : [],
  };
}

/** Whether some missing evidence is published at a moment (Unix ms, venue clock). */
export function isPublished(
  { minutes, days, chain, quotes }: MissingEvidence,
  nowMs: number,
): boolean {
  return (
    chain ||
    (minutes.length === 0 && quotes.length > 0) ||
    minutes.some((minute) => nowMs >= (minute + minuteSec) * 1000) ||
    days.some((date) => nowMs >= dayEnd(date))
  );
}

const receipts = stored("receipts:{user}:{order}", receiptFile);

/** Receipts stored per user, the newest ones; the venue has all. */
const maxReceipts = 200;

/** The stored receipt with its evidence; undefined where there is no readable one. */
export async function readReceiptFile(
  userId: string,
  orderId: string,
): Promise<ReceiptFile | undefined> {
  const file = await receipts.read(userId, orderId);
  return file?.receipt.order_id === orderId ? file : undefined;
}

export async function storeReceiptFile(userId: string, file: ReceiptFile): Promise<void> {
  await receipts.write(file, userId, file.receipt.order_id);
  const prefix = receipts.keyOf(userId, "");
  const orderIds = (await getKeys(prefix)).map((key) => key.slice(prefix.length));
  if (orderIds.length <= maxReceipts) return;
  // Ids are increasing numbers, so a shorter one is older.
  const oldest = orderIds
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, orderIds.length - maxReceipts);
  await Promise.all(oldest.map((orderId) => receipts.remove(userId, orderId)));
}
