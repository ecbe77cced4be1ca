import { expect, test } from "vitest";
import type { HoldChange } from "../../../venue/ledger/hold-changes.ts";
import { openHold, readRemaining, releaseHold } from "../../../venue/ledger/holds.ts";
import { lockAccounts } from "../../../venue/ledger/accounts.ts";
import { post } from "../../../venue/ledger/post.ts";
import type { Store, Transaction } from "../../../venue/store/store.ts";
import { describeDatabasesWhole, type Open } from "../../harness/database/databases.ts";
import {
  balanceOf,
  bring,
  freshKey,
  holdOf,
  now,
  violations,
} from "../../harness/venue/ledger-movements.ts";

const order = { refType: "spot_order", refId: "1" };

async function withHold(open: Open, amount = 60n): Promise<Store> {
  const store = await open();
  await store.command((tx) => bring(tx, { user: 7, amount: 100n }));
  await store.command((tx) =>
    openHold(tx, {
      ...order,
      idemKey: freshKey(),
      type: 5,
      now,
      userId: 7,
      currency: "USDT",
      amount,
    }),
  );
  return store;
}

/** Pays `cost` out of what is frozen. */
function fill(store: Store, cost: bigint, holds: HoldChange[]) {
  return store.command((tx) =>
    post(tx, {
      ...order,
      idemKey: freshKey(),
      type: 5,
      now,
      legs: [
        { owner: "user:7", kind: "frozen", currency: "USDT", amount: -cost },
        { owner: "venue", kind: "liquidity", currency: "USDT", amount: cost },
      ],
      holds,
    }),
  );
}

const disagreements: [string, bigint, HoldChange[]][] = [
  ["more than remains", 61n, [{ ...order, change: "take", amount: 61n }]],
  ["frozen legs without a hold", 10n, []],
  ["a hold that differs from the legs", 10n, [{ ...order, change: "take", amount: 9n }]],
  ["nothing", 10n, [{ ...order, change: "take", amount: 0n }]],
  [
    "more, and less than nothing",
    10n,
    [
      { ...order, change: "take", amount: 20n },
      { ...order, change: "take", amount: -10n },
    ],
  ],
  [
    "a new hold of what nobody freezes",
    10n,
    [
      { ...order, change: "take", amount: 10n },
      {
        refType: "spot_order",
        refId: "2",
        change: "open",
        owner: "user:7",
        currency: "BTC",
        amount: 10n,
      },
    ],
  ],
  ["an unknown hold", 10n, [{ refType: "spot_order", refId: "2", change: "take", amount: 10n }]],
];

