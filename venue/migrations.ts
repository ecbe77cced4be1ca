import type { Migration } from "kysely/migration";
import { ledgerMigrations } from "./ledger/migrations.ts";

/** Every change of the tables, in the order of their names. Never edit one that has been released. */
export const migrations: Record<string, Migration> = {
  ...ledgerMigrations,
};
