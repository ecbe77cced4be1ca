/** SQL of the settings that operators changed. */
import type { ConfKey } from "#protocol/api/operator.ts";
import type { Db } from "../../store/schema.ts";

export interface ConfTable {
  name: ConfKey;
  /** JSON. */
  value: string;
  /** From 1. */
  version: number;
  by_name: string;
  changed_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    conf: ConfTable;
  }
}

export async function readConf(db: Db): Promise<ConfTable[]> {
  return db.selectFrom("conf").selectAll().orderBy("name").execute();
}

/** Writes a setting over the version given, 0 for none yet; false where another version stands there. */
export async function writeConf(db: Db, { version, ...row }: ConfTable): Promise<boolean> {
  const next = { ...row, version: version + 1 };
  const written =
    version === 0
      ? await db
          .insertInto("conf")
          .values(next)
          .onConflict((conflict) => conflict.column("name").doNothing())
          .returning("name")
          .executeTakeFirst()
      : await db
          .updateTable("conf")
          .set(next)
          .where("name", "=", row.name)
          .where("version", "=", version)
          .returning("name")
          .executeTakeFirst();
  return written !== undefined;
}
