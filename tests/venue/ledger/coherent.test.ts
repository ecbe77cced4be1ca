import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  blockHashAt,
  lastSealedAt,
  readBlockHead,
  sealBlocks,
  verifyChain,
} from "../../../venue/ledger/blocks.ts";
import { coherent, finding } from "../../../venue/ledger/coherent.ts";
import { openHold } from "../../../venue/ledger/holds.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabasesWhole, type Open } from "../../harness/database/databases.ts";
import { bring, freshKey, now, violations } from "../../harness/venue/ledger-movements.ts";

/** What a careless hand in the database would do, and the first words of what must be said about it. */
const damages: [string, string, string][] = [
  [
    "a balance raised",
    "update account set balance = balance + 1 where id = 1",
    "balances sum to zero",
  ],
  [
    "a balance raised at the world's cost",
    "update account set balance = case owner when 'venue' then balance - 1 else balance + 1 end where kind in ('external', 'available')",
    "a balance is the sum of its entries",
  ],
  [
    "an entry changed",
    "update entry set amount = amount + 1 where journal_id = 1 and seq = 0",
    "a journal balances",
  ],
  [
    "an entry's trail changed",
    "update entry set balance_after = balance_after + 1 where journal_id = 1",
    "a balance after is",
  ],
  [
    "an entry's currency changed",
    "update entry set currency = 'BTC' where journal_id = 1",
    "an entry is in its account's currency",
  ],
  ["entries removed", "delete from entry where journal_id = 1", "a journal has entries"],
  ["a hold shrunk", "update hold set remaining = remaining - 1", "frozen money is the sum"],
  [
    "an answer lost",
    "insert into idempotency values ('k', '', null, 0)",
    "a command that ended has its answer",
  ],
];

async function withBooks(open: Open): Promise<Store> {
  const store = await open();
  await store.command((tx) => bring(tx, { user: 7, amount: 100n }));
  await store.command((tx) =>
    openHold(tx, {
      idemKey: freshKey(),
      type: 5,
      refType: "spot_order",
      refId: "1",
      now,
      userId: 7,
      currency: "USDT",
      amount: 60n,
    }),
  );
  return store;
}

async function unprotect(store: Store): Promise<void> {
  await store.command(async ({ db }) => {
    for (const table of ["entry", "journal", "block"]) {
      if (store.engine === "postgres")
        await sql`alter table ${sql.table(table)} disable trigger all`.execute(db);
      else
        for (const verb of ["update", "delete"])
          await sql`drop trigger ${sql.id(`${table}_no_${verb}`)}`.execute(db);
    }
  });
}

describeDatabasesWhole("coherent", (open) => {
  test.each(damages)("notices %s", async (_name, damage, words) => {
    const store = await withBooks(open);
    expect(await violations(store)).toEqual([]);
    await unprotect(store);
    await store.command(({ db }) => sql.raw(damage).execute(db));
    expect(
      (await violations(store)).filter((violation) => violation.startsWith(words)),
    ).not.toEqual([]);
  });

  test("notices that the protection of the books is gone", async () => {
    const store = await withBooks(open);
    await unprotect(store);
    expect(await violations(store)).toContainEqual(
      expect.stringContaining("append-only: trigger entry"),
    );
  });

  test("runs the checks of other rooms too", async () => {
    const store = await withBooks(open);
    const stake = finding(
      "stake is the sum of open seconds contracts",
      sql`select owner as what from account where kind = 'frozen'`,
    );
    expect(await store.read((db) => coherent(db, [stake]))).toEqual([
      "stake is the sum of open seconds contracts: user:7",
    ]);
  });
});

