import { tellDecision } from "../account/tell-decision.ts";
import { concluded, type Decision } from "../review/request-life.ts";
import type { AuditLog } from "../session/audit-log.ts";
import type { Transaction } from "../store/store.ts";
import { type BankCardRow, claimCard, updateCard } from "./bank-rows.ts";

/**
 * Decides on a card under review, in one command with its record in the audit log and the notice to its owner.
 * @throws Refusal 300009 where it was decided before, was removed or never was, 100005 `reason` for a
 *   rejection without words
 */
export async function decideBankCard(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: Decision,
): Promise<BankCardRow> {
  const ended = concluded(await claimCard(tx.db, decision.id), decision);
  await updateCard(tx.db, ended);
  await tellDecision(tx, audit, {
    kind: "bank_card",
    userId: ended.user_id,
    decision,
    facts: { card: `**** ${ended.last_four}` },
  });
  return ended;
}
