/**
 * Durable ledger transactions a second: kept answer, journal, two entries, two balances; every one on
 * disk before it is answered. Run: `node tests/bench/ledger.ts [seconds]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idempotent } from "../../venue/ledger/idempotent.ts";
import { coherent } from "../../venue/ledger/coherent.ts";
import { post } from "../../venue/ledger/post.ts";
import { migrations } from "../../venue/migrations.ts";
import { openStore, type StoreOptions } from "../../venue/store/open-store.ts";
import type { Store } from "../../venue/store/store.ts";
import { startPostgres } from "../harness/postgres.ts";

const seconds = Number(process.argv[2] ?? 3);
const users = 1000;
const now = 1_700_000_000_000;
const open = (options: Partial<StoreOptions>) =>
  openStore({ dataDir: "", log: () => undefined, random: Math.random, ...options });

let keys = 0;

function transfer(store: Store, oneHot: boolean): Promise<unknown> {
  keys += 1;
  const key = `bench:${keys}`;
  const currency = "USDT";
  // Between two users, or between a user and the venue's one account that every fill touches.
  const payer = {
    owner: `user:${1 + (keys % users)}`,
    kind: "available",
    currency,
    amount: -1n,
  } as const;
  const payee = oneHot
    ? ({ owner: "venue", kind: "liquidity", currency, amount: 1n } as const)
    : ({
        owner: `user:${1 + ((keys * 7) % users)}`,
        kind: "margin",
        currency,
        amount: 1n,
      } as const);
  return store.command((tx) =>
    idempotent(tx, { key, requestHash: key, now }, async () => {
      const { journalId } = await post(tx, {
        idemKey: key,
        type: 1,
        refType: "bench",
        refId: key,
        now,
        legs: [payer, payee],
      });
      return { journal_id: `${journalId}` };
    }),
  );
}

async function fund(store: Store): Promise<void> {
  await store.migrate(migrations);
  for (let user = 1; user <= users; user += 1) {
    const key = `fund:${user}`;
    await store.command((tx) =>
      post(tx, {
        idemKey: key,
        type: 2,
        refType: "bench",
        refId: key,
        now,
        legs: [
          { owner: "venue", kind: "external", currency: "USDT", amount: -1_000_000_000n },
          { owner: `user:${user}`, kind: "available", currency: "USDT", amount: 1_000_000_000n },
        ],
      }),
    );
  }
}

async function measure(
  name: string,
  store: Store,
  clients: number,
  oneHot: boolean,
): Promise<void> {
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const client = async () => {
    for (let t = performance.now(); t < end; t = performance.now()) {
      await transfer(store, oneHot);
      latencies.push(performance.now() - t);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const cpu = process.cpuUsage(cpuBefore);
  // Says more than the rate on a machine that does other work too.
  const cpuUs = (cpu.user + cpu.system) / latencies.length;
  const rate = latencies.length / ((performance.now() - begin) / 1000);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2);
  console.log(
    `${name.padEnd(52)} ${rate.toFixed(0).padStart(6)} tx/s   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   ${cpuUs.toFixed(0)} µs cpu`,
  );
}

async function report(store: Store): Promise<void> {
  const violations = await store.read((db) => coherent(db));
  if (violations.length > 0) throw new Error(violations.join("\n"));
  await store.close();
}

const dataDir = mkdtempSync(join(tmpdir(), "godwit-bench-"));
const sqlite = open({ dataDir });
await fund(sqlite);
await measure("SQLite FULL, one by one", sqlite, 1, false);
await measure("SQLite FULL, 8 clients in groups", sqlite, 8, false);
await measure("SQLite FULL, 64 clients in groups", sqlite, 64, false);
await measure("SQLite FULL, 64 clients, one hot account", sqlite, 64, true);
await report(sqlite);
rmSync(dataDir, { recursive: true, force: true });

const server = await startPostgres({ fsync: true });
if (server === undefined) {
  console.log("PostgreSQL: not measured, none on this machine");
} else {
  const postgres = open({ databaseUrl: server.url });
  await fund(postgres);
  await measure("PostgreSQL fsync on, 1 client", postgres, 1, false);
  await measure("PostgreSQL fsync on, 8 clients", postgres, 8, false);
  await measure("PostgreSQL fsync on, 8 clients, one hot account", postgres, 8, true);
  await report(postgres);
  await server.stop();
}
