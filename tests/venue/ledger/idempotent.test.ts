import { expect, test } from "vitest";
import { hasAnswer, idempotent, readAnswer } from "../../../venue/ledger/idempotent.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabasesWhole } from "../../harness/database/databases.ts";
import { balanceOf, bring, now, violations } from "../../harness/venue/ledger-movements.ts";

function bringOnce(store: Store, key: string, amount: bigint, requestHash = `${amount}`) {
  return store.command((tx) =>
    idempotent(tx, { key, requestHash, now }, async () => {
      const { journalId } = await bring(tx, { user: 7, amount });
      return { journal_id: `${journalId}`, note: null };
    }),
  );
}

describeDatabasesWhole("idempotent", (open) => {
  test("20 at once: one effect, one answer", async () => {
    const store = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => bringOnce(store, "k", 5n)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await balanceOf(store, 7, "available")).toBe(5n);
    expect(await bringOnce(store, "k", 5n)).toEqual(answers[0]);
    expect(await violations(store)).toEqual([]);
  });

  test("the same key with another request is refused with 100005, even at the same moment", async () => {
    const store = await open();
    const outcomes = await Promise.allSettled(
      [5n, 6n, 5n, 6n].map((amount) => bringOnce(store, "k", amount)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => (reason as Refusal).code)).toEqual([100005, 100005]);
    expect([5n, 6n]).toContain(await balanceOf(store, 7, "available"));
  });

  test("a refusal keeps nothing: the key may be used again", async () => {
    const store = await open();
    const refused = store.command((tx) =>
      idempotent(tx, { key: "k", requestHash: "-9", now }, async () => {
        await bring(tx, { user: 7, amount: 3n });
        throw new Refusal(300010);
      }),
    );
    await expect(refused).rejects.toMatchObject({ code: 300010 });
    expect(await balanceOf(store, 7, "available")).toBe(0n);
    await bringOnce(store, "k", 5n);
    expect(await balanceOf(store, 7, "available")).toBe(5n);
  });

  test("an answer is found by its key, once there is one", async () => {
    const store = await open();
    const found = (key: string) =>
      store.read(async (db) => [await hasAnswer(db, key), await readAnswer(db, key)]);
    expect(await found("k")).toEqual([false, undefined]);
    const answer = await bringOnce(store, "k", 5n);
    expect(await found("k")).toEqual([true, answer]);
    expect(await found("l")).toEqual([false, undefined]);
    await store.command((tx) =>
      idempotent(tx, { key: "l", requestHash: "", now }, async () => {
        expect(await hasAnswer(tx.db, "l")).toBe(false);
        expect(await readAnswer(tx.db, "l")).toBeUndefined();
      }),
    );
    expect(await found("l")).toEqual([true, null]);
  });

  test("a command that runs inside itself fails, and leaves nothing", async () => {
    const store = await open();
    const once = { key: "k", requestHash: "", now };
    const inside = store.command((tx) =>
      idempotent(tx, once, () => idempotent(tx, once, () => bring(tx, { user: 7, amount: 5n }))),
    );
    await expect(inside).rejects.toThrow("command k runs inside itself");
    expect(await balanceOf(store, 7, "available")).toBe(0n);
  });

  test("a command that answers nothing is not run again", async () => {
    const store = await open();
    let runs = 0;
    const job = () =>
      store.command((tx) =>
        idempotent(tx, { key: "settle:1", requestHash: "", now }, async () => void (runs += 1)),
      );
    await job();
    await job();
    expect(runs).toBe(1);
  });
});
