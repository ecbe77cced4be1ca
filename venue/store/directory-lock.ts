import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Log } from "./store.ts";

/** SQLite's result code where another connection holds the lock. */
const busy = 5;

/**
 * Takes the data directory for this process, until `release()`, `leave()` or death. `isTakenOver` where its last
 * owner died; who only leaves it is seen as dead, too.
 *
 * Two files: `lock.db` is held by SQLite's own file lock, which the kernel drops when the process dies,
 * so a dead owner never locks anyone out, even when its pid was given to another program; `lock.json`
 * says who holds it, for people.
 * @throws Error naming the holder when the directory is in use, or SQLite's own when it cannot be written
 */
export function lockDirectory(
  dataDir: string,
  log: Log,
): { isTakenOver: boolean; release: () => void; leave: () => void } {
  const notePath = join(dataDir, "lock.json");
  const guard = new DatabaseSync(join(dataDir, "lock.db"), { timeout: 0 });
  try {
    guard.exec("begin exclusive");
  } catch (cause) {
    guard.close();
    if (!isBusy(cause)) throw cause;
    const holder = readNote(notePath) ?? "another process";
    throw new Error(`the data directory ${dataDir} is in use by ${holder}`, { cause });
  }
  const self = JSON.stringify({ pid: process.pid, hostname: hostname() });
  let isTakenOver = false;
  try {
    writeFileSync(notePath, self, { flag: "wx" });
  } catch {
    isTakenOver = true;
    log("warn", "data directory taken over from a process that died", {
      former: readNote(notePath),
    });
    writeFileSync(notePath, self);
  }
  return {
    isTakenOver,
    leave: () => guard.close(),
    release() {
      rmSync(notePath, { force: true });
      guard.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

function readNote(path: string): string | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof note !== "object" || note === null) return undefined;
    if (!("pid" in note) || !("hostname" in note)) return undefined;
    return `process ${String(note.pid)} on ${String(note.hostname)}`;
  } catch {
    return undefined;
  }
}
