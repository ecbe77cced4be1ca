import { expect, test } from "vitest";
import type { Refusal } from "../../../venue/store/refusal.ts";
import { describeDatabasesWhole } from "../../harness/database/databases.ts";
import { reportTrials } from "../../harness/trials.ts";
import { balanceOf, bring, violations } from "../../harness/venue/ledger-movements.ts";

/** `RACE_ROUNDS=200` for a longer look. */
const rounds = Number(process.env["RACE_ROUNDS"] ?? 5);

describeDatabasesWhole("races", (open) => {
  test("20 parallel debits: as many as the balance covers, never one more", async () => {
    const store = await open({ poolSize: 20 });
    for (let round = 1; round <= rounds; round += 1) {
      await store.command((tx) => bring(tx, { user: round, amount: 95n }));
      const debits = Array.from({ length: 20 }, () =>
        store.command((tx) => bring(tx, { user: round, amount: -10n })),
      );
      const outcomes = await Promise.allSettled(debits);
      const refused = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(refused.map(({ reason }) => (reason as Refusal).code)).toEqual(
        Array.from({ length: 11 }, () => 300008),
      );
      expect(await balanceOf(store, round, "available")).toBe(5n);
    }
    expect(await violations(store)).toEqual([]);
    reportTrials("20 debits at once", rounds);
  });

  test("20 first movements of one user at once make each account once", async () => {
    const store = await open({ poolSize: 20 });
    await Promise.all(
      Array.from({ length: 20 }, () => store.command((tx) => bring(tx, { user: 1, amount: 1n }))),
    );
    expect(await balanceOf(store, 1, "available")).toBe(20n);
    expect(await violations(store)).toEqual([]);
  });
});
