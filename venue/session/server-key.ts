import { createSecretKey, type KeyObject } from "node:crypto";
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RandomBytes } from "../clock.ts";
import type { Settings } from "../settings.ts";
import { WrongSetting } from "../wrong-setting.ts";

/**
 * The key every session token is made from: `SERVER_KEY`, or the file in the data directory, which is
 * made at the first start and readable by its owner only. Venues that share a database share the key.
 * @throws WrongSetting when the file holds something else, or cannot be made
 */
export function loadServerKey(settings: Pick<Settings, "serverKey" | "dataDir">, random: RandomBytes): KeyObject {
  if (settings.serverKey !== null) return createSecretKey(settings.serverKey, "hex");
  const path = join(settings.dataDir, "server.key");
  try {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) makeKeyFile(path, settings.dataDir, random);
  } catch (error) {
    throw new WrongSetting(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
  chmodSync(path, 0o600);
  const text = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64,128}$/.test(text)) throw new WrongSetting(`The key file ${path} is damaged; restore it, or remove it and everyone logs in again.`);
  return createSecretKey(text, "hex");
}

/** Whole or not at all, also after a power cut: an empty key file would stop the next start. */
function makeKeyFile(path: string, directory: string, random: RandomBytes): void {
  const part = `${path}.${Buffer.from(random(6)).toString("hex")}.new`;
  try {
    writeFileSync(part, `${Buffer.from(random(32)).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
    placeOnce(part, path);
    syncDirectory(directory);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Of two first starts one makes the key and the other reads it: a link, unlike a rename, replaces nothing. */
function placeOnce(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    // Some file systems know no links.
    renameSync(part, path);
  }
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
