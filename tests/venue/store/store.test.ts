import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { migrations } from "../../../venue/migrations.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import type { Db } from "../../../venue/store/schema.ts";
import { describeDatabasesWhole, openTestSqlite } from "../../harness/database/databases.ts";

function keep(db: Db, key: string) {
  return db
    .insertInto("idempotency")
    .values({ idem_key: key, request_hash: "", answer: "1", created_at: 5 })
    .execute();
}

async function storedKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("idempotency").select("idem_key").orderBy("idem_key").execute();
  return rows.map((row) => row.idem_key);
}

describeDatabasesWhole("store", (open, engine) => {
  test("whole numbers come out by the rule of integers.ts", async () => {
    const store = await open();
    const row = await store.command(async ({ db }) => {
      await db
        .insertInto("account")
        .values({
          owner: "user:1",
          kind: "available",
          currency: "BTC",
          allow_negative: 0,
          balance: 2n ** 62n,
          version: 1n,
        })
        .execute();
      const query = sql<
        Record<string, unknown>
      >`select id, id as account_id, allow_negative, balance, version,
        count(*) over () as n, cast(7 as bigint) as made_at from account`;
      return (await query.execute(db)).rows[0];
    });
    expect({ ...row }).toEqual({
      id: 1,
      account_id: 1,
      allow_negative: 0,
      balance: 2n ** 62n,
      version: 1n,
      n: 1n,
      made_at: 7,
    });
    const inexact = store.read((db) =>
      sql`select cast(9007199254740993 as bigint) as some_id`.execute(db),
    );
    await expect(inexact).rejects.toThrow(RangeError);
  });

  test("a command that fails, by refusal, bug or SQL, disturbs no neighbour", async () => {
    const store = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        store.command(async ({ db }) => {
          await keep(db, `k${i}`);
          if (i % 4 === 1) throw new Refusal(300010);
          if (i % 4 === 2) throw new Error("bug");
          if (i % 4 === 3) await keep(db, `k${i}`);
          return i;
        }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status === "fulfilled")).toEqual(
      outcomes.map((_, i) => i % 4 === 0),
    );
    expect(outcomes[1]).toMatchObject({ reason: { code: 300010 } });
    expect(await store.read(storedKeys)).toEqual(["k0", "k4", "k8"]);
  });

  test("hooks run after the commit, and not after a failure; one that throws is logged", async () => {
    const logged: string[] = [];
    const store = await open({ log: (_level, event) => void logged.push(event) });
    const events: string[] = [];
    await store.command(async (tx) => {
      tx.afterCommit(() => events.push("committed"));
      tx.afterCommit(() => {
        throw new Error("no listener");
      });
      await keep(tx.db, "a");
      events.push("written");
    });
    const failed = store.command(async (tx) => {
      tx.afterCommit(() => events.push("never"));
      throw new Refusal(300010);
    });
    await expect(failed).rejects.toBeInstanceOf(Refusal);
    expect(events).toEqual(["written", "committed"]);
    expect(logged).toEqual(["after-commit hook failed"]);
  });

  test("a read cannot write, and the store goes on", async () => {
    const store = await open();
    await expect(store.read((db) => keep(db, "a"))).rejects.toThrow(/read.?only/i);
    await store.command(({ db }) => keep(db, "b"));
    expect(await store.read(storedKeys)).toEqual(["b"]);
  });

  test("a read of one select sees what is committed, and is no way to write or to read twice", async () => {
    const store = await open();
    await store.command(({ db }) => keep(db, "a"));
    expect(await store.readOne(storedKeys)).toEqual(["a"]);
    await expect(store.readOne((db) => keep(db, "b"))).rejects.toThrow("single select");
    const twice = store.readOne(async (db) => [await storedKeys(db), await storedKeys(db)]);
    await expect(twice).rejects.toThrow("single select");
    await store.command(({ db }) => keep(db, "c"));
    expect(await store.readOne(storedKeys)).toEqual(["a", "c"]);
    await store.close();
    await expect(store.readOne(storedKeys)).rejects.toBeDefined();
  });

  test("a query left running after its command or read is refused", async () => {
    const store = await open();
    const dbs: Db[] = [];
    await store.command(async ({ db }) => void dbs.push(db));
    await store.read(async (db) => void dbs.push(db));
    for (const db of dbs) await expect(keep(db, "late")).rejects.toThrow(/over/);
    expect(await store.read(storedKeys)).toEqual([]);
  });

  test("a migration that fails leaves nothing; migrating twice is harmless", async () => {
    const store = await open();
    const broken = {
      ...migrations,
      "9999-broken": {
        async up(db: Parameters<(typeof migrations)[string]["up"]>[0]) {
          await db.schema.createTable("half").addColumn("id", "integer").execute();
          await sql`select nonsense from nowhere`.execute(db);
        },
      },
    };
    await expect(store.migrate(broken)).rejects.toThrow("9999-broken");
    await expect(store.read((db) => sql`select * from half`.execute(db))).rejects.toThrow(/half/);
    await store.migrate(migrations);
    await store.command(({ db }) => keep(db, "a"));
  });

  test("closing finishes what was begun, and takes no more", async () => {
    const store = await open({ file: true });
    const begun = Array.from({ length: 5 }, (_, i) => store.command(({ db }) => keep(db, `k${i}`)));
    const closed = store.close();
    await Promise.all([...begun, closed, store.close()]);
    await expect(store.command(({ db }) => keep(db, "late"))).rejects.toThrow();
    await expect(store.ping()).rejects.toThrow();
  });

  if (engine === "postgres") {
    test("a deadlock is tried again until both are through", async () => {
      const store = await open();
      await store.command(async ({ db }) => void (await keep(db, "a"), await keep(db, "b")));
      let waiting = 0;
      const bothLocked = Promise.withResolvers<void>();
      let attempts = 0;
      const lockBoth = (first: string, second: string) =>
        store.command(async ({ db }) => {
          attempts += 1;
          const touch = (key: string) =>
            db
              .updateTable("idempotency")
              .set({ answer: "2" })
              .where("idem_key", "=", key)
              .execute();
          await touch(first);
          waiting += 1;
          if (waiting === 2) bothLocked.resolve();
          await bothLocked.promise;
          await touch(second);
        });
      await Promise.all([lockBoth("a", "b"), lockBoth("b", "a")]);
      // The one that gave way may lock its first row again before the other wakes up, and give way once more.
      expect(attempts).toBeGreaterThan(2);
    });

    test("what stays in conflict is refused with 100006 after four tries", async () => {
      const store = await open();
      let attempts = 0;
      const hopeless = store.command(async ({ db }) => {
        attempts += 1;
        await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(db);
      });
      await expect(hopeless).rejects.toMatchObject({ code: 100006 });
      expect(attempts).toBe(4);
    });
  }
});

