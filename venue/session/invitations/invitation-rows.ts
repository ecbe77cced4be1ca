import type { Migration } from "kysely/migration";
import type { Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";

/** An invitation that an operator made: it opens one account. Users have a code of their own, which opens many. */
export interface InvitationTable {
  code: string;
  /** For whom it is, as the operator wrote: a class, a company. */
  label: string;
  made_at: number;
  /** No longer good from here on, Unix ms. */
  expires_at: number;
  used_at: number | null;
  /** The account that it opened. */
  user_id: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    invitation: InvitationTable;
  }
}

export const invitationMigrations: Record<string, Migration> = {
  "0230-invitations": {
    async up(db) {
      await db.schema
        .createTable("invitation")
        .addColumn("code", "text", (c) => c.primaryKey())
        .addColumn("label", "text", (c) => c.notNull())
        .addColumn("made_at", "bigint", (c) => c.notNull())
        .addColumn("expires_at", "bigint", (c) => c.notNull())
        .addColumn("used_at", "bigint")
        .addColumn("user_id", "bigint", (c) => c.references("user.id"))
        .execute();
    },
  },
};

export async function insertInvitations(
  db: Db,
  invitations: readonly Pick<
    Selectable<InvitationTable>,
    "code" | "label" | "made_at" | "expires_at"
  >[],
): Promise<void> {
  await db
    .insertInto("invitation")
    .values(invitations.map((one) => ({ ...one, used_at: null, user_id: null })))
    .execute();
}

/** Whether the code opens an account at `now`. */
export async function isOpenInvitation(db: Db, code: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom("invitation")
    .select("code")
    .where("code", "=", code)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses it up for a new account. False where another was faster. */
export async function spendInvitation(
  db: Db,
  code: string,
  { userId, now }: { userId: number; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable("invitation")
    .set({ used_at: now, user_id: userId })
    .where("code", "=", code)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("code")
    .executeTakeFirst();
  return row !== undefined;
}

export interface InvitationCounts {
  label: string;
  made_at: number;
  expires_at: number;
  made: number;
  used: number;
}

/** How many of each batch were made and used, the newest batch first. */
export async function countInvitations(db: Db): Promise<InvitationCounts[]> {
  const rows = await db
    .selectFrom("invitation")
    .select((get) => [
      "label",
      "made_at",
      "expires_at",
      get.fn.countAll<bigint>().as("made"),
      get.fn.count<bigint>("used_at").as("used"),
    ])
    .groupBy(["label", "made_at", "expires_at"])
    .orderBy("made_at", "desc")
    .execute();
  return rows.map((row) => ({ ...row, made: Number(row.made), used: Number(row.used) }));
}
