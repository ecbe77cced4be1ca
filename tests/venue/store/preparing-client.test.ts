import { once } from "node:events";
import { connect, createServer } from "node:net";
import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { fixedQuery } from "../../../venue/store/fixed-query.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDatabase } from "../../harness/database/databases.ts";

const serverUrl = inject("postgresUrl") ?? null;

const readKeys = fixedQuery((db, { keys }: { keys: string[] }) =>
  db.selectFrom("idempotency").select("answer").where("idem_key", "in", keys).compile(),
);

const readEverything = fixedQuery((db, { key }: { key: string }) =>
  db.selectFrom("idempotency").selectAll().where("idem_key", "=", key).compile(),
);

/** Stands before PostgreSQL as a pool does: its clients get process ids that are not PostgreSQL's. */
async function throughPool(databaseUrl: string): Promise<string> {
  const { hostname, port } = new URL(databaseUrl);
  /** BackendKeyData: its letter, its length, the process id, the secret. */
  const key = Buffer.from([0x4b, 0, 0, 0, 12]);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.on("data", (data: Buffer) => {
      const at = data.indexOf(key);
      if (at >= 0) data.writeInt32BE(data.readInt32BE(at + key.length) ^ 1, at + key.length);
      near.write(data);
    });
    near.pipe(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return Object.assign(new URL(databaseUrl), { port: String(address.port) }).href;
}

/** The beginnings of what is prepared on the one connection of a store that asked everything twice. */
async function prepared(databaseUrl: string): Promise<string[]> {
  const store = openStore({
    dataDir: "",
    databaseUrl,
    log: () => undefined,
    random: () => 0,
    poolSize: 1,
  });
  onTestFinished(() => store.close());
  const many = Array.from({ length: 50 }, (_, at) => String(at));
  for (const key of ["a", "b"])
    await store.command(async ({ db }) => {
      await readKeys(db, { keys: [key] });
      await readKeys(db, { keys: many });
      await readEverything(db, { key });
    });
  const { rows } = await store.command(({ db }) =>
    sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db),
  );
  return rows.map(({ statement }) => statement);
}

describe.runIf(serverUrl !== null)("statements on PostgreSQL (not run where there is none)", () => {
  test("are prepared on a connection, but for what is long and for what a migration would change", async () => {
    const direct = await prepared(await temporaryDatabase(serverUrl ?? ""));
    expect(direct).toEqual(['select "answer" from "idempotency" where "idem_key" in ($1)']);
  });

  test("are not prepared where a pool stands between", async () => {
    const database = await temporaryDatabase(serverUrl ?? "");
    expect(await prepared(await throughPool(database))).toEqual([]);
  });
});
