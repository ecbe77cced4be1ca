/**
 * Power that goes while the venue writes: a copy of its directory of that moment, whose log ends as a disk may leave
 * it. What was acknowledged before is there, once, and the books are right; a database that the disk has damaged is
 * never opened as if it were whole.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../../../venue/migrations.ts";
import { startFault } from "../../../venue/start-fault.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { drawsOf } from "../../harness/venue/draws.ts";
import { reportTrials } from "../../harness/trials.ts";
import { violations } from "../../harness/venue/ledger-movements.ts";

/** `POWER_TRIALS=500` for a longer look. */
const trials = Number(process.env["POWER_TRIALS"] ?? 5);
const draws = drawsOf("power");
const program = join(import.meta.dirname, "killed-child.ts");

/** What the end of the log looks like, beyond what was there when the last answer was given. */
const tails = {
  "as it was": () => undefined,
  "cut anywhere": (wal: string, safe: number, length: number) =>
    truncateSync(wal, safe + draws.below(length - safe + 1)),
  zeroed: (wal: string, safe: number, length: number) => {
    const from = safe + draws.below(length - safe + 1);
    writeAt(wal, from, Buffer.alloc(length - from + 8192));
  },
  "garbage after it": (wal: string, _safe: number, length: number) =>
    writeAt(wal, length, noise(1 + draws.below(12_000))),
  "half a page of it written": (wal: string, safe: number, length: number) => {
    const from = safe + draws.below(Math.max(length - safe - 2048, 0));
    writeAt(wal, from, noise(Math.min(2048, length - from)));
  },
};

const noise = (length: number) => Buffer.from(Uint8Array.from({ length }, () => draws.below(256)));

function writeAt(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** A venue's store, at a moment of its life. */
interface Moment {
  copy: string;
  /** Keys that were answered before the log was as long as `safe`. */
  acknowledged: readonly string[];
  /** Bytes of the log that were on the disk when the last of them was answered. */
  safe: number;
}

/** Lets a store write for a while, and takes a copy of its directory at a random moment. */
async function writeUntilDark(prefix: string): Promise<Moment> {
  const dataDir = temporaryDirectory();
  const child = spawn(process.execPath, [program, dataDir, prefix], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  const isOpen = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    isOpen.resolve();
  });
  await isOpen.promise;
  await delay(30 + draws.share() * 250);
  const wal = join(dataDir, "venue.db-wal");
  const keys = () =>
    output
      .slice(0, output.lastIndexOf("\n"))
      .split("\n")
      .filter((line) => line.startsWith(prefix));
  const early = { keys: keys(), length: statSync(wal).size, salt: saltOf(wal) };
  await delay(draws.share() * 40);
  child.kill("SIGSTOP");
  await delay(5);
  const copy = temporaryDirectory();
  cpSync(dataDir, copy, { recursive: true });
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
  // The index of the log lives in memory; power takes it.
  rmSync(join(copy, "venue.db-shm"), { force: true });
  const length = statSync(join(copy, "venue.db-wal")).size;
  // A log that was begun again has its early part from now: all of it counts.
  const isSame = early.salt === saltOf(join(copy, "venue.db-wal")) && early.length < length;
  return { copy, acknowledged: early.keys, safe: isSame ? early.length : length };
}

/** Changes each time the log is begun again. */
const saltOf = (wal: string) => readFileSync(wal).subarray(16, 24).toString("hex");

function open(dataDir: string) {
  return openStore({ dataDir, log: () => undefined, random: () => 0, minFreeBytes: 0 });
}

test(
  "power lost at any moment: what was acknowledged is there, once, however the log ends",
  async () => {
    let seen = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const [how, damage] =
        Object.entries(tails)[trial % Object.keys(tails).length] ?? expect.fail();
      const { copy, acknowledged, safe } = await writeUntilDark(`p${trial}`);
      const wal = join(copy, "venue.db-wal");
      damage(wal, safe, statSync(wal).size);
      const store = open(copy);
      await store.migrate(migrations);
      const rows = await store.read((db) => db.selectFrom("journal").select("idem_key").execute());
      const keys = rows.map((row) => row.idem_key);
      const present = new Set(keys);
      expect([how, acknowledged.filter((key) => !present.has(key))]).toEqual([how, []]);
      expect([how, keys.length]).toEqual([how, present.size]);
      expect([how, await violations(store)]).toEqual([how, []]);
      await store.close();
      seen += acknowledged.length;
    }
    expect(seen).toBeGreaterThan(trials * 5);
    reportTrials(`power lost, ${seen} acknowledged`, trials);
  },
  30_000 + trials * 5000,
);

test("a database that the disk has damaged is refused with the way out, or found whole", async () => {
  const { copy } = await writeUntilDark("s");
  const count = await read(copy);
  // As after a process that died.
  writeFileSync(join(copy, "lock.json"), "{}");
  const path = join(copy, "venue.db");
  const bytes = readFileSync(path);
  const pages = bytes.length / 4096;
  let refused = 0;
  const rounds = Math.max(8, Math.min(trials, 60));
  for (let round = 0; round < rounds; round += 1) {
    const damaged = Buffer.from(bytes);
    noise(4096).copy(damaged, draws.below(pages) * 4096);
    writeFileSync(path, damaged);
    const outcome = await read(copy);
    if (typeof outcome === "number") {
      expect(outcome).toBe(count);
      writeFileSync(join(copy, "lock.json"), "{}");
    } else {
      expect(startFault(outcome), String(outcome)).toMatch(
        /is damaged: restore a backup|is no database/,
      );
      refused += 1;
    }
  }
  // A page that is in no use damages nothing.
  expect(refused).toBeGreaterThan(rounds * 0.8);
  reportTrials("damaged pages", rounds);
});

/** Opens as the venue does. Answers the number of journals, or why it was refused. */
async function read(dataDir: string): Promise<unknown> {
  const store = await Promise.resolve()
    .then(() => open(dataDir))
    .catch((error: unknown) => ({ error }));
  if ("error" in store) return store.error;
  try {
    await store.migrate(migrations);
    return (await store.read((db) => db.selectFrom("journal").select("id").execute())).length;
  } catch (error) {
    return error;
  } finally {
    await store.close().catch(() => undefined);
  }
}
