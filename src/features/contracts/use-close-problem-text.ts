import { useLingui } from "@lingui/react/macro";
import type { ContractPosition } from "#protocol/perpetual.ts";
import type { CloseProblem } from "./close-form.ts";
import type { ContractWords } from "./use-contract-words.ts";

/** What keeps a close from being sent, in words. */
export function useCloseProblemText(
  position: ContractPosition,
  words: ContractWords,
): (problem: CloseProblem | undefined) => string | undefined {
  const { t } = useLingui();
  return (problem) => {
    const free = words.contracts(position.available);
    switch (problem) {
      case undefined:
        return undefined;
      case "nothing-available":
        return t`All of it waits in a closing order. Cancel that order first.`;
      case "volume-missing":
      case "volume-zero":
        return t`Enter how many contracts.`;
      case "above-available":
        return t`At most ${free} are free to close.`;
      case "price-missing":
        return t`Enter a limit price.`;
    }
  };
}
