import { type ReceiptFile, receiptFile } from "#protocol/api/receipt-file.ts";
import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import { epochsAround, linksAround, minutesOf } from "#protocol/proof/receipt-form.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { call } from "../../../api/call.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { getKeys } from "../../../storage/database.ts";
import { stored } from "../../../storage/stored.ts";
import { noteHead, readSlip } from "../figures/slips.ts";

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
    const { seq, hash } = file.chain.at(-1) ?? file.receipt;
    await noteHead({ seq, hash });
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
  const { minutes, days, chain } = missingOf(file);
  const now = venueNow();
  const [lines, revealed, links, epochs] = await Promise.all([
    settled(
      minutes
        .filter((minute) => now >= (minute + 60) * 1000)
        .map((minute) => call(proofs.secondTicks, { symbol, minute }, quiet)),
    ),
    settled(
      days
        .filter((date) => now >= dayEnd(date))
        .map((date) => call(proofs.secondDay, { symbol, date }, quiet)),
    ),
    settled(
      chain ? [call(proofs.secondChain, { from: Math.max(1, seq - 1), size: 3 }, quiet)] : [],
    ),
    settled(chain ? [call(proofs.secondEpochs, {}, quiet)] : []),
  ]);
  return {
    ...file,
    ticks: [...file.ticks, ...lines].toSorted((a, b) => a.minute - b.minute),
    days: [...file.days, ...revealed].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    chain: links[0] ? linksAround(links[0], seq) : file.chain,
    ...(epochs[0] && { epochs: epochsAround(epochs[0], seq) }),
  };
}

/** The successful answers; failed ones are read again later. */
async function settled<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(calls);
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
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
}

/** The evidence that a file lacks, published or not. */
export function missingOf({
  receipt,
  ticks,
  chain,
  days,
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
  };
}

/** Whether some missing evidence is published at a moment (Unix ms, venue clock). */
export function isPublished({ minutes, days, chain }: MissingEvidence, nowMs: number): boolean {
  return (
    chain ||
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
