import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import type { LimitBlock } from "./limit-block.ts";
import type { StakeProblem } from "./stake-form.ts";
import { useSecondsWords } from "./use-seconds-words.ts";

/** What is wrong with a stake, and which limit is reached, in words. */
export function useLimitTexts() {
  const { t } = useLingui();
  const words = useSecondsWords();
  return {
    problem(problem: StakeProblem): string {
      switch (problem.kind) {
        case "missing":
          return t`Enter a stake.`;
        case "below-minimum":
          return t`At least ${words.money(problem.minimum)}.`;
        case "above-maximum":
          return t`At most ${words.money(problem.maximum)} in one contract.`;
        case "above-own":
          return t`Your own limit is ${words.money(problem.maximum)} for one contract.`;
        case "above-daily":
          return t`Only ${words.money(problem.left)} is left of your own limit for today, ${words.money(problem.limit)}.`;
        case "above-at-stake":
          return t`At most ${words.money(problem.limit)} may be at stake at once; ${words.money(problem.left)} is left of it.`;
        case "insufficient":
          return t`You have ${words.own(problem.available)} available.`;
      }
    },
    /** @param paceEnd when the next contract fits the pace again, Unix ms; undefined where not known */
    block(block: LimitBlock, paceEnd: number | undefined): string {
      switch (block.kind) {
        case "cool-off":
          return t`You are taking a break: no new contract before ${words.moment(block.until)}.`;
        case "own-stake":
          return t`Your own limit for one contract, ${words.money(block.limit)}, is below the smallest stake here.`;
        case "pace": {
          const contracts = plural(block.limit, { one: "# contract", other: "# contracts" });
          return paceEnd === undefined
            ? t`Your own limit is reached: ${contracts} in 60 minutes.`
            : t`Your own limit is reached: ${contracts} in 60 minutes. The next one can be made from ${words.moment(paceEnd)} on.`;
        }
        case "daily-loss":
          return t`Your own limit for one day, ${words.money(block.limit)}, is used up by what you lost today and what is at stake now. A new day begins ${words.moment(block.until)}.`;
        case "at-stake":
          return t`The venue lets ${words.money(block.limit)} be at stake at once. Wait until a contract has ended.`;
        case "running":
          return t`The venue lets ${plural(block.limit, { one: "# contract", other: "# contracts" })} run at once. Wait until one has ended.`;
      }
    },
  };
}
