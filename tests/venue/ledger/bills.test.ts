import { expect, test } from "vitest";
import { readBalances, totalOf } from "../../../venue/ledger/balances.ts";
import { type BillQuery, readBills } from "../../../venue/ledger/bills.ts";
import { openHold } from "../../../venue/ledger/holds.ts";
import { post } from "../../../venue/ledger/post.ts";
import { describeDatabasesWhole, type Open } from "../../harness/database/databases.ts";
import { bring, freshKey, now } from "../../harness/venue/ledger-movements.ts";

/** Ten recharges of 1 to 10 USDT, a second apart, of types 1 and 2 in turn; then 1 BTC; then a hold. */
async function withHistory(open: Open) {
  const store = await open();
  for (let i = 1; i <= 10; i += 1) {
    await store.command((tx) =>
      post(tx, {
        idemKey: freshKey(),
        type: 1 + (i % 2),
        subType: "manual",
        refType: "pay_order",
        refId: `${i}`,
        now: now + i * 1000,
        legs: [
          { owner: "venue", kind: "external", currency: "USDT", amount: BigInt(-i) },
          { owner: "user:7", kind: "available", currency: "USDT", amount: BigInt(i) },
        ],
      }),
    );
  }
  await store.command((tx) => bring(tx, { user: 7, amount: 1n, currency: "BTC" }));
  await store.command((tx) => bring(tx, { user: 8, amount: 1000n }));
  await store.command((tx) =>
    openHold(tx, {
      idemKey: freshKey(),
      type: 5,
      refType: "spot_order",
      refId: "1",
      now: now + 20_000,
      userId: 7,
      currency: "USDT",
      amount: 15n,
    }),
  );
  return store;
}

const filters: [Partial<BillQuery>, number][] = [
  [{ currency: "BTC" }, 1],
  [{ currency: "ETH" }, 0],
  [{ types: [1] }, 6],
  [{ types: [2, 5] }, 6],
  [{ types: [] }, 0],
  [{ from: now + 9000 }, 3],
  [{ to: now + 2000 }, 3],
  [{ refType: "spot_order", refId: "1" }, 1],
  [{ refId: "1" }, 2],
  [{ refType: "spot_order", refId: "2" }, 0],
  [{ currency: "USDT", types: [1, 2], from: now + 2000, to: now + 4000 }, 3],
];

test("what a user has in all is what is available, frozen, margin and at stake", () => {
  expect(totalOf({ available: 1n, frozen: 20n, margin: 300n, stake: 4000n })).toBe(4321n);
});

describeDatabasesWhole("bills and balances", (open) => {
  test("newest first, whole, only this user's available money", async () => {
    const store = await withHistory(open);
    const { list, total } = await store.read((db) =>
      readBills(db, { userId: 7, page: 1, size: 100 }),
    );
    expect(total).toBe(12);
    expect(list.map((bill) => bill.amount)).toEqual([
      -15n,
      1n,
      10n,
      9n,
      8n,
      7n,
      6n,
      5n,
      4n,
      3n,
      2n,
      1n,
    ]);
    expect(list[2]).toEqual({
      id: `${list[2]?.journalId}-0`,
      journalId: list[2]?.journalId,
      currency: "USDT",
      amount: 10n,
      balanceAfter: 55n,
      type: 1,
      subType: "manual",
      refType: "pay_order",
      refId: "10",
      createdAt: now + 10_000,
    });
  });

  test("pages join without gap or double", async () => {
    const store = await withHistory(open);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => store.read((db) => readBills(db, { userId: 7, page, size: 5 }))),
    );
    expect(pages.map((page) => page.list.length)).toEqual([5, 5, 2, 0]);
    expect(pages.map((page) => page.total)).toEqual([12, 12, 12, 12]);
    expect(new Set(pages.flatMap((page) => page.list.map((bill) => bill.id))).size).toBe(12);
  });

  test("filters join by and; both ends of a period are included", async () => {
    const store = await withHistory(open);
    for (const [filter, count] of filters) {
      const { list, total } = await store.read((db) =>
        readBills(db, { userId: 7, page: 1, size: 100, ...filter }),
      );
      expect([list.length, total], JSON.stringify(filter)).toEqual([count, count]);
    }
  });

  test("balances tell what the money is doing; their sum is the user's", async () => {
    const store = await withHistory(open);
    const balances = await store.read((db) => readBalances(db, 7));
    expect([...balances]).toEqual([
      ["BTC", { available: 1n, frozen: 0n, margin: 0n, stake: 0n }],
      ["USDT", { available: 40n, frozen: 15n, margin: 0n, stake: 0n }],
    ]);
    expect([...balances.values()].map(totalOf)).toEqual([1n, 55n]);
    expect(await store.read((db) => readBalances(db, 99))).toEqual(new Map());
  });
});
