import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { acceptLoss } from "../../heads/accept-loss.ts";
import { loadReceiptKey } from "../../keys/receipt-key.ts";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { ActLog } from "../acts/act-log.ts";
import type { BackupChecked } from "../backup/check-backup.ts";
import { backupPattern } from "../backup/backup-schedule.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { restoreBackup, tryBackup } from "../backup/restore.ts";
import { utcText } from "../lookups/columns.ts";
import { epochLines } from "./accept-loss-command.ts";
import type { AloneDeps } from "./operator-deps.ts";
import { WrongCommand } from "./wrong-command.ts";

/** Copies database and keys into a file, beside a running venue. */
export async function backUp(
  { settings, clock, print }: AloneDeps,
  { file, withoutKeys }: { file: string; withoutKeys: boolean },
): Promise<number> {
  const made = await makeBackup(settings, { file, withKeys: !withoutKeys, now: clock.now() });
  const names = made.manifest.files.map(({ name }) => name).join(", ");
  print(`${made.file} has ${names} (${sizeText(made.bytes)}).`);
  if (withoutKeys) print("The keys are not in it: store them elsewhere, once.");
  else if (made.missingKeys.length > 0)
    print(
      `${made.missingKeys.join(", ")}: not in the data directory, so not in it either. Where the environment has them, store them elsewhere.`,
    );
  if (!withoutKeys) print("Whoever has this file has the keys: store it as you store them.");
  return 0;
}

/** Puts a backup in the place of the database, with the venue stopped. */
export async function restore(
  deps: AloneDeps,
  { file, reason, complete }: { file: string; reason: string; complete: boolean },
): Promise<number> {
  const { settings, clock, log, random, by, print } = deps;
  const restored = await restoreBackup(
    deps,
    { file, isComplete: complete, hasReason: reason !== "", now: clock.now() },
    ({ store, dataDir, isUnknown }) => {
      const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
      const place = { ...settings, dataDir };
      return acceptLoss(
        { store, settings: place, clock, receiptKey: loadReceiptKey(place, random) },
        {
          reason,
          isUnknown,
          record: (tx, { seq, restored: last, lost, opened_time: now }) =>
            acts.write(tx, {
              event: "loss-accepted",
              outcome: "ok",
              ip: "",
              requestId: "",
              now,
              facts: { reason, epoch: seq, restored: last.seq, lost: lost?.seq ?? null },
            }),
        },
      );
    },
  );
  print(`The backup of ${utcText(restored.manifest.made_at)} UTC is in its place.`);
  checkedLines(restored.checked).forEach(print);
  if (restored.epoch) epochLines(restored.epoch).forEach(print);
  else print("Nothing is lost. The venue can start.");
  if (restored.before !== null) print(`What was there before is in ${restored.before}.`);
  return 0;
}

/** Restores a backup into a scratch folder, checks it, and removes the folder. */
export async function drill(
  deps: AloneDeps,
  { file: given }: { file: string | undefined },
): Promise<number> {
  const { clock, print } = deps;
  const file = given ?? (await newestBackup(deps.settings.backup.dir));
  const began = clock.now();
  const { manifest, checked } = await tryBackup(deps, file);
  print(`${file} of ${utcText(manifest.made_at)} UTC can be restored.`);
  checkedLines(checked).forEach(print);
  print(`It took ${((clock.now() - began) / 1000).toFixed(1)} s, and nothing is left of it.`);
  return 0;
}

async function newestBackup(folder: string | null): Promise<string> {
  if (folder === null)
    throw new WrongCommand("Say which file, or set BACKUP_DIR: the newest in it is tried then.");
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => backupPattern.test(name))
    .toSorted();
  const newest = names.at(-1);
  if (newest === undefined) throw new WrongCommand(`There is no backup in ${folder} yet.`);
  return join(folder, newest);
}

function checkedLines({ rules, keys }: BackupChecked): string[] {
  return [
    `Checked: ${rules.length} rules of the books hold; it has all that it says it has.`,
    keys.length > 0
      ? `Its keys are those of its database: ${keys.join(", ")}.`
      : "No keys came with it: the venue needs those that its database was written with.",
  ];
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
