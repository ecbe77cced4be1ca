import { expect, test } from "vitest";
import { fixedQuery } from "../../../venue/store/fixed-query.ts";
import { describeDatabases } from "../../harness/database/databases.ts";

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

describeDatabases("fixedQuery", (open) => {
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

  test("is refused after its command like any query", async () => {
    const store = await open();
    const db = await store.command(async (tx) => {
      await read(tx.db, { keys: ["a"] });
      return tx.db;
    });
    await expect(read(db, { keys: ["a"] })).rejects.toThrow(/over/);
  });
});
