import { createSecretKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findOtherKeys, type Keys } from "../../heads/guard-keys.ts";
import { findLoss } from "../../heads/heads.ts";
import { pushKeyOf } from "../../keys/push-key.ts";
import { receiptKeyOf } from "../../keys/receipt-key.ts";
import type { Store } from "../../store/store.ts";
import { checkBooks } from "../acts/check-ledger.ts";
import { readRanMigrations } from "../lookups/migration-rows.ts";
import { keyNames, type Manifest } from "./backup-file.ts";
import { WrongBackup } from "./wrong-backup.ts";

/** Brings the tables of an older backup up to date. */
export interface Upgrade {
  /** The migrations that this program knows. */
  names: readonly string[];
  run: (store: Store) => Promise<void>;
}

export interface BackupChecked {
  /** Each rule of the books with what it covers. */
  rules: readonly { rule: string; figure: string }[];
  /** The keys that came with it, each the one that the database was written with. */
  keys: readonly string[];
}

/**
 * Checks a database that came out of a backup, before anything takes it over: its version, every rule of the books,
 * that it has what the backup says it has, and that the keys beside it are its own.
 * @throws WrongBackup
 */
export async function checkBackup(
  { store, folder, upgrade }: { store: Store; folder: string; upgrade: Upgrade },
  manifest: Manifest,
): Promise<BackupChecked> {
  const ran = await store.read(readRanMigrations);
  const unknown = ran.find((name) => !upgrade.names.includes(name));
  if (ran.length === 0 || unknown !== undefined)
    throw new WrongBackup(
      ran.length === 0
        ? "The database in it is no venue's."
        : `It was made by a newer version of Godwit (${manifest.version}); use that version to put it back.`,
    );
  const loss = await store.read((db) => findLoss(db, manifest.heads));
  if (loss !== undefined) throw new WrongBackup(`It lacks what it says it has: ${loss}.`);
  await upgrade.run(store);
  const outcomes = await checkBooks(store);
  const broken = outcomes.filter(({ faults }) => faults.length > 0);
  if (broken.length > 0)
    throw new WrongBackup(
      `Its books are broken: ${broken.map(({ rule, faults }) => `${rule} (${faults[0]})`).join("; ")}.`,
    );
  const keys = keyNames.filter((name) => existsSync(join(folder, name)));
  const others = await store.read((db) => findOtherKeys(db, readKeys(folder)));
  if (others.length > 0)
    throw new WrongBackup(`The keys in it are not those of its database: ${others.join(", ")}.`);
  return { rules: outcomes, keys };
}

function readKeys(folder: string): Partial<Keys> {
  const read = (name: (typeof keyNames)[number]) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
  };
  const [server, receipt, push] = [read("server.key"), read("receipt.key"), read("push.key")];
  return {
    ...(server !== undefined && { server: createSecretKey(server, "hex") }),
    ...(receipt !== undefined && { receipt: receiptKeyOf(receipt) }),
    ...(push !== undefined && { push: pushKeyOf(push) }),
  };
}
