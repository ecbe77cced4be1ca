import { expect, test } from "vitest";
import { fixedChange, fixedInsert, fixedQuery } from "../../../venue/store/fixed-query.ts";
import { describeDatabasesWhole } from "../../harness/database/databases.ts";

let builds = 0;

const keep = fixedQuery((db, rows: { key: string; answer: string | null; at: number }[]) => {
  builds += 1;
  return db
    .insertInto("idempotency")
    .values(
      rows.map(({ key, answer, at }) => ({
        idem_key: key,
        request_hash: "same",
        answer,
        created_at: at,
      })),
    )
    .compile();
});

const read = fixedQuery((db, { keys }: { keys: string[] }) =>
  db
    .selectFrom("idempotency")
    .select(["idem_key", "answer", "created_at"])
    .where("idem_key", "in", keys)
    .orderBy("idem_key")
    .compile(),
);

const keepOnce = fixedChange((db, { keys }: { keys: string[] }) =>
  db
    .insertInto("idempotency")
    .values(keys.map((key) => ({ idem_key: key, request_hash: "", answer: null, created_at: 1 })))
    .onConflict((conflict) => conflict.column("idem_key").doNothing())
    .compile(),
);

const insertJournal = fixedInsert((db, { key, reverses }: { key: string; reverses: null }) =>
  db.insertInto("journal").values({
    idem_key: key,
    type: 1,
    sub_type: "",
    ref_type: "",
    ref_id: "",
    reverses_id: reverses,
    created_at: 1,
  }),
);

describeDatabasesWhole("fixedQuery", (open) => {
  test("a change answers how many rows it wrote, an insert the number of its row", async () => {
    const store = await open();
    await store.command(async ({ db }) => {
      expect(await keepOnce(db, { keys: ["a", "b"] })).toBe(2);
      expect(await keepOnce(db, { keys: ["b", "c"] })).toBe(1);
      expect(await keepOnce(db, { keys: ["a"] })).toBe(0);
    });
    const written = store.command(async ({ db }) => {
      const ids = [
        await insertJournal(db, { key: "first", reverses: null }),
        await insertJournal(db, { key: "second", reverses: null }),
      ];
      await keepOnce(db, { keys: ["between"] });
      ids.push(await insertJournal(db, { key: "third", reverses: null }));
      const rows = await db
        .selectFrom("journal")
        .select(["id", "idem_key"])
        .orderBy("id")
        .execute();
      expect(rows.map(({ id }) => id)).toEqual(ids);
      // A journal without entries does not balance, so that PostgreSQL would refuse it at the end.
      throw new Error("undone");
    });
    await expect(written).rejects.toThrow("undone");
  });

  test("puts each call's own values in, for lists of any length, and is built once for each", async () => {
    const store = await open();
    builds = 0;
    await store.command(async ({ db }) => {
      await keep(db, [{ key: "a", answer: "1", at: 1 }]);
      await keep(db, [{ key: "b", answer: null, at: 2 }]);
      await keep(db, [
        { key: "c", answer: "3", at: 3 },
        { key: "d", answer: "4", at: 2 ** 45 },
      ]);
    });
    expect(builds).toBe(2);
    const rows = await store.read((db) => read(db, { keys: ["d", "b", "nothing"] }));
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { idem_key: "b", answer: null, created_at: 2 },
      { idem_key: "d", answer: "4", created_at: 2 ** 45 },
    ]);
    expect((await store.read((db) => read(db, { keys: ["a"] }))).length).toBe(1);
  });

  test("the order of names is any, and a name that is missing or a list in the wrong place is no value", async () => {
    const store = await open();
    const rows = await store.command(async ({ db }) => {
      await keep(db, [{ key: "a", answer: "1", at: 1 }]);
      await keep(db, [{ at: 2, answer: "2", key: "b" }]);
      await keep(db, [
        { key: "c", at: 3, answer: "3" },
        { answer: "4", key: "d", at: 4 },
      ]);
      return read(db, { keys: ["a", "b", "c", "d"] });
    });
    expect(rows.map(({ idem_key, answer, created_at }) => [idem_key, answer, created_at])).toEqual(
      ["a", "b", "c", "d"].map((key, at) => [key, String(at + 1), at + 1]),
    );
    const wrong = [
      [{ key: "e", at: 5 }],
      { key: "e", answer: null, at: 5 },
    ] as unknown as Parameters<typeof keep>[1][];
    for (const values of wrong)
      await expect(store.command(({ db }) => keep(db, values))).rejects.toThrow(TypeError);
    expect(await store.read((db) => read(db, { keys: ["e"] }))).toEqual([]);
  });

  test("is refused after its command like any query", async () => {
    const store = await open();
    const db = await store.command(async (tx) => {
      await read(tx.db, { keys: ["a"] });
      return tx.db;
    });
    await expect(read(db, { keys: ["a"] })).rejects.toThrow(/over/);
  });
});
