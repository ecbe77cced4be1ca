import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { migrations } from "../../../venue/migrations.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { violations } from "../../harness/venue/ledger-movements.ts";

const program = join(import.meta.dirname, "killed-child.ts");

/** Runs the child, kills it `afterMs` after it opened, and returns the keys that it reported as done. */
async function writeUntilKilled(
  dataDir: string,
  prefix: string,
  afterMs: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [program, dataDir, prefix], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const isOpen = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    isOpen.resolve();
  });
  const closed = once(child, "close");
  await isOpen.promise;
  await delay(afterMs);
  child.kill("SIGKILL");
  await closed;
  const lines = output.split("\n");
  return lines.slice(1, output.endsWith("\n") ? undefined : -1).filter((line) => line !== "");
}

test("killed at any moment: what was acknowledged is there, once, and the books are coherent", async () => {
  const dataDir = temporaryDirectory();
  const acknowledged: string[] = [];
  for (let cycle = 0; cycle < 5; cycle += 1) {
    acknowledged.push(...(await writeUntilKilled(dataDir, `c${cycle}`, 40 + cycle * 37)));
    const takenOver: string[] = [];
    const store = openStore({
      dataDir,
      log: (_, event) => void takenOver.push(event),
      random: () => 0,
      minFreeBytes: 0,
    });
    await store.migrate(migrations);
    const present = await store.read((db) => db.selectFrom("journal").select("idem_key").execute());
    const keys = new Set(present.map((row) => row.idem_key));
    expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
    expect(await violations(store)).toEqual([]);
    expect(takenOver).toEqual(["data directory taken over from a process that died"]);
    await store.close();
  }
  expect(acknowledged.length).toBeGreaterThan(50);
});

test("a second process reads who has the data directory", async () => {
  const dataDir = temporaryDirectory();
  const store = openStore({ dataDir, log: () => undefined, random: () => 0 });
  const open = () => openStore({ dataDir, log: () => undefined, random: () => 0 });
  expect(open).toThrow(`in use by process ${process.pid} on `);
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  await once(child, "close");
  expect(child.exitCode).not.toBe(0);
  expect(complaint).toContain(`in use by process ${process.pid} on `);
  expect(JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8"))).toMatchObject({
    pid: process.pid,
  });
  await store.close();
  await open().close();
});
