import * as codes from "#protocol/wire/error-codes.ts";
import { WrongSetting } from "./settings/wrong-setting.ts";
import { Refusal } from "./store/refusal.ts";

const restore =
  'restore a backup ("npm run operator -- restore FILE", see docs/running.md), or ask for help with the lines of the log';

/** SQLite's result codes; the lowest eight bits say what happened. */
const sqliteFaults: Readonly<Record<number, string>> = {
  8: "DATA_DIR or the database in it cannot be written: give it to the user that runs the venue.",
  10: `The disk under DATA_DIR fails: look at the system's log, then ${restore}.`,
  11: `The database in DATA_DIR is damaged: ${restore}.`,
  13: "The disk under DATA_DIR is full: free some of it.",
  14: "The database in DATA_DIR cannot be opened: give the folder to the user that runs the venue.",
  26: `venue.db in DATA_DIR is no database: ${restore}.`,
};

/** Of files beside the database; what keeps the folder from being used at all is said by who opens it. */
const fileFaults: Readonly<Record<string, string | undefined>> = {
  EDQUOT: sqliteFaults[13],
  EIO: sqliteFaults[10],
  ENOSPC: sqliteFaults[13],
};

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: "Its port is in use; set PORT to another.",
  EACCES: "Its port is not open to this user; set PORT to another.",
  EADDRNOTAVAIL: "HOST is no address of this machine.",
};

/** Why the venue could not start, in a sentence with the way out; undefined for a fault of its own. */
export function startFault(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const fault = faultOf(cause);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf(error: Error): string | undefined {
  if (error instanceof WrongSetting) return error.message;
  if (error instanceof Refusal && error.code === codes.busy)
    return "The database is busy, or less than 200 MB are free on the disk under DATA_DIR: free some of it, or end what else works on the database.";
  if (/previously executed migration .+ is missing/.test(error.message))
    return "The database is of a newer version of Godwit. Start that version, or restore a backup that was made before the upgrade (docs/running.md).";
  if ("errcode" in error && typeof error.errcode === "number") {
    const fault = sqliteFaults[error.errcode & 0xff];
    if (fault !== undefined) return fault;
  }
  if (!("code" in error) || typeof error.code !== "string") return undefined;
  if (error.code === "XX001" || error.code === "XX002")
    return `The database at DATABASE_URL is damaged (${error.message}): ${restore}.`;
  const isOfListen = "syscall" in error && error.syscall === "listen";
  return isOfListen ? listenFaults[error.code] : fileFaults[error.code];
}

/** The error and what it was caused by, the first first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && !causes.includes(one); one = one.cause)
    causes.push(one);
  return causes;
}