describeDatabasesWhole("blocks", (open) => {
  test("seal what is new, once, and notice any later change", async () => {
    const store = await withBooks(open);
    expect(await sealBlocks(store, now)).toBe(1);
    expect(await sealBlocks(store, now)).toBe(0);
    await store.command((tx) => bring(tx, { user: 7, amount: 1n }));
    expect(await sealBlocks(store, now)).toBe(1);
    const blocks = await store.read((db) =>
      db
        .selectFrom("block")
        .select(["id", "first_journal_id", "last_journal_id"])
        .orderBy("id")
        .execute(),
    );
    expect(blocks.map((block) => ({ ...block }))).toEqual([
      { id: 1, first_journal_id: 1, last_journal_id: 2 },
      { id: 2, first_journal_id: 3, last_journal_id: 3 },
    ]);
    expect(await store.read(verifyChain)).toEqual([]);
    await unprotect(store);
    await store.command(({ db }) =>
      db.updateTable("journal").set({ ref_id: "other" }).where("id", "=", 2).execute(),
    );
    expect(await store.read(verifyChain)).toEqual([
      "block 1 (journals 1 to 2) does not have its hash",
    ]);
  });

  test("each fact of a journal and of an entry is sealed, with its place and its number", async () => {
    const store = await withBooks(open);
    await sealBlocks(store, now);
    await unprotect(store);
    const journals = [
      "idem_key = 'x'",
      "type = 2",
      "sub_type = 'x'",
      "ref_type = 'x'",
      "ref_id = 'x'",
      "reverses_id = 1",
      "created_at = created_at + 1",
    ];
    const entries = [
      "seq = seq + 5",
      "account_id = 3 - account_id",
      "currency = 'BTC'",
      "amount = amount + 1",
      "balance_after = balance_after + 1",
      "journal_id = 2, seq = 9",
    ];
    const changes = [
      ...journals.map((change) => `update journal set ${change} where id = 2`),
      ...entries.map((change) => `update entry set ${change} where journal_id = 1 and seq = 0`),
      "delete from entry where journal_id = 2",
    ];
    for (const change of changes) {
      const seen = store.command(async ({ db }) => {
        await sql.raw(change).execute(db);
        throw new Error((await verifyChain(db)).join());
      });
      await expect(seen, change).rejects.toThrow(
        "block 1 (journals 1 to 2) does not have its hash",
      );
    }
    expect(await store.read(verifyChain)).toEqual([]);
  });

  test("a block has a thousand journals at most, and the newest one is the head", async () => {
    const store = await open();
    const head = () => store.read(readBlockHead);
    expect(await head()).toEqual({ seq: 0, hash: "0".repeat(64) });
    expect(await store.read(lastSealedAt)).toBeUndefined();
    // Journals without entries are enough here, and a damaged block is none.
    await unprotect(store);
    await store.command(({ db }) =>
      db
        .insertInto("journal")
        .values(
          Array.from({ length: 2001 }, () => ({
            idem_key: freshKey(),
            type: 1,
            sub_type: "",
            ref_type: "test",
            ref_id: "1",
            reverses_id: null,
            created_at: now,
          })),
        )
        .execute(),
    );
    expect(await sealBlocks(store, now + 5)).toBe(3);
    const blocks = await store.read((db) =>
      db.selectFrom("block").selectAll().orderBy("id").execute(),
    );
    expect(
      blocks.map(({ first_journal_id, last_journal_id }) => [first_journal_id, last_journal_id]),
    ).toEqual([
      [1, 1000],
      [1001, 2000],
      [2001, 2001],
    ]);
    expect(blocks.map(({ prev_hash }) => prev_hash)).toEqual([
      "0".repeat(64),
      blocks[0]?.hash,
      blocks[1]?.hash,
    ]);
    expect(await head()).toEqual({ seq: 3, hash: blocks[2]?.hash });
    expect(await store.read((db) => blockHashAt(db, 2))).toBe(blocks[1]?.hash);
    expect(await store.read((db) => blockHashAt(db, 4))).toBeUndefined();
    expect(await store.read(lastSealedAt)).toBe(now + 5);
    expect(await store.read(verifyChain)).toEqual([]);
    for (const change of ["first_journal_id = 1000", `prev_hash = '${"1".repeat(64)}'`]) {
      const seen = store.command(async ({ db }) => {
        await sql.raw(`update block set ${change} where id = 2`).execute(db);
        throw new Error((await verifyChain(db)).join());
      });
      await expect(seen, change).rejects.toThrow(/^block 2 .* does not have its hash$/);
    }
  });

  test("sealed by two at once under load: one chain over every journal", async () => {
    const store = await open({ poolSize: 12 });
    const work = Array.from({ length: 8 }, async (_, user) => {
      for (let i = 0; i < 15; i += 1)
        await store.command((tx) => bring(tx, { user, amount: 1n, currency: `C${user}` }));
    });
    const sealing = Array.from({ length: 2 }, async () => {
      for (let i = 0; i < 10; i += 1) await sealBlocks(store, now);
    });
    await Promise.all([...work, ...sealing]);
    await sealBlocks(store, now);
    const { last } = await store.read((db) =>
      db
        .selectFrom("block")
        .select((eb) => eb.fn.max<number>("last_journal_id").as("last"))
        .executeTakeFirstOrThrow(),
    );
    const { newest } = await store.read((db) =>
      db
        .selectFrom("journal")
        .select((eb) => eb.fn.max<number>("id").as("newest"))
        .executeTakeFirstOrThrow(),
    );
    expect(last).toBe(newest);
    expect(await violations(store)).toEqual([]);
  });
});