describeDatabasesWhole("holds", (open) => {
  test("open, take a part, release the rest: what remains comes back, not a recomputed number", async () => {
    const store = await withHold(open);
    expect(await balanceOf(store, 7, "available")).toBe(40n);
    await fill(store, 25n, [{ ...order, change: "take", amount: 25n }]);
    expect(await store.read((db) => holdOf(db, order))).toMatchObject({
      owner: "user:7",
      currency: "USDT",
      amount: 60n,
      remaining: 35n,
      state: "open",
    });
    expect(await violations(store)).toEqual([]);
    expect(await store.read((db) => readRemaining(db, "spot_order", ["1", "2"]))).toEqual(
      new Map([["1", 35n]]),
    );
    expect(await release(store)).toBe(35n);
    expect(await store.read((db) => holdOf(db, order))).toMatchObject({
      remaining: 0n,
      state: "closed",
    });
    expect(await balanceOf(store, 7, "available")).toBe(75n);
    expect(await release(store)).toBe(0n);
    expect(await store.read((db) => readRemaining(db, "spot_order", ["1", "2"]))).toEqual(
      new Map([["1", 0n]]),
    );
    expect(await store.read((db) => readRemaining(db, "spot_order", []))).toEqual(new Map());
    expect(await violations(store)).toEqual([]);
  });

  test("taking all closes it", async () => {
    const store = await withHold(open);
    await fill(store, 60n, [{ ...order, change: "take", amount: 60n }]);
    expect(await store.read((db) => holdOf(db, order))).toMatchObject({
      remaining: 0n,
      state: "closed",
    });
  });

  test("refuses to take what the hold and the legs do not agree on", async () => {
    const store = await withHold(open);
    for (const [name, cost, holds] of disagreements) {
      await expect(fill(store, cost, holds), name).rejects.toMatchObject({ name: "LedgerFault" });
      expect(await balanceOf(store, 7, "frozen"), name).toBe(60n);
      expect(await violations(store), name).toEqual([]);
    }
  });

  test("no more is given back than remains", async () => {
    const store = await withHold(open);
    const tooMuch = store.command((tx) =>
      releaseHold(tx, {
        ...order,
        idemKey: freshKey(),
        type: 6,
        now,
        userId: 7,
        currency: "USDT",
        amount: 61n,
      }),
    );
    await expect(tooMuch).rejects.toMatchObject({ name: "LedgerFault" });
    expect(await balanceOf(store, 7, "frozen")).toBe(60n);
  });

  test("no one's hold pays for another", async () => {
    const store = await withHold(open);
    await store.command((tx) => bring(tx, { user: 8, amount: 100n }));
    const theirs = { refType: "spot_order", refId: "8" };
    await store.command((tx) =>
      openHold(tx, {
        ...theirs,
        idemKey: freshKey(),
        type: 5,
        now,
        userId: 8,
        currency: "USDT",
        amount: 60n,
      }),
    );
    await expect(
      fill(store, 10n, [{ ...theirs, change: "take", amount: 10n }]),
    ).rejects.toMatchObject({ name: "LedgerFault" });
  });

  test("a hold the balance does not cover is refused with 300008; a second for the same thing fails", async () => {
    const store = await withHold(open);
    const again = (refId: string, amount: bigint) =>
      store.command((tx) =>
        openHold(tx, {
          refType: "spot_order",
          refId,
          idemKey: freshKey(),
          type: 5,
          now,
          userId: 7,
          currency: "USDT",
          amount,
        }),
      );
    await expect(again("2", 41n)).rejects.toMatchObject({ code: 300008 });
    await expect(again("1", 1n)).rejects.toThrow(/unique/i);
    expect(
      await store.read((db) => holdOf(db, { refType: "spot_order", refId: "2" })),
    ).toBeUndefined();
    expect(await violations(store)).toEqual([]);
  });

  test("20 cancels and fills of one order at once: each unit leaves once", async () => {
    const store = await withHold(open);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? release(store) : fillIfOpen(store, 20n))),
    );
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failures).toEqual([]);
    const filled = outcomes
      .filter((_, i) => i % 2 === 1)
      .reduce((sum, o) => sum + (o.status === "fulfilled" ? o.value : 0n), 0n);
    expect(await balanceOf(store, 7, "available")).toBe(100n - filled);
    expect(await balanceOf(store, 7, "frozen")).toBe(0n);
    expect(await violations(store)).toEqual([]);
  });
});

/** Locks what the hold's money moves between, then looks at what remains. */
async function lockRemaining(tx: Transaction): Promise<bigint> {
  await lockAccounts(tx, [
    { owner: "user:7", kind: "available", currency: "USDT" },
    { owner: "user:7", kind: "frozen", currency: "USDT" },
  ]);
  return (await readRemaining(tx.db, order.refType, [order.refId])).get(order.refId) ?? 0n;
}

function release(store: Store): Promise<bigint> {
  return store.command(async (tx) => {
    const amount = await lockRemaining(tx);
    if (amount > 0n)
      await releaseHold(tx, {
        ...order,
        idemKey: freshKey(),
        type: 6,
        now,
        userId: 7,
        currency: "USDT",
        amount,
      });
    return amount;
  });
}

/** As an order engine does: lock, look, take. */
function fillIfOpen(store: Store, cost: bigint): Promise<bigint> {
  return store.command(async (tx) => {
    if ((await lockRemaining(tx)) < cost) return 0n;
    await post(tx, {
      ...order,
      idemKey: freshKey(),
      type: 5,
      now,
      legs: [
        { owner: "user:7", kind: "frozen", currency: "USDT", amount: -cost },
        { owner: "venue", kind: "liquidity", currency: "USDT", amount: cost },
      ],
      holds: [{ ...order, change: "take", amount: cost }],
    });
    return cost;
  });
}
