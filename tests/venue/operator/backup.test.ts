/** A venue is copied while it runs, and put back: what was checked, and what is refused. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { create, list } from "tar";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createHeadsWriter } from "../../../venue/heads/heads-file.ts";
import { guardKeys } from "../../../venue/heads/guard-keys.ts";
import { guardHeads } from "../../../venue/heads/guard-heads.ts";
import { loadPushKey } from "../../../venue/keys/push-key.ts";
import { loadReceiptKey } from "../../../venue/keys/receipt-key.ts";
import { loadServerKey } from "../../../venue/keys/server-key.ts";
import { migrations } from "../../../venue/migrations.ts";
import { checkBooks } from "../../../venue/operator/acts/check-ledger.ts";
import { createBackupSchedule } from "../../../venue/operator/backup/backup-schedule.ts";
import { readBlockHead } from "../../../venue/ledger/blocks.ts";
import { readHead } from "../../../venue/seconds/proof/chain-rows.ts";
import { defaultSettings, type Settings } from "../../../venue/settings/settings.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Store } from "../../../venue/store/store.ts";
import { temporaryDatabase, temporaryDirectory } from "../../harness/database/databases.ts";
import { databaseName, onServer, withDatabase } from "../../harness/database/postgres.ts";
import { fixedStart } from "../../harness/venue/fixed-source.ts";
import { seededRandom, startVenue } from "../../harness/venue/memory-venue.ts";
import { operate as runOperate } from "../../harness/venue/operate.ts";

const clock = { now: () => fixedStart };
const random = seededRandom("backup");
const quiet = { log: () => undefined, random: () => 0.5, minFreeBytes: 0 };

/** The operator's command line with nothing open. */
async function operate(settings: Settings, ...args: string[]) {
  const { code, lines, faults } = await runOperate({ now: clock.now, settings }, args);
  return { code, said: [...lines, ...faults].join("\n") };
}

/** A venue on a disk with keys, heads and something in its books. */
async function livingVenue(databaseUrl: string | null = null) {
  const settings: Settings = { ...defaultSettings, dataDir: temporaryDirectory(), databaseUrl };
  const store = openStore({
    ...quiet,
    dataDir: settings.dataDir,
    databaseUrl: databaseUrl ?? undefined,
  });
  onTestFinished(() => store.close().catch(() => undefined));
  await store.migrate(migrations);
  const keys = {
    server: loadServerKey(settings, random),
    receipt: loadReceiptKey(settings, random),
    push: loadPushKey(settings, random),
  };
  await guardKeys({ store, settings, log: () => undefined }, keys, fixedStart);
  const venue = await startVenue({ store });
  const settle = async () => {
    await venue.user();
    // Seals a block of the ledger.
    await venue.wind(61_000);
    await createHeadsWriter({ store, settings, clock })();
  };
  await settle();
  await settle();
  return { settings, store, venue, settle, keys };
}

const open = (settings: Settings): Store => {
  const store = openStore({
    ...quiet,
    dataDir: settings.dataDir,
    databaseUrl: settings.databaseUrl ?? undefined,
  });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
};

