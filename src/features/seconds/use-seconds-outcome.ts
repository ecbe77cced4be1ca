import { useLingui } from "@lingui/react/macro";
import { secondsStatus, type SecondsOrder } from "#protocol/seconds-order.ts";
import { useRunningWords } from "./use-running-words.ts";

/** What the venue did with a contract, in a sentence, for whoever staked it. */
export function useSecondsOutcome(): (order: SecondsOrder) => string {
  const { t } = useLingui();
  const words = useRunningWords();
  return (order) => {
    const name = words.name(order);
    if (order.status === secondsStatus.inDelivery)
      return t`Accepted: ${name}. The entry price locks at ${words.moment(order.t0)}.`;
    const outcome = order.result === null ? "" : words.outcome(order.result);
    return t`Your contract was accepted and has ended: ${name}. ${outcome}.`;
  };
}
