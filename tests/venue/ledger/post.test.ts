import { expect, test } from "vitest";
import { maxMinor } from "#protocol/wire/amount.ts";
import type { Leg } from "../../../venue/ledger/accounts.ts";
import { post, withoutZeros } from "../../../venue/ledger/post.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabasesWhole } from "../../harness/database/databases.ts";
import {
  balanceOf,
  bring,
  freshKey,
  now,
  violations,
} from "../../harness/venue/ledger-movements.ts";

const world = (amount: bigint, currency = "USDT"): Leg => ({
  owner: "venue",
  kind: "external",
  currency,
  amount,
});
const user7 = (amount: bigint, currency = "USDT"): Leg => ({
  owner: "user:7",
  kind: "available",
  currency,
  amount,
});

function postLegs(store: Store, legs: Leg[], idemKey = freshKey()) {
  return store.command((tx) =>
    post(tx, { idemKey, type: 1, refType: "test", refId: "1", now, legs }),
  );
}

const faults: Record<string, Leg[]> = {
  "no legs": [],
  "a leg of zero": [world(0n), user7(0n)],
  "legs that do not balance": [world(-5n), user7(6n)],
  "legs that balance only across currencies": [world(-5n, "BTC"), user7(5n, "USDT")],
  "a user's kind on the venue": [
    { owner: "venue", kind: "margin", currency: "USDT", amount: -1n } as unknown as Leg,
    user7(1n),
  ],
  "the venue's kind on a user": [
    { owner: "user:7", kind: "external", currency: "USDT", amount: -1n } as unknown as Leg,
    user7(1n),
  ],
  "an owner who is no one": [
    world(-1n),
    { owner: "user:0x7", kind: "available", currency: "USDT", amount: 1n },
  ],
  "a currency with a strange name": [world(-1n, "usdt"), user7(1n, "usdt")],
  "an amount beyond 64 bits": [world(-(2n ** 63n)), user7(2n ** 63n)],
  "an amount beyond 64 bits that comes back at once": [user7(2n ** 63n), user7(-(2n ** 63n))],
  "an overdraft of margin": [
    { owner: "user:7", kind: "margin", currency: "USDT", amount: -1n },
    user7(1n),
  ],
  "an overdraft of fees": [
    { owner: "venue", kind: "fee", currency: "USDT", amount: -1n },
    user7(1n),
  ],
  "frozen money without a hold": [
    user7(-1n),
    { owner: "user:7", kind: "frozen", currency: "USDT", amount: 1n },
  ],
};

