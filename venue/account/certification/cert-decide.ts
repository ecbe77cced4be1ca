import { certStatus } from "#protocol/api/user.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { AutoReviewed } from "../../review/auto-review.ts";
import { type Decision, concluded } from "../../review/request-life.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { deleteAttached } from "../../upload/rows.ts";
import { tellDecision } from "../notices/notify-decision.ts";
import {
  type CertificationRow,
  certType,
  lockCertification,
  saveCertStatus,
  saveCertification,
} from "./cert-rows.ts";
import { type CertReasons, certFields, isCertField } from "./cert-rules.ts";

export interface CertificationDecision extends Decision {
  /**
   * What a rejection asks for again: names of fields, or a message for each; all fields where it is
   * left out.
   */
  fields?: readonly string[] | Readonly<Record<string, string>> | undefined;
}

/**
 * Decides on a certification, in one command with its entry in the audit log and the user's notice.
 * Its pictures are deleted.
 * @returns the certification as it is now
 * @throws Refusal notPending where it is not under review, invalidParameters `reason` for a
 *   rejection without a reason, `fields` for a field that a certification does not have
 */
export async function decideCertification(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: CertificationDecision,
): Promise<CertificationRow> {
  const found = await lockCertification(tx.db, decision.id);
  const ended = concluded(found, decision);
  const reasons = decision.action === "reject" ? reasonsOf(decision) : {};
  const row = {
    ...ended,
    reasons: JSON.stringify(reasons),
    front_picture: null,
    back_picture: null,
  };
  const userId = row.user_id;
  await lockUser(tx.db, userId);
  await saveCertification(tx.db, row);
  const certstatus = row.state === "approved" ? certStatus.certified : certStatus.failed;
  await saveCertStatus(tx.db, userId, certstatus);
  await deleteAttached(tx.db, { refType: certType, refId: row.id });
  const fields = Object.keys(reasons);
  await tellDecision(tx, audit, {
    kind: "certification",
    userId,
    decision,
    facts: { certstatus, ...(fields.length > 0 && { fields: fields.join(",") }) },
    before: fields.length > 0 ? { fields } : {},
  });
  return row;
}

/** Each field that is asked for again, with the reviewer's words for it. */
function reasonsOf({ reason, fields = certFields }: CertificationDecision): CertReasons {
  const wanted = Array.isArray(fields)
    ? (fields as readonly string[]).map((name) => [name, ""] as const)
    : Object.entries(fields);
  const reasons: CertReasons = {};
  for (const [name, words] of wanted.length > 0
    ? wanted
    : certFields.map((field) => [field, ""] as const)) {
    if (!isCertField(name)) throw new Refusal(codes.invalidParameters, { field: "fields" });
    reasons[name] = words.trim() === "" ? reason.trim() : words.trim();
  }
  return reasons;
}

/** The venue's own review: it approves, because a paper exchange accepts samples. */
export function autoCertification(audit: Pick<AuditLog, "write">): AutoReviewed {
  return {
    table: "certification",
    decide: (tx, id, now) =>
      decideCertification(tx, audit, { id, action: "approve", reason: "", by: "auto", now }),
  };
}
