import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { RandomBytes } from "../lib/clock.ts";
import { WrongSetting } from "../settings/wrong-setting.ts";

const keyFiles = ["server.key", "receipt.key", "market.seed", "push.key"] as const;

/** Which of the keys of an exchange a data directory has. */
export function keyFilesOf(dataDir: string): string[] {
  return keyFiles.filter((name) => existsSync(join(dataDir, name)));
}

interface KeyFile {
  dataDir: string;
  /** Of the file in the data directory. */
  name: (typeof keyFiles)[number];
  make: () => string;
  random: RandomBytes;
  isSound: (text: string) => boolean;
  /** What the operator is advised to do about a damaged one. */
  ifLost: string;
}

/**
 * A secret in one line, in a file of the data directory that is made at the first start and readable by its
 * owner only.
 * @throws WrongSetting when the file holds something else, or cannot be made
 */
export function loadKeyFile(file: KeyFile): string {
  const { dataDir, name, isSound, ifLost } = file;
  const path = join(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) makeKeyFile(path, file);
  } catch (error) {
    throw new WrongSetting(
      `DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  }
  chmodSync(path, 0o600);
  const text = readFileSync(path, "utf8").trim();
  if (!isSound(text)) throw new WrongSetting(`The key file ${path} is damaged; ${ifLost}.`);
  return text;
}

/** Writes the file completely or not at all, also at a power cut: an empty key file would stop the next start. */
function makeKeyFile(path: string, { dataDir, make, random }: KeyFile): void {
  const part = `${path}.${Buffer.from(random(6)).toString("hex")}.new`;
  try {
    writeFileSync(part, `${make()}\n`, { mode: 0o600, flag: "wx", flush: true });
    placeOnce(part, path);
    syncDirectory(dataDir);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Where two processes start for the first time, one makes the key and the other reads it: a link, unlike a rename, replaces nothing. */
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
