import fc from "fast-check";
import { expect, test } from "vitest";
import { openHold, releaseHold } from "../../../venue/ledger/holds.ts";
import { idempotent } from "../../../venue/ledger/idempotent.ts";
import { post } from "../../../venue/ledger/post.ts";
import { readBalances } from "../../../venue/ledger/balances.ts";
import { readBills } from "../../../venue/ledger/bills.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import type { Store, Transaction } from "../../../venue/store/store.ts";
import { describeDatabasesWhole } from "../../harness/database/databases.ts";
import { bring, freshKey, holdOf, now, violations } from "../../harness/venue/ledger-movements.ts";
import { reportTrials } from "../../harness/trials.ts";

type Step =
  | { do: "bring"; user: number; amount: bigint; currency: string }
  | { do: "take"; user: number; amount: bigint; currency: string }
  | { do: "hold"; user: number; amount: bigint; currency: string; order: number }
  | { do: "fill"; order: number; amount: bigint; received: bigint }
  | { do: "cancel"; order: number }
  | { do: "replay"; earlier: number };

const users = fc.integer({ min: 0, max: 2 });
const orders = fc.integer({ min: 0, max: 3 });
const currencies = fc.constantFrom("USDT", "BTC");
const amounts = fc.bigInt({ min: 1n, max: 100n });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("bring" as const),
    user: users,
    amount: amounts,
    currency: currencies,
  }),
  fc.record({
    do: fc.constant("take" as const),
    user: users,
    amount: amounts,
    currency: currencies,
  }),
  fc.record({
    do: fc.constant("hold" as const),
    user: users,
    amount: amounts,
    currency: currencies,
    order: orders,
  }),
  fc.record({
    do: fc.constant("fill" as const),
    order: orders,
    amount: amounts,
    received: amounts,
  }),
  fc.record({ do: fc.constant("cancel" as const), order: orders }),
  fc.record({ do: fc.constant("replay" as const), earlier: fc.nat(20) }),
);

/** The same books kept in a map: slow to be wrong in, because there is nothing to it. */
class Model {
  readonly available = new Map<string, bigint>();
  readonly holds = new Map<number, { user: number; currency: string; remaining: bigint }>();

  /** The code this step is refused with, or 0 when it is done. */
  apply(step: Exclude<Step, { do: "replay" }>): number {
    if (step.do === "bring") return this.add(step.user, step.currency, step.amount);
    if (step.do === "take") return this.add(step.user, step.currency, -step.amount);
    const hold = this.holds.get(step.order);
    if (step.do === "hold") {
      if (hold !== undefined) return -1;
      const code = this.add(step.user, step.currency, -step.amount);
      if (code === 0) this.holds.set(step.order, { ...step, remaining: step.amount });
      return code;
    }
    if (hold === undefined) return -1;
    if (step.do === "cancel") {
      this.add(hold.user, hold.currency, hold.remaining);
      hold.remaining = 0n;
      return 0;
    }
    if (hold.remaining < step.amount) return -1;
    hold.remaining -= step.amount;
    return this.add(hold.user, hold.currency === "BTC" ? "USDT" : "BTC", step.received);
  }

  frozenOf(user: number, currency: string): bigint {
    const own = [...this.holds.values()].filter((h) => h.user === user && h.currency === currency);
    return own.reduce((sum, hold) => sum + hold.remaining, 0n);
  }

  private add(user: number, currency: string, amount: bigint): number {
    const after = (this.available.get(`${user}${currency}`) ?? 0n) + amount;
    if (after < 0n) return 300008;
    this.available.set(`${user}${currency}`, after);
    return 0;
  }
}

describeDatabasesWhole("ledger against its model", (open, engine) => {
  test("any sequence of movements gives the same balances, refusals and coherent books", async () => {
    const store = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 25, size: "max" }), async (steps) => {
        run += 1;
        await play(store, run * 10, steps);
      }),
      { numRuns: engine === "sqlite" ? 40 : 12 },
    );
    reportTrials("random journals", run);
  });
});

