import * as codes from "#protocol/wire/error-codes.ts";
import type { Certification, certificationEndpoints } from "#protocol/api/certification.ts";
import type { DataOf, ParsedRequestOf } from "#protocol/api/endpoint.ts";
import { certStatus } from "#protocol/api/user.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import { attachUpload } from "../../upload/rows.ts";
import { dueOf, pendingFrom } from "../../review/request-life.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";
import { keyedHash } from "../../session/tokens/session-token.ts";
import { findUser, lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import {
  type CertField,
  certFields,
  type CertReasons,
  maskedName,
  maskedNumber,
  plainName,
  plainNumber,
} from "./cert-rules.ts";
import {
  type CertificationRow,
  certType,
  insertCertification,
  latestCertification,
  saveCertStatus,
} from "./cert-rows.ts";

type CertDeps = Pick<SessionDeps, "store" | "settings" | "serverKey">;
type CertRequest = ParsedRequestOf<typeof certificationEndpoints.cert>;
type Asked = { userId: number; request: CertRequest; now: number };

/** Accepts the documents that certify a person, and answers how far the review is. */
export function createCertHandlers(deps: CertDeps): HandlersOf<typeof certificationEndpoints> {
  return {
    cert: ({ user, request, now, command }) =>
      command(async (tx) =>
        toCertification(await handIn(deps, tx, { userId: Number(user.id), request, now })),
      ),

    async certification({ user }) {
      const row = await deps.store.read((db) => latestCertification(db, Number(user.id)));
      return row ? toCertification(row) : { ...unknown, certstatus: user.certStatus };
    },
  };
}

/**
 * Stores all four fields, or after a failed review those that were asked for again; the others stay as
 * they were accepted.
 * @throws Refusal alreadyCertified for a certified user, reviewPending while one is under review,
 *   invalidParameters with the field that is missing or invalid, unsupportedMedia with the field
 *   whose picture does not belong to this user
 */
async function handIn(
  deps: CertDeps,
  tx: Transaction,
  { userId, request, now }: Asked,
): Promise<CertificationRow> {
  // Two requests of one user wait for each other here.
  await lockUser(tx.db, userId);
  const user = await findUser(tx.db, userId);
  if (user?.certstatus === certStatus.certified) throw new Refusal(codes.alreadyCertified);
  if (user?.certstatus === certStatus.underReview) throw new Refusal(codes.reviewPending);
  const last = await latestCertification(tx.db, userId);
  const before = last?.state === "rejected" ? last : undefined;
  const wanted = before && (JSON.parse(before.reasons) as CertReasons);
  const isWanted = (field: CertField) => wanted === undefined || field in wanted;
  for (const field of certFields)
    if (isWanted(field) && (request[field] ?? "") === "")
      throw new Refusal(codes.invalidParameters, { field });

  const name = before && !isWanted("name") ? before.name : plainName(request.name ?? "");
  if (name === undefined) throw new Refusal(codes.invalidParameters, { field: "name" });
  const number =
    before && !isWanted("id_number") ? before : numberOf(deps, request.id_number ?? "");
  if (number === undefined) throw new Refusal(codes.invalidParameters, { field: "id_number" });
  const pictures = (["front", "back"] as const).flatMap((field) =>
    isWanted(field) ? [{ field, id: request[field] ?? "" }] : [],
  );
  if (pictures.length === 2 && pictures[0]?.id === pictures[1]?.id)
    throw new Refusal(codes.invalidParameters, { field: "back", problem: "same" });

  const idOf = (side: "front" | "back") => pictures.find(({ field }) => field === side)?.id ?? null;
  const row = await insertCertification(tx.db, {
    user_id: userId,
    name,
    id_number_hash: number.id_number_hash,
    id_number_masked: number.id_number_masked,
    front_picture: idOf("front"),
    back_picture: idOf("back"),
    reasons: "{}",
    created_at: now,
    ...pendingFrom(now, deps.settings),
  });
  for (const { field, id } of pictures) {
    if (
      (await attachUpload(tx.db, { id, userId, refType: certType, refId: row.id, now })) ===
      undefined
    )
      throw new Refusal(codes.unsupportedMedia, { field });
  }
  await saveCertStatus(tx.db, userId, certStatus.underReview);
  return row;
}

function numberOf(
  { serverKey }: CertDeps,
  text: string,
): Pick<CertificationRow, "id_number_hash" | "id_number_masked"> | undefined {
  const plain = plainNumber(text);
  return plain === undefined
    ? undefined
    : {
        id_number_hash: keyedHash(serverKey, "id number", plain),
        id_number_masked: maskedNumber(plain),
      };
}

const unknown: DataOf<typeof certificationEndpoints.certification> = {
  certstatus: 0,
  name_masked: "",
  id_number_masked: "",
  submit_time: null,
  review_time: null,
  review_due: null,
  reasons: {},
};

const statusOf = {
  pending: certStatus.underReview,
  approved: certStatus.certified,
  rejected: certStatus.failed,
  canceled: certStatus.none,
} as const;

function toCertification(row: CertificationRow): Certification {
  return {
    certstatus: statusOf[row.state],
    name_masked: maskedName(row.name),
    id_number_masked: row.id_number_masked,
    submit_time: row.created_at,
    review_time: row.decided_at,
    review_due: dueOf(row),
    reasons: JSON.parse(row.reasons) as CertReasons,
  };
}
