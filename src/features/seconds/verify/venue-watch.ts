import type { EvidenceFile } from "#protocol/api/evidence-file.ts";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import { entryDueMs } from "#protocol/proof/due.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { addFinding } from "../../trade/slips/findings.ts";
import { readSlip, slipIds } from "../figures/slips.ts";
import {
  evidenceOf,
  isBelieved,
  noteHead,
  noteLookedAt,
  seenHead,
} from "../../trade/slips/venue-memory.ts";
import { gatherReceipt, readReceiptFile } from "./receipt-file.ts";

const quiet = { quiet: true, handles: [codes.noSuchOrder] } as const;

/** Slips that are looked through for receipts that never came: fewer than receipts that a device has. */
const recentSlips = 100;

/** A contract, and the hash of the receipt that the venue names for it. */
type ClosedOrder = Pick<SecondsOrder, "id" | "receipt">;

interface Person {
  userId: string;
  isStillHere: () => boolean;
}

/**
 * Looks once whether the venue stands by what it has signed: its chain goes on from the newest entry that this
 * device knows, and each contract has its receipt when that is due. What it does not is a finding. Fails without a
 * network.
 */
export async function watchVenue(
  { userId, isStillHere }: Person,
  closed: readonly ClosedOrder[],
): Promise<void> {
  const [{ signed_head: head }, epochs] = await Promise.all([
    call(proofs.secondKey, {}, quiet),
    call(proofs.secondEpochs, {}, quiet),
  ]);
  const said = head && ({ kind: "head", body: head } as const);
  if (said && (await isBelieved(said, head.public_key))) await noteHead(said, epochs);
  const from = (await seenHead())?.from;
  if (from) {
    await checkGoesOn(from, epochs);
    await noteLookedAt();
  }
  await checkSecondReceipts(closed, { userId, epochs });
  await checkOverdue({ userId, isStillHere }, epochs);
}

/** The venue still has the entry that it had called its newest. */
async function checkGoesOn(
  from: EvidenceFile["first"],
  epochs: EvidenceFile["epochs"],
): Promise<void> {
  const { body } = from.statement;
  if (!("head" in body)) return;
  const { seq, hash } = body.head;
  const [entry] = await call(proofs.secondChain, { from: seq, size: 1 }, quiet);
  const answer = entry?.seq === seq ? entry.hash : null;
  if (answer === hash) return;
  const asked = { part: "entry" as const, time: Math.round(venueNow()), answer };
  await addFinding(evidenceOf(body.public_key, from, { asked, epochs }));
}

/** The receipt that the venue names for a contract is the one that this device has. */
async function checkSecondReceipts(
  closed: readonly ClosedOrder[],
  { userId, epochs }: { userId: string; epochs: EvidenceFile["epochs"] },
): Promise<void> {
  for (const { id, receipt: hash } of closed) {
    const known = await readReceiptFile(userId, id);
    if (!known || hash === null || known.receipt.hash === hash) continue;
    const receipt = await call(proofs.secondReceipt, { id }, quiet);
    const [first, second] = [known.receipt, receipt].map((body) => ({
      time: Date.now(),
      statement: { kind: "receipt" as const, body },
    }));
    if (first && second) await addFinding(evidenceOf(known.public_key, first, { second, epochs }));
  }
}

async function checkOverdue(
  { userId, isStillHere }: Person,
  epochs: EvidenceFile["epochs"],
): Promise<void> {
  const now = venueNow();
  for (const orderId of (await slipIds(userId)).slice(0, recentSlips)) {
    const slip = await readSlip(userId, orderId);
    if (!slip || now <= entryDueMs(slip.t1)) continue;
    if (await readReceiptFile(userId, orderId)) continue;
    if (!isStillHere()) return;
    const isRefused = await gatherReceipt({ userId, orderId, isStillHere }).then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.status === codes.noSuchOrder,
    );
    if (!isRefused) continue;
    const first = { time: Date.now(), statement: { kind: "slip" as const, body: slip } };
    const asked = { part: "receipt" as const, time: Math.round(now), answer: null };
    await addFinding(evidenceOf(slip.public_key, first, { asked, epochs }));
  }
}
