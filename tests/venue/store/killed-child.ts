/**
 * A process that writes to a data directory until a test kills it. It prints `open` once it has the directory,
 * then each key after its command was answered.
 */
import { writeSync } from "node:fs";
import { idempotent } from "../../../venue/ledger/idempotent.ts";
import { migrations } from "../../../venue/migrations.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { bring, now } from "../../harness/venue/ledger-movements.ts";

const [dataDir = "", prefix = ""] = process.argv.slice(2);

const store = openStore({ dataDir, log: () => undefined, random: () => 0, minFreeBytes: 0 });
await store.migrate(migrations);
tell("open");

async function write(writer: number): Promise<void> {
  for (let i = 0; ; i += 1) {
    const key = `${prefix}:${writer}:${i}`;
    await store.command((tx) =>
      idempotent(tx, { key, requestHash: "", now }, async () => {
        await bring(tx, { user: writer, amount: 1n, idemKey: key });
        return key;
      }),
    );
    tell(key);
  }
}

/** Writes directly into the pipe: a killed process would lose buffered output. */
function tell(line: string): void {
  writeSync(1, `${line}\n`);
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