describe("a backup of an embedded database", () => {
  test("is made while the venue writes, for its owner alone, and comes back whole", async () => {
    const { settings, store, settle, keys } = await livingVenue();
    const file = join(temporaryDirectory(), "one.tar.gz");
    const [made] = await Promise.all([operate(settings, "backup", file), settle()]);
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining("venue.db, server.key") });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await operate(settings, "backup", file)).toMatchObject({
      code: 2,
      said: expect.stringContaining("is there already"),
    });

    expect(await operate(settings, "drill", file)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/can be restored\.\nChecked: \d+ rules of the books hold/),
    });
    // Not while the venue has the directory.
    expect(await operate(settings, "restore", file, "--complete")).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^Stop the venue first: /),
    });

    const elsewhere: Settings = { ...settings, dataDir: join(temporaryDirectory(), "new") };
    const unsure = await operate(elsewhere, "restore", file);
    expect(unsure).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^heads\.json is not there, so that nobody knows/),
    });
    expect(existsSync(join(elsewhere.dataDir, "venue.db"))).toBe(false);
    const whole = await operate(elsewhere, "restore", file, "--complete");
    expect(whole.said).toMatch(/Nothing is lost\. The venue can start\.$/);
    const copy = open(elsewhere);
    await guardHeads({ store: copy, settings: elsewhere, clock });
    await guardKeys({ store: copy, settings: elsewhere, log: () => undefined }, keys, fixedStart);
    expect((await copy.read(readBlockHead)).seq).toBeGreaterThanOrEqual(2);
    expect((await checkBooks(store)).flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("that is older than the exchange opens an announced epoch, and moves aside what was there", async () => {
    const { settings, store, settle } = await livingVenue();
    const file = join(temporaryDirectory(), "old.tar.gz");
    expect((await operate(settings, "backup", file)).code).toBe(0);
    await settle();
    await settle();
    await store.close();
    const refused = await operate(settings, "restore", file);
    expect(refused).toMatchObject({
      code: 2,
      said: expect.stringMatching(
        /^The backup is older than this exchange: it ends at published minute \d+ of \d+\./,
      ),
    });
    const restored = await operate(settings, "restore", file, "--reason", "The disk broke.");
    expect(restored.code).toBe(0);
    expect(restored.said).toContain("No receipt is lost; they go on with number 2.");
    const [, before = ""] = /What was there before is in (.+)\.$/.exec(restored.said) ?? [];
    expect(readdirSync(before)).toEqual(
      expect.arrayContaining(["venue.db", "heads.json", "server.key"]),
    );
    const back = open(settings);
    await guardHeads({ store: back, settings, clock });
    expect((await back.read((db) => readHead(db, "receipt"))).seq).toBe(1);
    expect((await checkBooks(back)).flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("on another machine, where nobody knows what came after it, announces that", async () => {
    const { settings } = await livingVenue();
    const file = join(temporaryDirectory(), "one.tar.gz");
    await operate(settings, "backup", file);
    const elsewhere: Settings = { ...settings, dataDir: join(temporaryDirectory(), "new") };
    const restored = await operate(elsewhere, "restore", file, "--reason", "The machine burnt.");
    expect(restored.said).toContain(
      "What this exchange had written after it is lost, and nobody knows how much that is.",
    );
    const back = open(elsewhere);
    expect((await back.read((db) => readHead(db, "receipt"))).seq).toBe(1_000_001);
    const rows = await back.read((db) => db.selectFrom("notice").selectAll().execute());
    expect(rows.filter(({ kind }) => kind === "restored")).toHaveLength(2);
  });

  test("that is damaged, strange, of a newer version or with broken books or other keys takes over nothing", async () => {
    const { settings, store } = await livingVenue();
    const folder = temporaryDirectory();
    const file = join(folder, "one.tar.gz");
    await operate(settings, "backup", file);
    const target: Settings = { ...settings, dataDir: join(folder, "target") };
    const refuse = async (name: string) => {
      const tried = await operate(target, "drill", join(folder, name));
      const restored = await operate(target, "restore", join(folder, name), "--complete");
      expect(restored).toEqual(tried);
      expect(existsSync(join(target.dataDir, "venue.db"))).toBe(false);
      return tried.said;
    };

    const bytes = readFileSync(file);
    for (const at of [0.3, 0.6, 0.95]) {
      const cut = Buffer.from(bytes);
      cut.fill(7, Math.floor(bytes.length * at), Math.floor(bytes.length * at) + 40);
      writeFileSync(join(folder, "cut.tar.gz"), cut);
      expect(await refuse("cut.tar.gz")).toMatch(/is no backup|is damaged/);
    }
    writeFileSync(join(folder, "short.tar.gz"), bytes.subarray(0, bytes.length / 2));
    expect(await refuse("short.tar.gz")).toMatch(/is no backup|is damaged/);
    writeFileSync(join(folder, "text.tar.gz"), "no archive at all");
    expect(await refuse("text.tar.gz")).toMatch(/is no backup/);

    writeFileSync(join(folder, "evil.txt"), "x");
    await create(
      { cwd: folder, file: join(folder, "evil.tar.gz"), gzip: true, preservePaths: true },
      ["evil.txt"],
    );
    expect(await refuse("evil.tar.gz")).toBe("evil.tar.gz holds what no backup holds: evil.txt.");

    // Books that do not add up.
    await store.command(
      async ({ db }) =>
        void (await sql`update account set balance = balance + 1 where kind = 'available'`.execute(
          db,
        )),
    );
    await operate(settings, "backup", join(folder, "broken.tar.gz"));
    expect(await refuse("broken.tar.gz")).toMatch(/^Its books are broken: /);
    await store.command(
      async ({ db }) =>
        void (await sql`update account set balance = balance - 1 where kind = 'available'`.execute(
          db,
        )),
    );

    // Another key beside the database.
    writeFileSync(join(settings.dataDir, "server.key"), `${"ab".repeat(32)}\n`);
    await operate(settings, "backup", join(folder, "key.tar.gz"));
    expect(await refuse("key.tar.gz")).toBe(
      "The keys in it are not those of its database: server.",
    );

    await store.command(
      async ({ db }) =>
        void (await sql`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00Z')`.execute(
          db,
        )),
    );
    await operate(settings, "backup", join(folder, "newer.tar.gz"));
    expect(await refuse("newer.tar.gz")).toMatch(/^It was made by a newer version of Godwit/);
  });

  test("leaves out the keys where that is wanted, and says so", async () => {
    const { settings } = await livingVenue();
    const file = join(temporaryDirectory(), "bare.tar.gz");
    expect((await operate(settings, "backup", file, "--without-keys")).said).toMatch(
      /The keys are not in it: store them elsewhere, once\.$/,
    );
    const names: string[] = [];
    await list({ file, onReadEntry: (entry) => void names.push(entry.path) });
    expect(names).toEqual(["manifest.json", "venue.db"]);
  });
});

describe.runIf(inject("postgresUrl") !== null)("a backup of PostgreSQL", () => {
  test("comes back into an empty database, and is tried in one of its own that is removed again", async () => {
    const server = inject("postgresUrl") ?? "";
    const { settings, store } = await livingVenue(await temporaryDatabase(server));
    const file = join(temporaryDirectory(), "pg.tar.gz");
    expect(await operate(settings, "backup", file)).toMatchObject({
      code: 0,
      said: expect.stringContaining("venue.dump, server.key"),
    });
    const before = await databases(store);
    expect((await operate(settings, "drill", file)).said).toMatch(/can be restored\./);
    expect(await databases(store)).toEqual(before);

    expect((await operate(settings, "restore", file)).said).toMatch(
      /^(Stop the venue first|The database of DATABASE_URL is not empty)/,
    );
    const name = databaseName();
    await onServer(server, `create database ${name}`);
    onTestFinished(() => onServer(server, `drop database ${name} with (force)`));
    const target: Settings = {
      ...settings,
      dataDir: join(temporaryDirectory(), "new"),
      databaseUrl: withDatabase(server, name),
    };
    const restored = await operate(target, "restore", file, "--complete");
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("Nothing is lost.") });
    const back = open(target);
    expect(await back.read(readBlockHead)).toEqual(await store.read(readBlockHead));
    expect((await checkBooks(back)).flatMap(({ faults }) => faults)).toEqual([]);
  });

  async function databases(store: Store): Promise<string[]> {
    const { rows } = await store.read((db) =>
      sql<{
        name: string;
      }>`select datname as name from pg_database where datname like 'godwit_scratch%'`.execute(db),
    );
    return rows.map(({ name }) => name);
  }
});

