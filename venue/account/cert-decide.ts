import { certStatus } from "#protocol/user.ts";
import { deleteClaimed } from "../picture/rows.ts";
import { concluded, type Decision } from "../review/request-life.ts";
import type { AuditLog } from "../session/audit-log.ts";
import { lockUser } from "../session/user-rows.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { certFields, type CertReasons, isCertField } from "./cert-rules.ts";
import {
  type CertificationRow,
  certType,
  claimCertification,
  saveCertification,
  saveCertStatus,
} from "./cert-rows.ts";
import { tellDecision } from "./tell-decision.ts";

export interface CertificationDecision extends Decision {
  /** What a rejection asks for again: names of fields, or words for each; everything where it is left out. */
  fields?: readonly string[] | Readonly<Record<string, string>> | undefined;
}

/**
 * Decides on a certification, in one command with its record in the audit log and its user's notice. The
 * pictures are gone afterwards.
 * @returns the certification as it is now
 * @throws Refusal 300009 where it is not under review, 100005 `reason` for a rejection without words, `fields`
 *   for a field that is not asked for
 */
export async function decideCertification(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: CertificationDecision,
): Promise<CertificationRow> {
  const found = await claimCertification(tx.db, decision.id);
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
  await deleteClaimed(tx.db, { refType: certType, refId: row.id });
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
    if (!isCertField(name)) throw new Refusal(100005, { field: "fields" });
    reasons[name] = words.trim() === "" ? reason.trim() : words.trim();
  }
  return reasons;
}
