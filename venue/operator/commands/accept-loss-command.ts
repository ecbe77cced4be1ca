import type { Epoch } from "#protocol/api/epoch.ts";
import { acceptLoss } from "../../heads/accept-loss.ts";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { ActLog } from "../acts/act-log.ts";
import { utcText } from "../lookups/columns.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** Goes on from a database that lacks what the exchange had written; 1 where it lacks nothing. */
export async function acceptLossByCommand(
  { store, settings, clock, log, by, print, receiptKey }: OperatorDeps,
  { reason }: { reason: string },
): Promise<number> {
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const epoch = await acceptLoss(
    { store, settings, clock, receiptKey: receiptKey() },
    {
      reason,
      record: (tx, { seq, restored, lost, opened_time: now }) =>
        acts.write(tx, {
          event: "loss-accepted",
          outcome: "ok",
          ip: "",
          requestId: "",
          now,
          facts: { reason, epoch: seq, restored: restored.seq, lost: lost?.seq ?? null },
        }),
    },
  );
  if (epoch === undefined) {
    print("Nothing is lost: the database has all that this exchange has written down.");
    return 1;
  }
  epochLines(epoch).forEach(print);
  return 0;
}

/** What an epoch says, for the operator. */
export function epochLines({
  restored,
  lost,
  restored_time: from,
  lost_time: to,
  seq,
}: Epoch): string[] {
  return [
    from === null || to === null
      ? "What this exchange had written after it is lost, and nobody knows how much that is."
      : `What happened between ${utcText(from)} and ${utcText(to)} is lost.`,
    lost === null
      ? `Nobody knows which receipts; they go on with number ${seq + 1}.`
      : lost.seq > restored.seq
        ? `Receipts ${restored.seq + 1} to ${lost.seq} are lost; they go on with number ${seq + 1}.`
        : `No receipt is lost; they go on with number ${seq + 1}.`,
    `It is announced as number ${seq} of the chain, and to every user. The venue can start.`,
  ];
}