/** Plays the steps with users of their own, `base` upwards, and compares after each. */
async function play(store: Store, base: number, steps: Step[]): Promise<void> {
  const model = new Model();
  const done: { key: string; step: Exclude<Step, { do: "replay" }> }[] = [];
  for (const step of steps) {
    if (step.do === "replay") {
      const earlier = done[step.earlier];
      if (earlier !== undefined) await perform(store, base, earlier.key, earlier.step);
    } else {
      const key = freshKey();
      const code = await perform(store, base, key, step);
      expect(code).toBe(model.apply(step));
      if (code === 0) done.push({ key, step });
    }
    await compare(store, base, model);
  }
}

async function compare(store: Store, base: number, model: Model): Promise<void> {
  expect(await violations(store)).toEqual([]);
  for (const user of [0, 1, 2]) {
    const balances = await store.read((db) => readBalances(db, base + user));
    for (const currency of ["USDT", "BTC"]) {
      const found = balances.get(currency);
      expect(found?.available ?? 0n).toBe(model.available.get(`${user}${currency}`) ?? 0n);
      expect(found?.frozen ?? 0n).toBe(model.frozenOf(user, currency));
      const { list } = await store.read((db) =>
        readBills(db, { userId: base + user, currency, page: 1, size: 100 }),
      );
      const sum = list.reduce((total, bill) => total + bill.amount, 0n);
      expect(sum).toBe(found?.available ?? 0n);
      expect(list[0]?.balanceAfter ?? 0n).toBe(found?.available ?? 0n);
    }
  }
}

/** Does it on the real ledger: 0, the refusal's code, or -1 for what only a faulty caller asks. */
async function perform(
  store: Store,
  base: number,
  key: string,
  step: Exclude<Step, { do: "replay" }>,
): Promise<number> {
  try {
    await store.command((tx) =>
      idempotent(tx, { key, requestHash: step.do, now }, () => movement(tx, base, key, step)),
    );
    return 0;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    if (error instanceof Faulty) return -1;
    throw error;
  }
}

class Faulty extends Error {}

async function movement(
  tx: Transaction,
  base: number,
  idemKey: string,
  step: Exclude<Step, { do: "replay" }>,
): Promise<void> {
  if (step.do === "bring" || step.do === "take") {
    const amount = step.do === "bring" ? step.amount : -step.amount;
    await bring(tx, { user: base + step.user, amount, currency: step.currency, idemKey });
    return;
  }
  const ref = { refType: "order", refId: `${base}-${step.order}` };
  const hold = await holdOf(tx.db, ref);
  if (step.do === "hold") {
    if (hold !== undefined) throw new Faulty();
    const { currency, amount } = step;
    await openHold(tx, {
      ...ref,
      idemKey,
      type: 5,
      now,
      userId: base + step.user,
      currency,
      amount,
    });
    return;
  }
  if (hold === undefined) throw new Faulty();
  if (step.do === "cancel") {
    const { owner, currency, remaining } = hold;
    if (remaining > 0n)
      await releaseHold(tx, {
        ...ref,
        idemKey,
        type: 6,
        now,
        userId: owner.replace("user:", ""),
        currency,
        amount: remaining,
      });
    return;
  }
  if (hold.remaining < step.amount) throw new Faulty();
  const { owner, currency } = hold;
  const other = currency === "BTC" ? "USDT" : "BTC";
  await post(tx, {
    ...ref,
    idemKey,
    type: 5,
    now,
    legs: [
      { owner, kind: "frozen", currency, amount: -step.amount },
      { owner: "venue", kind: "liquidity", currency, amount: step.amount },
      { owner: "venue", kind: "liquidity", currency: other, amount: -step.received },
      { owner, kind: "available", currency: other, amount: step.received },
    ],
    holds: [{ ...ref, change: "take", amount: step.amount }],
  });
}
