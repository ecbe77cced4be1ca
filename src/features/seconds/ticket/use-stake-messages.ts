import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import type { LimitBlock } from "../limits/limit-block.ts";
import type { StakeProblem } from "./stake-form.ts";
import { useSecondsMessages } from "../figures/use-seconds-messages.ts";

/** Messages about the problems of a stake, and about reached limits. */
export function useLimitTexts() {
  const { t } = useLingui();
  const messages = useSecondsMessages();
  return {
    problem(problem: StakeProblem): string {
      switch (problem.kind) {
        case "missing":
          return t`Enter a stake.`;
        case "below-minimum":
          return t`At least ${messages.money(problem.minimum)}.`;
        case "above-maximum":
          return t`At most ${messages.money(problem.maximum)} in one contract.`;
        case "above-own":
          return t`Your own limit is ${messages.money(problem.maximum)} for one contract.`;
        case "above-daily":
          return t`Only ${messages.money(problem.left)} is left of your own limit for today, ${messages.money(problem.limit)}.`;
        case "above-at-stake":
          return t`At most ${messages.money(problem.limit)} may be at stake at once; ${messages.money(problem.left)} is left of it.`;
        case "insufficient":
          return t`You have ${messages.own(problem.available)} available.`;
      }
    },
    /** @param paceEnd when the next contract fits the pace again, Unix ms; undefined where unknown */
    block(block: LimitBlock, paceEnd: number | undefined): string {
      switch (block.kind) {
        case "cool-off":
          return t`You are taking a break: no new contract before ${messages.moment(block.until)}.`;
        case "own-stake":
          return t`Your own limit for one contract, ${messages.money(block.limit)}, is below the smallest stake here.`;
        case "pace": {
          const contracts = plural(block.limit, { one: "# contract", other: "# contracts" });
          return paceEnd === undefined
            ? t`Your own limit is reached: ${contracts} in 60 minutes.`
            : t`Your own limit is reached: ${contracts} in 60 minutes. The next one can be made from ${messages.moment(paceEnd)} on.`;
        }
        case "daily-loss":
          return t`Your own limit for one day, ${messages.money(block.limit)}, is used up by what you lost today and what is at stake now. A new day begins ${messages.moment(block.until)}.`;
        case "at-stake":
          return t`The venue lets ${messages.money(block.limit)} be at stake at once. Wait until a contract has ended.`;
        case "running":
          return t`The venue lets ${plural(block.limit, { one: "# contract", other: "# contracts" })} run at once. Wait until one has ended.`;
      }
    },
  };
}
