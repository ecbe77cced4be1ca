import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { useFlowSheet, type FlowSheetSituation } from "../trading/use-flow-sheet.ts";
import { placeSecondsMutation } from "./queries.ts";
import { holdWhileRuns } from "./running-queries.ts";
import { secondsFollowed, type SecondsIntent } from "./seconds-flow.ts";
import { useSecondsOutcome } from "./use-seconds-outcome.ts";

export interface SecondsSheetSituation extends Pick<
  FlowSheetSituation<SecondsIntent, SecondsOrder>,
  "onWaiting" | "notify"
> {
  symbol: string;
  /** The odds that the venue offers now for a duration; a contract at others is looked at first. */
  oddsOf: (time: number) => string | undefined;
  /** Something is to be warned of: the contract is shown once more although that is switched off. */
  isGrave: boolean;
  /** The venue has the contract of this market: what was typed for it may go. */
  onTaken: () => void;
}

/** A contract on its way, with what is seen of it. */
export function useSecondsSheet({
  symbol,
  oddsOf,
  isGrave,
  onTaken,
  onWaiting,
  notify,
}: SecondsSheetSituation) {
  const { confirm } = useAtomValue(orderSettingsAtom);
  const place = useMutation(placeSecondsMutation());
  const outcomeText = useSecondsOutcome();
  return useFlowSheet<SecondsIntent, SecondsOrder>({
    kind: secondsFollowed,
    outcomeText,
    onWaiting,
    notify,
    async deliver({ id, intent }) {
      const order = await place.mutateAsync({ ...intent, client_order_id: id });
      holdWhileRuns(order);
      return order;
    },
    isQuiet: ({ time, odds }) => !confirm && !isGrave && odds === oddsOf(time),
    onTaken: (intent) => {
      if (intent.symbol === symbol) onTaken();
    },
  });
}
