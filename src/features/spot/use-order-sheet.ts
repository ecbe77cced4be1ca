import { useAtomValue } from "jotai";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { useFlowSheet, type FlowSheetSituation } from "../trading/use-flow-sheet.ts";
import { useSeen } from "../trading/use-seen.ts";
import { isPlain, type Look } from "./confirm-check.ts";
import type { CoinOrder } from "#protocol/spot.ts";
import type { OrderIntent } from "./order-flow.ts";
import { ticketSummary, type TicketDraft, type TicketFacts } from "./ticket-form.ts";
import { coinsFollowed, useDeliverCoin } from "./use-order-flow.ts";
import { useOutcomeText } from "./use-outcome-text.ts";

export interface OrderSheetSituation extends Pick<
  FlowSheetSituation<OrderIntent, CoinOrder>,
  "onWaiting" | "notify"
> {
  symbol: string;
  draft: TicketDraft;
  facts: TicketFacts | undefined;
  /** The venue has the order of this market: what was typed for it may go. */
  onTaken: () => void;
}

/** A coin order's way with what is seen of it. */
export function useOrderSheet({
  symbol,
  draft,
  facts,
  onTaken,
  onWaiting,
  notify,
}: OrderSheetSituation) {
  const settings = useAtomValue(orderSettingsAtom);
  const deliver = useDeliverCoin();
  const outcomeText = useOutcomeText();
  const key = !settings.confirm && facts ? JSON.stringify([facts.market.symbol, draft]) : undefined;
  const seen = useSeen<Look | undefined>(key, () => {
    if (!facts) return undefined;
    const { estimate, fate } = ticketSummary(draft, facts);
    return { estimate, fate };
  });
  return useFlowSheet<OrderIntent, CoinOrder>({
    kind: coinsFollowed,
    deliver,
    outcomeText,
    onWaiting,
    notify,
    isQuiet: (intent) =>
      !settings.confirm && facts !== undefined && isPlain(intent, facts, settings, seen),
    onTaken: (intent) => {
      if (intent.symbol === symbol) onTaken();
    },
  });
}
