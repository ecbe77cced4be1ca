/**
 * SQL of the uploaded pictures (table `picture`) and of the requests they are attached to
 * (`picture_claim`).
 */
import { type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { PictureBytes } from "#protocol/api/upload.ts";
import { isPostgres } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";

export const uploadMigrations: Record<string, Migration> = {
  "0100-pictures": {
    async up(db) {
      await db.schema
        .createTable("picture")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
        .addColumn("digest", "text", (c) => c.notNull())
        .addColumn("mime", "text", (c) => c.notNull())
        .addColumn("width", "integer", (c) => c.notNull())
        .addColumn("height", "integer", (c) => c.notNull())
        .addColumn("size", "integer", (c) => c.notNull().check(sql`size > 0`))
        .addColumn("bytes", isPostgres(db) ? "bytea" : "blob", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("touched_at", "bigint", (c) => c.notNull())
        .addUniqueConstraint("picture_once_per_user", ["user_id", "digest"])
        .execute();
      await db.schema.createIndex("picture_by_age").on("picture").column("touched_at").execute();
      await db.schema
        .createTable("picture_claim")
        .addColumn("picture_id", "text", (c) => c.notNull().references("picture.id"))
        .addColumn("ref_type", "text", (c) => c.notNull())
        .addColumn("ref_id", "bigint", (c) => c.notNull())
        .addColumn("ended_at", "bigint")
        .addPrimaryKeyConstraint("picture_claim_pkey", ["picture_id", "ref_type", "ref_id"])
        .execute();
      await db.schema
        .createIndex("picture_claim_by_ref")
        .on("picture_claim")
        .columns(["ref_type", "ref_id"])
        .execute();
      await db.schema
        .createIndex("picture_claim_by_end")
        .on("picture_claim")
        .column("ended_at")
        .execute();
    },
  },
};

interface UploadTable {
  /** 128 random bits, hex. */
  id: string;
  user_id: number;
  /** SHA-256 of the bytes, hex. */
  digest: string;
  mime: PictureBytes["mime"];
  width: number;
  height: number;
  size: number;
  bytes: Uint8Array;
  created_at: number;
  /** When it was last sent, or named by a request. */
  touched_at: number;
}

/** A request that a picture is attached to. A picture without one is removed after a while. */
interface AttachmentTable {
  picture_id: string;
  ref_type: string;
  ref_id: number;
  /** When the request was decided; null while it waits. */
  ended_at: number | null;
}

declare module "../store/schema.ts" {
  interface Tables {
    picture: UploadTable;
    picture_claim: AttachmentTable;
  }
}

type NewUpload = Omit<Selectable<UploadTable>, "touched_at">;

/** A request by its kind and id, e.g. `recharge`. */
interface AttachedTo {
  refType: string;
  refId: number;
}

/** The id of a picture of this user with these bytes, marked as sent again at `now`; undefined where there is none. */
export async function touchStored(
  db: Db,
  { userId, digest, now }: { userId: number; digest: string; now: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable("picture")
    .set({ touched_at: now })
    .where("user_id", "=", userId)
    .where("digest", "=", digest)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function insertUpload(db: Db, picture: NewUpload): Promise<void> {
  await db
    .insertInto("picture")
    .values({ ...picture, touched_at: picture.created_at })
    .execute();
}

/** The bytes that a user's pictures take up. */
export async function storedBytes(db: Db, userId: number): Promise<number> {
  const { sum } = await db
    .selectFrom("picture")
    .select(sql<bigint>`cast(coalesce(sum(size), 0) as bigint)`.as("sum"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** A picture by its id; undefined where there is none, or where `userId` is given and the picture belongs to another user. */
export async function findUpload(
  db: Db,
  id: string,
  userId?: number,
): Promise<Pick<UploadTable, "id" | "mime" | "bytes"> | undefined> {
  let pictures = db.selectFrom("picture").select(["id", "mime", "bytes"]).where("id", "=", id);
  if (userId !== undefined) pictures = pictures.where("user_id", "=", userId);
  return pictures.executeTakeFirst();
}

/**
 * Attaches a picture to a request, so that it stays until the request is decided.
 * @returns the digest of its bytes, or undefined where this user has no such picture
 */
export async function attachUpload(
  db: Db,
  { id, userId, refType, refId, now }: AttachedTo & { id: string; userId: number; now: number },
): Promise<string | undefined> {
  // A write, so that a sweep about to remove the picture waits for it, and then leaves the picture.
  const row = await db
    .updateTable("picture")
    .set({ touched_at: now })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("digest")
    .executeTakeFirst();
  if (row)
    await db
      .insertInto("picture_claim")
      .values({ picture_id: id, ref_type: refType, ref_id: refId, ended_at: null })
      .execute();
  return row?.digest;
}

/** Marks the request as decided: its pictures stay for `voucherDays` more. */
export async function endAttachments(
  db: Db,
  { refType, refId }: AttachedTo,
  now: number,
): Promise<void> {
  await db
    .updateTable("picture_claim")
    .set({ ended_at: now })
    .where("ref_type", "=", refType)
    .where("ref_id", "=", refId)
    .execute();
}

/** Detaches the pictures of a decided request and removes those that no other request has. */
export async function deleteAttached(db: Db, { refType, refId }: AttachedTo): Promise<void> {
  const attachments = await db
    .deleteFrom("picture_claim")
    .where("ref_type", "=", refType)
    .where("ref_id", "=", refId)
    .returning("picture_id")
    .execute();
  await deleteUnattached(
    db,
    attachments.map(({ picture_id }) => picture_id),
  );
}

/**
 * Detaches pictures from requests decided before `decidedBefore`, and removes unattached pictures
 * that were last touched before `touchedBefore`. Both in Unix ms.
 */
export async function deleteUnused(
  db: Db,
  {
    decidedBefore,
    touchedBefore,
    limit,
  }: { decidedBefore: number; touchedBefore: number; limit: number },
): Promise<void> {
  const over = await db
    .deleteFrom("picture_claim")
    .where("ended_at", "<=", decidedBefore)
    .returning("picture_id")
    .execute();
  const unused = await db
    .selectFrom("picture")
    .select("id")
    .where("touched_at", "<=", touchedBefore)
    .where(isUnattached)
    .orderBy("touched_at")
    .limit(limit)
    .execute();
  await deleteUnattached(
    db,
    [...over.map(({ picture_id }) => picture_id), ...unused.map(({ id }) => id)],
    touchedBefore,
  );
}

const isUnattached = sql<boolean>`not exists (select 1 from picture_claim where picture_id = picture.id)`;

/** Locks the rows first, so that the second statement sees attachments made in between. */
async function deleteUnattached(
  db: Db,
  ids: readonly string[],
  touchedBefore?: number,
): Promise<void> {
  if (ids.length === 0) return;
  if (isPostgres(db))
    await db
      .selectFrom("picture")
      .select("id")
      .where("id", "in", ids)
      .orderBy("id")
      .forUpdate()
      .execute();
  let unattached = db.deleteFrom("picture").where("id", "in", ids).where(isUnattached);
  if (touchedBefore !== undefined) unattached = unattached.where("touched_at", "<=", touchedBefore);
  await unattached.execute();
}
