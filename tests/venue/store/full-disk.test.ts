/**
 * A disk that fills while the venue writes: writes are refused, reads go on, nothing that was acknowledged is lost, and
 * once there is room again the same process writes on.
 */
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as codes from "#protocol/wire/error-codes.ts";
import { migrations } from "../../../venue/migrations.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { canMount, smallDisk } from "../../harness/database/small-disk.ts";
import { reportTrials } from "../../harness/trials.ts";
import { bring, violations } from "../../harness/venue/ledger-movements.ts";

/** `DISK_FILLS=20` for a longer look. */
const fills = Number(process.env["DISK_FILLS"] ?? 1);

test.runIf(canMount)(
  "a full disk refuses writes, loses nothing, and recovers without a restart (root; not run for others)",
  async ({ skip }) => {
    const dataDir = smallDisk(24);
    if (dataDir === undefined) return skip("this machine lets nobody mount a disk");
    const store = openStore({ dataDir, log: () => undefined, random: () => 0.5, minFreeBytes: 0 });
    onTestFinished(() => store.close());
    await store.migrate(migrations);
    const ballast = join(dataDir, "ballast");
    const acknowledged: string[] = [];
    const write = async (key: string) => {
      await store.command((tx) => bring(tx, { user: 7, amount: 1n, idemKey: key }));
      acknowledged.push(key);
    };
    for (let fill = 0; fill < fills; fill += 1) {
      await write(`before:${fill}`);
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 1024 * 1024)));
      let refused: unknown;
      for (let at = 0; refused === undefined && at < 5000; at += 1)
        await write(`full:${fill}:${at}`).catch((error: unknown) => (refused = error));
      expect(refused).toMatchObject({ code: codes.busy });
      const seen = await store.read((db) => db.selectFrom("journal").select("idem_key").execute());
      const keys = new Set(seen.map((row) => row.idem_key));
      expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
      rmSync(ballast);
      await write(`after:${fill}`);
      expect(await violations(store)).toEqual([]);
    }
    reportTrials(`disks filled, ${acknowledged.length} acknowledged`, fills);
  },
);
