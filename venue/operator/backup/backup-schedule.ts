import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workerFile } from "../../lib/package-root.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Log } from "../../store/store.ts";

/** The names of scheduled backups, which sort by time; no other file of the folder is ever removed. */
export const backupPattern = /^godwit-\d{8}T\d{6}Z\.tar\.gz$/;

const retryMs = 600_000;

type ScheduleSettings = Pick<Settings, "dataDir" | "databaseUrl" | "version" | "backup">;

export interface BackupSchedule {
  /** Makes a backup where one is due, beside everything else. `now` in Unix ms. */
  tick(now: number): void;
  /** When the newest one was made, Unix ms; null where there is none. */
  lastAt: () => number | null;
}

/** Makes a backup every so many hours, in a thread of its own, and removes the oldest beyond those that are wanted. */
export function createBackupSchedule({
  settings,
  log,
  monotonic,
  make = makeBeside,
}: {
  settings: ScheduleSettings;
  log: Log;
  /** ms of a clock that is never set. */
  monotonic: () => number;
  make?: (settings: ScheduleSettings, file: string, now: number) => Promise<void>;
}): BackupSchedule {
  const { dir, everyHours, count } = settings.backup;
  let lastAt: number | null = null;
  let dueAt: number | undefined;
  let isRunning = false;

  async function run(folder: string, now: number): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const known = await listBackups(folder);
    lastAt = known.at(-1)?.at ?? null;
    const nextAt = (lastAt ?? Number.NEGATIVE_INFINITY) + everyHours * 3_600_000;
    // One that is dated ahead was made by a clock that was wrong.
    if (now < nextAt && lastAt !== null && lastAt <= now) {
      dueAt = nextAt;
      return;
    }
    const began = monotonic();
    const name = nameAt(now);
    await make(settings, join(folder, name), now);
    lastAt = now;
    dueAt = now + everyHours * 3_600_000;
    log("info", "backup made", { file: name, tookMs: Math.round(monotonic() - began) });
    const beyond = (await listBackups(folder)).toReversed().slice(count);
    for (const { name: old } of beyond) await rm(join(folder, old));
  }

  return {
    lastAt: () => lastAt,
    tick(now) {
      if (dir === null || isRunning || (dueAt !== undefined && now < dueAt)) return;
      isRunning = true;
      void run(dir, now)
        .catch((error: unknown) => {
          dueAt = now + retryMs;
          log("error", "no backup could be made", { error });
        })
        .finally(() => (isRunning = false));
    },
  };
}

function nameAt(now: number): string {
  const text = new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  return `godwit-${text.replaceAll(/[-:]/g, "")}.tar.gz`;
}

async function listBackups(folder: string): Promise<{ name: string; at: number }[]> {
  const names = (await readdir(folder)).filter((name) => backupPattern.test(name)).toSorted();
  return names.map((name) => ({ name, at: timeOf(name) }));
}

function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second] =
    /^godwit-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

/** Copying and packing block their thread. */
function makeBeside(settings: ScheduleSettings, file: string, now: number): Promise<void> {
  const { dataDir, databaseUrl, version } = settings;
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile("backup-worker", import.meta.url), {
      workerData: { dataDir, databaseUrl, version, file, now },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the backup ended with ${code}`)),
    );
  });
}
