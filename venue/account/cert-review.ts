import type { AutoReviewed } from "../review/auto-review.ts";
import type { AuditLog } from "../session/audit-log.ts";
import { decideCertification } from "./cert-decide.ts";

/** The venue's own review: on paper, samples are as good as any. */
export function autoCertification(audit: Pick<AuditLog, "write">): AutoReviewed {
  return {
    table: "certification",
    decide: (tx, id, now) =>
      decideCertification(tx, audit, { id, action: "approve", reason: "", by: "auto", now }),
  };
}
