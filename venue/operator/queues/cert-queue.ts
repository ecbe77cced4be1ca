import { decideCertification } from "../../account/certification/cert-decide.ts";
import {
  type PendingCertification,
  countPendingCertifications,
  readPendingCertification,
  readPendingCertifications,
} from "../../account/certification/cert-rows.ts";
import { certFields } from "../../account/certification/cert-rules.ts";
import type { DeskItem, ReviewQueue } from "./review-kind.ts";

/** Certifications, the oldest first. Their pictures are gone once they are decided. */
export const certQueue: ReviewQueue = {
  kind: "cert",
  count: countPendingCertifications,
  list: async (db, page) => (await readPendingCertifications(db, page)).map(toItem),
  async find(db, id) {
    const row = await readPendingCertification(db, id);
    return row && toItem(row);
  },
  async decide(tx, audit, decision) {
    await decideCertification(tx, audit, decision);
  },
};

function toItem(row: PendingCertification): DeskItem {
  const pictures = [
    ["Front", row.front_picture],
    ["Back", row.back_picture],
  ] as const;
  return {
    id: row.id,
    userId: row.user_id,
    summary: `Certification of ${row.name}`,
    facts: [
      ["Name", row.name],
      ["ID number", row.id_number_masked],
      ...pictures
        .filter(([, id]) => id === null)
        .map(([label]) => [label, "accepted before"] as const),
    ],
    money: null,
    pictures: pictures.flatMap(([label, id]) => (id === null ? [] : [{ id, label }])),
    riskFlags:
      row.same_number > 0
        ? [
            `The same ID number stands with ${row.same_number} other ${row.same_number === 1 ? "account" : "accounts"}.`,
          ]
        : [],
    fields: certFields,
    createdAt: row.created_at,
    dueAt: row.review_due_at,
  };
}