describeDatabasesWhole("post", (open, engine) => {
  test("moves money and tells the balances after it", async () => {
    const store = await open();
    const { balances, journalId } = await postLegs(store, [world(-100n), user7(100n)]);
    expect(balances).toEqual(
      new Map([
        ["venue/external/USDT", -100n],
        ["user:7/available/USDT", 100n],
      ]),
    );
    const entries = await store.read((db) =>
      db
        .selectFrom("entry")
        .select(["seq", "amount", "balance_after"])
        .where("journal_id", "=", journalId)
        .orderBy("seq")
        .execute(),
    );
    expect(entries.map((row) => ({ ...row }))).toEqual([
      { seq: 0, amount: 100n, balance_after: 100n },
      { seq: 1, amount: -100n, balance_after: -100n },
    ]);
    expect(await violations(store)).toEqual([]);
  });

  test("refuses what books must never do, and writes nothing", async () => {
    const store = await open();
    await store.command((tx) => bring(tx, { user: 7, amount: 10n }));
    for (const [name, legs] of Object.entries(faults)) {
      await expect(postLegs(store, legs), name).rejects.toMatchObject({ name: "LedgerFault" });
      expect(await balanceOf(store, 7, "available"), name).toBe(10n);
      expect(await violations(store), name).toEqual([]);
    }
  });

  test("an account is a user's or the venue's, of a kind that such an owner has, in a currency with a name", async () => {
    const store = await open();
    const refused = [
      ...["user:", "user:12345678901234567890", "xuser:7", "user:7x", "venue2", "Venue", ""].map(
        (owner) => ({ owner, kind: "available", currency: "USDT" }),
      ),
      ...["fee", "external", "Available", ""].map((kind) => ({
        owner: "user:7",
        kind,
        currency: "USDT",
      })),
      ...["available", "frozen", "margin", "stake", "toString"].map((kind) => ({
        owner: "venue",
        kind,
        currency: "USDT",
      })),
      ...["", "usdt", "US T", "USDT ", "A".repeat(17)].map((currency) => ({
        owner: "user:7",
        kind: "available",
        currency,
      })),
    ];
    for (const ref of refused) {
      const legs = [
        { owner: "venue", kind: "external", currency: ref.currency, amount: -1n },
        { ...ref, amount: 1n },
      ] as Leg[];
      await expect(postLegs(store, legs), JSON.stringify(ref)).rejects.toThrow("no such account");
    }
    for (const ref of [
      { owner: "user:1234567890123456789", kind: "margin", currency: "USDT" },
      { owner: "user:7", kind: "stake", currency: "A".repeat(16) },
      { owner: "user:7", kind: "available", currency: "1" },
    ])
      await postLegs(store, [
        { owner: "venue", kind: "external", currency: ref.currency, amount: -1n },
        { ...ref, amount: 1n } as Leg,
      ]);
  });

  test("the venue's pockets may owe, but for its fees; a user's money never", async () => {
    const store = await open();
    const kinds = ["external", "liquidity", "funding", "second_pool", "insurance"] as const;
    for (const kind of [...kinds, "rounding", "bonus"] as const)
      await postLegs(store, [{ owner: "venue", kind, currency: "USDT", amount: -3n }, user7(3n)]);
    expect(await balanceOf(store, 7, "available")).toBe(21n);
    await postLegs(store, [
      user7(-3n),
      { owner: "venue", kind: "fee", currency: "USDT", amount: 3n },
    ]);
    await expect(
      postLegs(store, [{ owner: "venue", kind: "fee", currency: "USDT", amount: -4n }, user7(4n)]),
    ).rejects.toMatchObject({ name: "LedgerFault" });
    for (const kind of ["margin", "stake"] as const)
      await expect(
        postLegs(store, [{ owner: "user:7", kind, currency: "USDT", amount: -1n }, user7(1n)]),
      ).rejects.toMatchObject({ name: "LedgerFault" });
    expect(await violations(store)).toEqual([]);
  });

  test("refuses what the available balance does not cover with 300008", async () => {
    const store = await open();
    await store.command((tx) => bring(tx, { user: 7, amount: 10n }));
    await expect(postLegs(store, [user7(-11n), world(11n)])).rejects.toMatchObject({
      code: 300008,
    });
    await expect(postLegs(store, [user7(-1n, "BTC"), world(1n, "BTC")])).rejects.toMatchObject({
      code: 300008,
    });
    await postLegs(store, [user7(-10n), world(10n)]);
    expect(await balanceOf(store, 7, "available")).toBe(0n);
  });

  test("keeps the largest 64-bit amount exactly and goes no further", async () => {
    const store = await open();
    await postLegs(store, [world(-maxMinor), user7(maxMinor)]);
    expect(await balanceOf(store, 7, "available")).toBe(9223372036854775807n);
    await expect(postLegs(store, [world(-1n), user7(1n)])).rejects.toMatchObject({
      name: "LedgerFault",
    });
    expect(await violations(store)).toEqual([]);
  });

  test("several legs on one account: judged by the end, credits first", async () => {
    const store = await open();
    await postLegs(store, [user7(-30n), world(30n), world(-50n), user7(50n)]);
    const after = await store.read((db) =>
      db
        .selectFrom("entry")
        .innerJoin("account", "account.id", "account_id")
        .select("balance_after")
        .where("owner", "=", "user:7")
        .orderBy("seq")
        .execute(),
    );
    expect(after.map((row) => row.balance_after)).toEqual([50n, 20n]);
  });

  test("the same movement cannot be written twice", async () => {
    const store = await open();
    await postLegs(store, [world(-5n), user7(5n)], "fill:1:1");
    await expect(postLegs(store, [world(-5n), user7(5n)], "fill:1:1")).rejects.toThrow(/unique/i);
    expect(await balanceOf(store, 7, "available")).toBe(5n);
  });

  test("a mistake is mended once, by a journal that reverses it", async () => {
    const store = await open();
    const { journalId } = await postLegs(store, [world(-5n), user7(5n)]);
    const reverse = () =>
      store.command((tx) =>
        post(tx, {
          idemKey: freshKey(),
          type: 0,
          refType: "test",
          refId: "1",
          now,
          legs: [world(5n), user7(-5n)],
          reverses: journalId,
        }),
      );
    await reverse();
    expect(await balanceOf(store, 7, "available")).toBe(0n);
    await postLegs(store, [world(-5n), user7(5n)]);
    await expect(reverse()).rejects.toThrow(/unique/i);
    expect(await violations(store)).toEqual([]);
  });

  test.each(["journal", "entry", "block"] as const)("%s is append-only", async (table) => {
    const store = await open();
    await postLegs(store, [world(-5n), user7(5n)]);
    await store.command(({ db }) =>
      db
        .insertInto("block")
        .values({
          id: 1,
          first_journal_id: 1,
          last_journal_id: 1,
          prev_hash: "",
          hash: "",
          sealed_at: now,
        })
        .execute(),
    );
    await expect(store.command(({ db }) => db.deleteFrom(table).execute())).rejects.toThrow(
      /append-only/,
    );
    const update = store.command(({ db }) => {
      if (table === "journal") return db.updateTable(table).set({ type: 2 }).execute();
      return table === "entry"
        ? db.updateTable(table).set({ amount: 6n }).execute()
        : db.updateTable(table).set({ hash: "x" }).execute();
    });
    await expect(update).rejects.toThrow(/append-only/);
  });

  if (engine === "postgres") {
    test.each([[[]], [[1n, 2n]]])(
      "the database itself refuses a journal with the entries %s",
      async (amounts) => {
        const store = await open();
        await postLegs(store, [world(-5n), user7(5n)]);
        const journal = {
          idem_key: "forged",
          type: 1,
          sub_type: "",
          ref_type: "",
          ref_id: "",
          created_at: now,
        };
        const forged = store.command(async ({ db }) => {
          const { id } = await db
            .insertInto("journal")
            .values(journal)
            .returning("id")
            .executeTakeFirstOrThrow();
          for (const [seq, amount] of amounts.entries()) {
            await db
              .insertInto("entry")
              .values({
                journal_id: id,
                seq,
                account_id: 1,
                currency: "USDT",
                amount,
                balance_after: 0n,
              })
              .execute();
          }
        });
        await expect(forged).rejects.toThrow(/does not balance/);
        expect(await violations(store)).toEqual([]);
      },
    );
  }

  test("a fee of zero is no leg", () => {
    expect(withoutZeros([world(-1n), user7(0n), user7(1n)])).toEqual([world(-1n), user7(1n)]);
  });
});
