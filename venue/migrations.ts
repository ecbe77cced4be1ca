import type { Migration } from "kysely/migration";
import { accountMigrations } from "./account/migrations.ts";
import { alertMigrations } from "./account/alerts/alert-migrations.ts";
import { pushMigrations } from "./account/push/push-migrations.ts";
import { certMigrations } from "./account/certification/cert-rows.ts";
import { keyMigrations } from "./heads/key-rows.ts";
import { ledgerMigrations } from "./ledger/migrations.ts";
import { marketMigrations } from "./market/house-pnl/house-pnl-rows.ts";
import { operatorMigrations } from "./operator/migrations.ts";
import { marketGuardMigrations } from "./market-guard-rows.ts";
import { perpetualMigrations } from "./contracts/records/migrations.ts";
import { marketHaltMigrations } from "./matching/market-halt-rows.ts";
import { standstillMigrations } from "./matching/standstill-rows.ts";
import { uploadMigrations } from "./upload/rows.ts";
import { secondsMigrations } from "./seconds/records/migrations.ts";
import { receiptMigrations } from "./seconds/proof/receipt-migrations.ts";
import { invitationMigrations } from "./session/invitations/invitation-rows.ts";
import { sessionMigrations } from "./session/migrations.ts";
import { spotMigrations } from "./spot/records/migrations.ts";
import { rechargeMigrations } from "./wallet/recharge/recharge-rows.ts";
import { walletMigrations } from "./ledger/currency-rows.ts";
import { withdrawalMigrations } from "./wallet/withdrawal/records/withdrawal-migrations.ts";

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
  ...uploadMigrations,
  ...rechargeMigrations,
  ...certMigrations,
  ...secondsMigrations,
  ...receiptMigrations,
  ...operatorMigrations,
  ...marketGuardMigrations,
  ...standstillMigrations,
  ...marketHaltMigrations,
  ...pushMigrations,
  ...alertMigrations,
  ...invitationMigrations,
  ...keyMigrations,
};
