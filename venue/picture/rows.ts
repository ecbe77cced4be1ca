/** SQL of the pictures and of what they are kept for. */
import { type Selectable, sql } from "kysely";
import type { PictureBytes } from "#protocol/picture.ts";
import { isPostgres } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";

export interface PictureTable {
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

/** What a picture is kept for. Without any it goes after a while. */
export interface PictureClaimTable {
  picture_id: string;
  ref_type: string;
  ref_id: number;
  /** When what it was kept for was decided; null while it waits. */
  ended_at: number | null;
}

declare module "../store/schema.ts" {
  interface Tables {
    picture: PictureTable;
    picture_claim: PictureClaimTable;
  }
}

export type NewPicture = Omit<Selectable<PictureTable>, "touched_at">;

/** What a picture is kept for, e.g. `recharge` and its id. */
export interface ClaimRef {
  refType: string;
  refId: number;
}

/** The id of a picture of this user that has these bytes, sent again at `now`; undefined where there is none. */
export async function touchSame(
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

export async function insertPicture(db: Db, picture: NewPicture): Promise<void> {
  await db
    .insertInto("picture")
    .values({ ...picture, touched_at: picture.created_at })
    .execute();
}

/** Bytes kept of a user's pictures. */
export async function bytesKept(db: Db, userId: number): Promise<number> {
  const { sum } = await db
    .selectFrom("picture")
    .select(sql<bigint>`cast(coalesce(sum(size), 0) as bigint)`.as("sum"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** A picture, of one user or whoever's it is; undefined where there is none, or it is another's. */
export async function readPicture(
  db: Db,
  id: string,
  userId?: number,
): Promise<Pick<PictureTable, "id" | "mime" | "bytes"> | undefined> {
  let pictures = db.selectFrom("picture").select(["id", "mime", "bytes"]).where("id", "=", id);
  if (userId !== undefined) pictures = pictures.where("user_id", "=", userId);
  return pictures.executeTakeFirst();
}

/**
 * Keeps a picture for a request until that is decided.
 * @returns the digest of its bytes, or undefined where it is no picture of this user
 */
export async function claimPicture(
  db: Db,
  { id, userId, refType, refId, now }: ClaimRef & { id: string; userId: number; now: number },
): Promise<string | undefined> {
  // Written, not only read: who is about to remove the picture as unused waits, and then leaves it.
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

/** The request was decided: its pictures are kept for as long as the operator wants. */
export async function endClaims(db: Db, { refType, refId }: ClaimRef, now: number): Promise<void> {
  await db
    .updateTable("picture_claim")
    .set({ ended_at: now })
    .where("ref_type", "=", refType)
    .where("ref_id", "=", refId)
    .execute();
}

/** The request was decided: its pictures go at once, but for those that another request is kept for. */
export async function deleteClaimed(db: Db, { refType, refId }: ClaimRef): Promise<void> {
  const claims = await db
    .deleteFrom("picture_claim")
    .where("ref_type", "=", refType)
    .where("ref_id", "=", refId)
    .returning("picture_id")
    .execute();
  await deleteUnclaimed(
    db,
    claims.map(({ picture_id }) => picture_id),
  );
}

/** Ends what was kept for requests decided before `decidedBefore`, and removes pictures without any claim that were last touched before `touchedBefore`. */
export async function deleteStray(
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
  const stray = await db
    .selectFrom("picture")
    .select("id")
    .where("touched_at", "<=", touchedBefore)
    .where(isUnclaimed)
    .orderBy("touched_at")
    .limit(limit)
    .execute();
  await deleteUnclaimed(
    db,
    [...over.map(({ picture_id }) => picture_id), ...stray.map(({ id }) => id)],
    touchedBefore,
  );
}

const isUnclaimed = sql<boolean>`not exists (select 1 from picture_claim where picture_id = picture.id)`;

/** First held, then looked at again: a claim made meanwhile is seen by the second statement. */
async function deleteUnclaimed(
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
  let unclaimed = db.deleteFrom("picture").where("id", "in", ids).where(isUnclaimed);
  if (touchedBefore !== undefined) unclaimed = unclaimed.where("touched_at", "<=", touchedBefore);
  await unclaimed.execute();
}
