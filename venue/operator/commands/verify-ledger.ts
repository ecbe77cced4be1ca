import { checkBooks } from "../acts/check-ledger.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** Prints every invariant of the books with what it covers; 1 where one is broken. */
export async function verifyLedger({ store, print }: OperatorDeps): Promise<number> {
  const outcomes = await checkBooks(store);
  for (const { rule, figure, faults } of outcomes) {
    print(`${faults.length === 0 ? "holds " : "BROKEN"}  ${rule} (${figure})`);
    for (const fault of faults) print(`        ${fault}`);
  }
  const broken = outcomes.filter(({ faults }) => faults.length > 0).length;
  print(
    broken === 0
      ? `All ${outcomes.length} invariants hold.`
      : `${broken} of ${outcomes.length} invariants are broken.`,
  );
  return broken === 0 ? 0 : 1;
}
