/**
 * Durable ledger transactions a second: kept answer, journal, two entries, two balances; every one on
 * disk before it is answered. Run: `npm run bench -- ledger [seconds]`.
 */
import { idempotent } from "../../venue/ledger/idempotent.ts";
import { coherent } from "../../venue/ledger/coherent.ts";
import { post } from "../../venue/ledger/post.ts";
import { migrations } from "../../venue/migrations.ts";
import { openStore, type StoreOptions } from "../../venue/store/open-store.ts";
import type { Store } from "../../venue/store/store.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";

const now = 1_700_000_000_000;
const open = (options: Partial<StoreOptions>) =>
  openStore({ dataDir: "", log: () => undefined, random: Math.random, ...options });

let keys = 0;

function transfer(store: Store, users: number, oneHot: boolean): Promise<unknown> {
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

async function fund(store: Store, users: number): Promise<void> {
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

interface Load {
  seconds: number;
  users: number;
  clients: number;
  oneHot: boolean;
}

async function measure(
  name: string,
  store: Store,
  { seconds, users, clients, oneHot }: Load,
): Promise<void> {
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const client = async () => {
    for (let t = performance.now(); t < end; t = performance.now()) {
      await transfer(store, users, oneHot);
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

export async function run(stage: BenchStage): Promise<void> {
  const seconds = stage.count(0, 3, 0.05);
  const users = stage.size(1000, 4);

  const load = (clients: number, oneHot = false): Load => ({ seconds, users, clients, oneHot });
  const sqlite = open({ dataDir: await stage.folder() });
  await fund(sqlite, users);
  await measure("SQLite FULL, one by one", sqlite, load(1));
  await measure("SQLite FULL, 8 clients in groups", sqlite, load(8));
  await measure("SQLite FULL, 64 clients in groups", sqlite, load(64));
  await measure("SQLite FULL, 64 clients, one hot account", sqlite, load(64, true));
  await report(sqlite);

  const databaseUrl = await stage.postgres({ fsync: true });
  if (databaseUrl === undefined) {
    console.log("PostgreSQL: not measured, none on this machine");
    return;
  }
  const postgres = open({ databaseUrl });
  await fund(postgres, users);
  await measure("PostgreSQL fsync on, 1 client", postgres, load(1));
  await measure("PostgreSQL fsync on, 8 clients", postgres, load(8));
  await measure("PostgreSQL fsync on, 8 clients, one hot account", postgres, load(8, true));
  await report(postgres);
}
