/** The thread in which a scheduled backup is made (backup-schedule.ts). */
import { workerData } from "node:worker_threads";
import type { Settings } from "../../settings/settings.ts";
import { makeBackup } from "./make-backup.ts";

const { file, now, ...settings } = workerData as Pick<
  Settings,
  "dataDir" | "databaseUrl" | "version"
> & { file: string; now: number };
await makeBackup(settings, { file, withKeys: true, now });
