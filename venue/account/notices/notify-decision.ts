import type { Decision } from "../../review/request-life.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import type { Transaction } from "../../store/store.ts";
import type { NoticeFacts } from "../../deps/new-notice.ts";
import { addNotice } from "./notices.ts";

/** What is reviewed, as notices call it, with its entry in the audit log. */
const events = {
  recharge: "recharge-reviewed",
  withdrawal: "withdrawal-reviewed",
  certification: "certification-reviewed",
  bank_card: "bank-card-reviewed",
} as const;

export interface Decided {
  kind: keyof typeof events;
  userId: number;
  decision: Decision;
  /** What the user's notice is made from, besides status and reason; holds no secrets. */
  facts?: NoticeFacts;
  /** What the audit log keeps besides. */
  before?: Readonly<Record<string, unknown>>;
}

/**
 * Leaves a review's decision in the audit log and a notice for its user, within the command that decides.
 * Open streams of every process hear of it by the notice (`NoticeAnnouncer`).
 */
export async function tellDecision(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  { kind, userId, decision, facts = {}, before = {} }: Decided,
): Promise<void> {
  const { id, action, by, now } = decision;
  const verdict = action === "approve" ? "approved" : "rejected";
  const reason = action === "reject" ? { reason: decision.reason.trim() } : {};
  await audit.write(tx, {
    event: events[kind],
    outcome: "ok",
    userId,
    ip: "",
    requestId: "",
    now,
    facts: { by, [kind]: String(id), verdict, ...reason, ...before },
  });
  await addNotice(tx, {
    userId,
    kind,
    facts: { status: action === "approve" ? 1 : 2, ...reason, ...facts },
    refType: kind,
    refId: id,
    now,
  });
}
