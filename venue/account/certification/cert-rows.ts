/** SQL of certifications: one row for each request to be certified. */
import { type Generated, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { RequestLife } from "../../review/request-life.ts";
import { indexPending, withLifeColumns } from "../../review/request-rows.ts";
import { isPostgres, numberedId } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

export const certMigrations: Record<string, Migration> = {
  "0102-certification": {
    async up(db) {
      await withLifeColumns(
        db.schema
          .createTable("certification")
          .addColumn("id", numberedId(db))
          .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
          .addColumn("name", "text", (c) => c.notNull())
          .addColumn("id_number_hash", "text", (c) => c.notNull())
          .addColumn("id_number_masked", "text", (c) => c.notNull())
          .addColumn("front_picture", "text")
          .addColumn("back_picture", "text")
          .addColumn("reasons", "text", (c) => c.notNull())
          .addColumn("created_at", "bigint", (c) => c.notNull()),
      ).execute();
      await indexPending(db, "certification");
      await db.schema
        .createIndex("certification_by_number")
        .on("certification")
        .column("id_number_hash")
        .execute();
    },
  },
};

interface CertificationTable extends RequestLife {
  id: Generated<number>;
  user_id: number;
  /** The full name: the holder of a bank card is compared with it. */
  name: string;
  /** A keyed hash, useless without the server key. The number itself is not stored. */
  id_number_hash: string;
  id_number_masked: string;
  /**
   * Ids of the pictures; null where an earlier review accepted that side. They are deleted at the
   * decision.
   */
  front_picture: string | null;
  back_picture: string | null;
  /** JSON: what is asked for again, with the reviewer's words. */
  reasons: string;
  created_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    certification: CertificationTable;
  }
}

export type CertificationRow = Selectable<CertificationTable>;

/** The kind of request under which pictures are attached to it and notices name it. */
export const certType = "certification";

export async function insertCertification(
  db: Db,
  row: Omit<CertificationRow, "id">,
): Promise<CertificationRow> {
  return db.insertInto("certification").values(row).returningAll().executeTakeFirstOrThrow();
}

/** The user's latest certification. */
export async function latestCertification(
  db: Db,
  userId: number,
): Promise<CertificationRow | undefined> {
  return db
    .selectFrom("certification")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A pending certification, locked until the command ends; undefined where none has this id. */
export async function lockCertification(db: Db, id: number): Promise<CertificationRow | undefined> {
  return db
    .selectFrom("certification")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "pending")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function saveCertification(
  db: Db,
  { id, state, reason, reasons, decided_by, decided_at }: CertificationRow,
): Promise<void> {
  await db
    .updateTable("certification")
    .set({
      state,
      reason,
      reasons,
      decided_by,
      decided_at,
      front_picture: null,
      back_picture: null,
    })
    .where("id", "=", id)
    .execute();
}

/** Sets the `certStatus` of the user, which every other part of the venue reads. */
export async function saveCertStatus(db: Db, userId: number, certstatus: number): Promise<void> {
  await db.updateTable("user").set({ certstatus }).where("id", "=", userId).execute();
}

/** The full name that a user is certified by; undefined where they are not. */
export async function readCertifiedName(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("certification")
    .select("name")
    .where("user_id", "=", userId)
    .where("state", "=", "approved")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

/** A pending certification, as a reviewer sees it. */
export type PendingCertification = CertificationRow & {
  /** How many other accounts have a pending or approved certification with the same number. */
  same_number: number;
};

const sameNumber =
  sql<bigint>`cast((select count(distinct other.user_id) from certification as other
  where other.id_number_hash = certification.id_number_hash and other.user_id <> certification.user_id and other.state in ('pending', 'approved')) as integer)`.as(
    "same_number",
  );

/** The pending ones, the oldest first. */
export async function readPendingCertifications(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<PendingCertification[]> {
  return (
    await db
      .selectFrom("certification")
      .selectAll()
      .select(sameNumber)
      .where(sql<boolean>`state = 'pending'`)
      .orderBy("id")
      .limit(limit)
      .offset(offset)
      .execute()
  ).map(counted);
}

export async function readPendingCertification(
  db: Db,
  id: number,
): Promise<PendingCertification | undefined> {
  const row = await db
    .selectFrom("certification")
    .selectAll()
    .select(sameNumber)
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return row && counted(row);
}

export async function countPendingCertifications(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("certification")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(sql<boolean>`state = 'pending'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Both databases answer a computed column as a bigint. */
function counted(row: CertificationRow & Record<"same_number", bigint>): PendingCertification {
  return { ...row, same_number: Number(row.same_number) };
}
