import { ledgerInvariants } from "../ledger/coherent.ts";
import { contractInvariants } from "../perpetual/rows.ts";
import { secondsInvariants } from "../seconds/rows.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** Checks every invariant of the books in one snapshot and prints each with what it covers; 1 where one is broken. */
export async function verifyLedger({ store, print }: OperatorDeps): Promise<number> {
  const outcomes = await store.read(async (db) => {
    const found: { rule: string; figure: string; faults: string[] }[] = [];
    for (const { rule, figure, check } of [...ledgerInvariants, ...contractInvariants, ...secondsInvariants]) found.push({ rule, figure: await figure(db), faults: await check(db) });
    return found;
  });
  for (const { rule, figure, faults } of outcomes) {
    print(`${faults.length === 0 ? "holds " : "BROKEN"}  ${rule} (${figure})`);
    for (const fault of faults) print(`        ${fault}`);
  }
  const broken = outcomes.filter(({ faults }) => faults.length > 0).length;
  print(broken === 0 ? `All ${outcomes.length} invariants hold.` : `${broken} of ${outcomes.length} invariants are broken.`);
  return broken === 0 ? 0 : 1;
}
