import { describe, expect, inject, test } from "vitest";
import { idempotent } from "../../../venue/ledger/idempotent.ts";
import { OutcomeUnknown } from "../../../venue/store/store.ts";
import { type Cut, openThroughLine } from "../../harness/database/cut-connection.ts";
import { balanceOf, bring, now } from "../../harness/venue/ledger-movements.ts";

const serverUrl = inject("postgresUrl") ?? null;

describe.runIf(serverUrl !== null)(
  "a connection lost (PostgreSQL; not run where there is none)",
  () => {
    test.each<[Cut, bigint]>([
      ["before COMMIT", 0n],
      ["after COMMIT", 5n],
    ])(
      "%s, of a command without a key: the outcome is said to be unknown, nothing is done twice",
      async (cut, balance) => {
        const { store, direct, line } = await openThroughLine(serverUrl ?? "");
        line.cut = cut;
        await expect(
          store.command((tx) => bring(tx, { user: 7, amount: 5n })),
        ).rejects.toBeInstanceOf(OutcomeUnknown);
        expect(await balanceOf(direct, 7, "available")).toBe(balance);
      },
    );

    test.each<Cut>(["before COMMIT", "after COMMIT"])(
      "%s, of a keyed command: tried again, one effect, the answer",
      async (cut) => {
        const { store, direct, line } = await openThroughLine(serverUrl ?? "");
        let attempts = 0;
        line.cut = cut;
        const answer = await store.command((tx) => {
          attempts += 1;
          return idempotent(tx, { key: "k", requestHash: "", now }, async () => {
            await bring(tx, { user: 7, amount: 5n });
            return { done: true };
          });
        });
        expect(answer).toEqual({ done: true });
        expect(attempts).toBe(2);
        expect(await balanceOf(direct, 7, "available")).toBe(5n);
      },
    );

    test("after COMMIT, of a keyed command that no later try could reach: the outcome is said to be unknown, never that nothing was written", async () => {
      const { store, direct, line } = await openThroughLine(serverUrl ?? "");
      line.cut = "after COMMIT, for good";
      const command = () =>
        store.command((tx) =>
          idempotent(tx, { key: "k", requestHash: "", now }, async () => {
            await bring(tx, { user: 7, amount: 5n });
            return { done: true };
          }),
        );
      await expect(command()).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(await balanceOf(direct, 7, "available")).toBe(5n);
      // Not reached at all: nothing was written, and that is said.
      await expect(command()).rejects.toMatchObject({ code: 100006 });
      line.isDown = false;
      expect(await command()).toEqual({ done: true });
      expect(await balanceOf(direct, 7, "available")).toBe(5n);
    });

    test("before the end of a command: nothing was written, so it is tried again", async () => {
      const { store, direct } = await openThroughLine(serverUrl ?? "");
      let attempts = 0;
      await store.command(async (tx) => {
        attempts += 1;
        await bring(tx, { user: 7, amount: 5n });
        if (attempts === 1)
          throw Object.assign(new Error("Connection terminated unexpectedly"), {
            code: "ECONNRESET",
          });
      });
      expect(attempts).toBe(2);
      expect(await balanceOf(direct, 7, "available")).toBe(5n);
    });
  },
);
