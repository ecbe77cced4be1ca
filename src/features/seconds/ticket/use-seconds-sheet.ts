import { useAtomValue } from "jotai";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { useOrderWrite, type OrderWriteOptions } from "../../trade/writes/use-order-write.ts";
import { secondsOrders, type SecondsIntent } from "../figures/seconds-write.ts";
import { useSecondsOutcomeMessage } from "../figures/use-seconds-messages.ts";
import { useSecondsRefusalText } from "./seconds-refusal-messages.ts";

export interface SecondsSheetOptions extends Pick<
  OrderWriteOptions<SecondsIntent, SecondsOrder>,
  "onWaiting" | "notify"
> {
  symbol: string;
  /** The odds that the venue offers now for a duration; a contract at others is looked at first. */
  oddsOf: (time: number) => string | undefined;
  /** True where there is a warning: the contract is then confirmed although the user has switched that off. */
  isGrave: boolean;
  /** The venue has the contract of this market: what was typed for it may go. */
  onPlaced: () => void;
}

/** A contract from the ticket to its outcome, with what the sheet shows of it. */
export function useSecondsSheet({
  symbol,
  oddsOf,
  isGrave,
  onPlaced,
  onWaiting,
  notify,
}: SecondsSheetOptions) {
  const { confirm } = useAtomValue(orderSettingsAtom);
  const outcomeMessage = useSecondsOutcomeMessage();
  const refusalMessage = useSecondsRefusalText();
  return useOrderWrite<SecondsIntent, SecondsOrder>({
    kind: secondsOrders,
    outcomeMessage,
    refusalMessage,
    onWaiting,
    notify,
    isQuiet: ({ time, odds }) => !confirm && !isGrave && odds === oddsOf(time),
    onPlaced: (intent) => {
      if (intent.symbol === symbol) onPlaced();
    },
  });
}