describe("store on a SQLite file", () => {
  test("every commit is on the disk: WAL, synchronous FULL, foreign keys", async () => {
    const store = await openTestSqlite({ file: true });
    const settings = await store.command(async ({ db }) => {
      const { rows } =
        await sql<object>`select (select journal_mode from pragma_journal_mode) as mode,
        (select synchronous from pragma_synchronous) as sync,
        (select foreign_keys from pragma_foreign_keys) as keys`.execute(db);
      return { ...rows[0] };
    });
    expect(settings).toEqual({ mode: "wal", sync: 2n, keys: 1n });
  });

  test("reads see what is committed, not what is being written", async () => {
    const store = await openTestSqlite({ file: true });
    const seen: string[][] = [];
    const isWritten = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const command = store.command(async ({ db }) => {
      await keep(db, "a");
      isWritten.resolve();
      await mayEnd.promise;
    });
    await isWritten.promise;
    seen.push(await store.read(storedKeys));
    mayEnd.resolve();
    await command;
    seen.push(await store.read(storedKeys));
    expect(seen).toEqual([[], ["a"]]);
  });

  test("commands waiting together share one transaction", async () => {
    const store = await openTestSqlite({ file: true });
    const commits: number[] = [];
    await Promise.all(
      Array.from({ length: 150 }, (_, i) =>
        store.command(async (tx) => {
          await keep(tx.db, `k${i}`);
          tx.afterCommit(() => commits.push(i));
          if (i === 63 || i === 64) expect(commits.length).toBe(i === 63 ? 0 : 64);
        }),
      ),
    );
    expect(commits.length).toBe(150);
  });

  test("a group with one that fails is run once more, and leaves what it would have without that one", async () => {
    const store = await openTestSqlite();
    const begun: string[] = [];
    const committed: string[] = [];
    const command = (key: string) =>
      store.command(async (tx) => {
        begun.push(key);
        tx.afterCommit(() => committed.push(key));
        await keep(tx.db, key);
        if (key.includes("bad")) throw new Refusal(300010);
        return key;
      });
    const both = async (at: number) => {
      begun.length = 0;
      const outcomes = await Promise.allSettled([
        command(`a${at}`),
        command(`bad${at}`),
        command(`c${at}`),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    };
    await both(0);
    expect(begun).toEqual(["a0", "bad0", "a0", "bad0", "c0"]);
    // For some time now each command can be undone by itself.
    await both(1);
    expect(begun).toEqual(["a1", "bad1", "c1"]);
    for (let at = 0; at < 20; at += 1) await command(`quiet${at}`);
    await both(2);
    expect(begun).toEqual(["a2", "bad2", "a2", "bad2", "c2"]);
    begun.length = 0;
    await expect(command("bad alone")).rejects.toBeInstanceOf(Refusal);
    expect(begun).toEqual(["bad alone"]);
    const expected = [0, 1, 2].flatMap((at) => [`a${at}`, `c${at}`]);
    expect((await store.read(storedKeys)).filter((key) => !key.includes("quiet"))).toEqual(
      expected.toSorted(),
    );
    expect(committed.filter((key) => !key.includes("quiet"))).toEqual(expected);
  });

  test("between the commands of a group others have their turn, such as somebody who connects", async () => {
    const store = await openTestSqlite();
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const turnsAt = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        store.command(async ({ db }) => {
          await keep(db, `turn ${i}`);
          return turns;
        }),
      ),
    );
    clearImmediate(next);
    expect(new Set(turnsAt).size).toBeGreaterThanOrEqual(8);
  });

  test("when COMMIT fails no answer says that it worked", async () => {
    const store = await openTestSqlite({ file: true });
    const outcomes = await Promise.allSettled([
      store.command(({ db }) => keep(db, "a")),
      store.command(async ({ db }) => {
        await sql`pragma defer_foreign_keys = on`.execute(db);
        await db
          .insertInto("hold")
          .values({
            account_id: 99,
            ref_type: "",
            ref_id: "",
            amount: 1n,
            remaining: 1n,
            state: "open",
          })
          .execute();
      }),
      store.command(({ db }) => keep(db, "b")),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await store.read(storedKeys)).toEqual([]);
    await store.command(({ db }) => keep(db, "c"));
    expect(await store.read(storedKeys)).toEqual(["c"]);
  });

  test("with too little free disk, writes are refused with 100006 and reads go on", async () => {
    const store = await openTestSqlite({ file: true, minFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(store.command(({ db }) => keep(db, "a"))).rejects.toMatchObject({
      code: 100006,
      cause: {
        message: expect.stringMatching(/^less than [\d.]+ MB are free on the disk of DATA_DIR$/),
      },
    });
    expect(await store.read(storedKeys)).toEqual([]);
  });
});
