import type { Invariant } from "../../ledger/coherent.ts";
import { ledgerInvariants } from "../../ledger/coherent.ts";
import { contractInvariants } from "../../contracts/records/rows.ts";
import { secondsInvariants } from "../../seconds/records/rows.ts";
import type { Store } from "../../store/store.ts";
import { operatorLogInvariant } from "./operator-log-rows.ts";

const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...contractInvariants,
  ...secondsInvariants,
  operatorLogInvariant,
];

/** Checks every invariant of the books in one snapshot; each with what it covers and what breaks it. */
export async function checkBooks(
  store: Pick<Store, "read">,
): Promise<{ rule: string; figure: string; faults: string[] }[]> {
  return store.read(async (db) => {
    const found: { rule: string; figure: string; faults: string[] }[] = [];
    for (const { rule, figure, check } of invariants)
      found.push({ rule, figure: await figure(db), faults: await check(db) });
    return found;
  });
}