describe("scheduled backups", () => {
  const hour = 3_600_000;
  const monotonic = () => performance.now();

  test("are made in a thread beside the venue, as often and as many as wanted, and nothing else is removed", async () => {
    const { settings: base, settle } = await livingVenue();
    const dir = join(temporaryDirectory(), "backups");
    const settings: Settings = { ...base, backup: { dir, everyHours: 6, count: 2 } };
    const log: string[] = [];
    const schedule = createBackupSchedule({
      monotonic,
      settings,
      log: (_level, event) => void log.push(event),
    });
    mkdirSync(dir);
    writeFileSync(join(dir, "mine.tar.gz"), "x");
    let now = Date.UTC(2026, 10, 26, 12);
    const made = async () => {
      const count = log.length + 1;
      await expect
        .poll(
          () => {
            schedule.tick(now);
            return log.length;
          },
          { timeout: 20_000 },
        )
        .toBe(count);
    };
    await Promise.all([made(), settle()]);
    schedule.tick(now + 5 * hour);
    now += 6 * hour;
    await made();
    now += 6 * hour;
    await made();
    expect(log).toEqual(["backup made", "backup made", "backup made"]);
    await expect
      .poll(() => readdirSync(dir).toSorted())
      .toEqual(["godwit-20261126T180000Z.tar.gz", "godwit-20261127T000000Z.tar.gz", "mine.tar.gz"]);
    expect(schedule.lastAt()).toBe(now);
    expect((await operate(settings, "drill")).said).toMatch(
      /godwit-20261127T000000Z\.tar\.gz of .+ can be restored\./,
    );

    // A venue that is started again goes on where it was.
    const next = createBackupSchedule({
      monotonic,
      settings,
      log: (_level, event) => void log.push(event),
    });
    next.tick(now + hour);
    await expect.poll(() => next.lastAt()).toBe(now);
    expect(log).toHaveLength(3);
  });

  test("are tried again ten minutes after one that failed, which the log has", async () => {
    const log: string[] = [];
    let tries = 0;
    const dir = join(temporaryDirectory(), "backups");
    const schedule = createBackupSchedule({
      monotonic,
      settings: { ...defaultSettings, backup: { dir, everyHours: 24, count: 2 } },
      log: (_level, event) => void log.push(event),
      make: async (_settings, file) => {
        tries += 1;
        if (tries === 1) throw new Error("disk full");
        copyFileSync(import.meta.filename, file);
      },
    });
    let now = Date.UTC(2026, 10, 26);
    schedule.tick(now);
    await expect.poll(() => log).toEqual(["no backup could be made"]);
    schedule.tick((now += 300_000));
    expect(tries).toBe(1);
    schedule.tick((now += 300_000));
    await expect.poll(() => log.at(-1)).toBe("backup made");
    expect(tries).toBe(2);
  });
});
