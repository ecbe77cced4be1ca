import { useAtomValue } from "jotai";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { useOrderWrite, type OrderWriteOptions } from "../../trade/writes/use-order-write.ts";
import { useSeen } from "../../trade/ticket/use-seen.ts";
import { isPlain, type Look } from "../ticket/ticket-check.ts";
import type { OrderIntent, TicketDraft, TicketFacts } from "../ticket/ticket-facts.ts";
import { ticketSummary } from "../ticket/ticket-form.ts";
import { coinOrders } from "./coin-orders.ts";
import { useOutcomeText } from "../orders/use-outcome-message.ts";
import { useRefusalText } from "./refusal-messages.ts";

export interface OrderSheetOptions extends Pick<
  OrderWriteOptions<OrderIntent, CoinOrder>,
  "onWaiting" | "notify"
> {
  symbol: string;
  draft: TicketDraft;
  facts: TicketFacts | undefined;
  /** The venue has the order of this market: what was typed for it may go. */
  onPlaced: () => void;
}

/** A coin order from the ticket to its outcome, with what the sheet shows of it. */
export function useOrderSheet({
  symbol,
  draft,
  facts,
  onPlaced,
  onWaiting,
  notify,
}: OrderSheetOptions) {
  const settings = useAtomValue(orderSettingsAtom);
  const outcomeMessage = useOutcomeText();
  const refusalText = useRefusalText();
  const key = !settings.confirm && facts ? JSON.stringify([facts.market.symbol, draft]) : undefined;
  const seen = useSeen<Look | undefined>(key, () => {
    if (!facts) return undefined;
    const { estimate, fate } = ticketSummary(draft, facts);
    return { estimate, fate };
  });
  return useOrderWrite<OrderIntent, CoinOrder>({
    kind: coinOrders,
    outcomeMessage,
    refusalMessage: (refusal, intent) => refusalText(refusal, intent.symbol),
    onWaiting,
    notify,
    isQuiet: (intent) =>
      !settings.confirm && facts !== undefined && isPlain(intent, facts, settings, seen),
    onPlaced: (intent) => {
      if (intent.symbol === symbol) onPlaced();
    },
  });
}
