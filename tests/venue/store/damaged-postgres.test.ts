/**
 * A PostgreSQL whose disk has damaged a page: the venue looks through all of it before it opens, and says so. What it
 * had acknowledged is never merely missing.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../../../venue/migrations.ts";
import { startFault } from "../../../venue/start-fault.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { openChannel } from "../../../venue/store/postgres-channel.ts";
import { lookThrough } from "../../../venue/store/postgres-look-through.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import {
  onServer,
  startPostgres,
  type ThrowawayPostgres,
} from "../../harness/database/postgres.ts";
import { reportTrials } from "../../harness/trials.ts";
import { bring } from "../../harness/venue/ledger-movements.ts";
import { drawsOf } from "../../harness/venue/draws.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";

/** `DAMAGED_PAGES=50` for a longer look. */
const trials = Number(process.env["DAMAGED_PAGES"] ?? 3);
const draws = drawsOf("damaged");
const pageBytes = 8192;
const log = () => undefined;

let server: ThrowawayPostgres | undefined;

beforeAll(async () => {
  server = await startPostgres({ fsync: false, checksums: true });
  if (server === undefined) return;
  const store = openStore({ dataDir: "", databaseUrl: server.url, log, random: () => 0 });
  await store.migrate(migrations);
  for (let n = 0; n < 200; n++)
    await store.command((tx) => bring(tx, { user: 1 + (n % 20), amount: 1000n }));
  await store.close();
});
afterAll(() => server?.stop());

/** The tables and what stands beside their pages, with their files and numbers of pages. */
async function files({ url }: ThrowawayPostgres) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; path: string; pages: number }>(
    `select relname as name, pg_relation_filepath(oid) as path, (pg_relation_size(oid) / ${pageBytes})::int as pages
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
      order by relname`,
  );
  await client.end();
  return rows;
}

function flip(path: string, at: number): void {
  const file = openSync(path, "r+");
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ (1 << (at % 8));
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

test("a page that was damaged anywhere keeps the venue from opening, with the way out", async ({
  skip,
}) => {
  if (server === undefined) return skip("there is no PostgreSQL here");
  await lookThrough(server.url);
  const tables = await files(server);
  expect(tables.length).toBeGreaterThan(5);
  const largest = tables.toSorted((a, b) => b.pages - a.pages)[0]!;
  expect(largest.pages).toBeGreaterThan(1);
  for (let n = 0; n < trials; n++) {
    // The last page of the largest table first: who reads the beginning of each alone would miss it.
    const table = n === 0 ? largest : draws.oneOf(tables);
    const at = n === 0 ? table.pages * pageBytes - 1 : draws.below(table.pages * pageBytes);
    const path = join(server.data, table.path);
    await server.restart(() => flip(path, at));
    const error: unknown = await lookThrough(server.url).catch((reason: unknown) => reason);
    const where = `byte ${at} of ${table.name}`;
    expect(error, where).toMatchObject({ code: "XX001" });
    expect(startFault(error), where).toMatch(
      /^The database at DATABASE_URL is damaged \(invalid page in block \d+ .+\): restore a backup/,
    );
    await server.restart(() => flip(path, at));
    await lookThrough(server.url);
  }
  reportTrials("T-POWER, PostgreSQL", trials);
});

test("tables of others in the same database are not looked at", async ({ skip }) => {
  if (server === undefined) return skip("there is no PostgreSQL here");
  await onServer(server.url, "create role venue login");
  const asVenue = Object.assign(new URL(server.url), { username: "venue" }).href;
  await expect(lookThrough(asVenue)).resolves.toBeUndefined();
});

test("where another venue works already, a start does not wait for it", async ({ skip }) => {
  if (server === undefined) return skip("there is no PostgreSQL here");
  const tables = await files(server);
  const path = join(server.data, tables[0]!.path);
  await server.restart(() => flip(path, 100));
  const channel = await openChannel({
    databaseUrl: server.url,
    identity: "test",
    log,
    onMessage: () => undefined,
  });
  await expect(lookThrough(server.url)).resolves.toBeUndefined();
  await channel.close();
  await expect(runVenue(temporaryDirectory(), { DATABASE_URL: server.url })).rejects.toThrow(
    "The venue cannot start. The database at DATABASE_URL is damaged (invalid page in block 0",
  );
});
