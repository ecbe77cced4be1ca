import type { Migration } from "kysely/migration";
import { accountMigrations } from "./account/migrations.ts";
import { certMigrations } from "./account/cert-migrations.ts";
import { ledgerMigrations } from "./ledger/migrations.ts";
import { marketMigrations } from "./market/rows.ts";
import { operatorMigrations } from "./operator/migrations.ts";
import { perpetualMigrations } from "./perpetual/migrations.ts";
import { pictureMigrations } from "./picture/migrations.ts";
import { secondsMigrations } from "./seconds/migrations.ts";
import { receiptMigrations } from "./seconds/receipt-migrations.ts";
import { sessionMigrations } from "./session/migrations.ts";
import { spotMigrations } from "./spot/migrations.ts";
import { rechargeMigrations } from "./wallet/recharge-migrations.ts";
import { walletMigrations } from "./wallet/rows.ts";
import { withdrawalMigrations } from "./wallet/withdrawal-migrations.ts";

/** Every change of the tables, in the order of their names. Never edit one that has been released. */
export const migrations: Record<string, Migration> = {
  ...ledgerMigrations,
  ...sessionMigrations,
  ...marketMigrations,
  ...walletMigrations,
  ...withdrawalMigrations,
  ...spotMigrations,
  ...accountMigrations,
  ...perpetualMigrations,
  ...pictureMigrations,
  ...rechargeMigrations,
  ...certMigrations,
  ...secondsMigrations,
  ...receiptMigrations,
  ...operatorMigrations,
};
