import type { Epoch } from "#protocol/api/epoch.ts";
import { addNoticeForAll } from "../account/notices/notices.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import { lastSealedAt } from "../ledger/blocks.ts";
import { openEpoch } from "../seconds/proof/epoch-writer.ts";
import { readGivenIds, skipIds } from "../store/given-ids.ts";
import type { Transaction } from "../store/store.ts";
import { findLostState } from "./guard-heads.ts";
import { createHeadsWriter } from "./heads-file.ts";

/** Where nobody knows what was lost, so many numbers of every table are left out. */
const unknownIds = 1_000_000;

/**
 * Goes on from a database that was put back: opens an epoch behind everything that is lost, gives no number of it
 * again, and tells every user. The venue starts after it.
 * @param record writes the act down, in the same transaction
 * @param isUnknown whether nobody knows what is lost: the file that would say so is lost, too
 * @returns undefined where nothing is lost
 */
export async function acceptLoss(
  deps: Pick<VenueDeps, "store" | "settings" | "clock" | "receiptKey">,
  {
    reason,
    record,
    isUnknown = false,
  }: {
    reason: string;
    record: (tx: Transaction, epoch: Epoch) => Promise<void>;
    isUnknown?: boolean;
  },
): Promise<Epoch | undefined> {
  const { store, clock, receiptKey } = deps;
  const found = await findLostState(deps);
  if (found.state === "whole" && !isUnknown) return undefined;
  const known = found.state === "behind" ? found.known : undefined;
  const epoch = await store.command(async (tx) => {
    const now = clock.now();
    const opened = await openEpoch(tx, receiptKey, {
      lost: known,
      opened_time: now,
      reason,
      restored_time: (await lastSealedAt(tx.db)) ?? null,
      lost_time: known?.written_at ?? null,
    });
    await skipIds(tx.db, known?.ids ?? (await farIds(tx)));
    const { restored_time: from, lost_time: to } = opened;
    await addNoticeForAll(tx, {
      kind: "restored",
      facts: { reason, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) },
      refType: "epoch",
      refId: String(opened.seq),
      now,
    });
    await record(tx, opened);
    return opened;
  });
  await createHeadsWriter(deps)();
  return epoch;
}

async function farIds({ db }: Transaction): Promise<Record<string, number>> {
  const given = Object.entries(await readGivenIds(db));
  return Object.fromEntries(given.map(([name, last]) => [name, last + unknownIds]));
}
