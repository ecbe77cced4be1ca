import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { OrderBook } from "../market/order-book.tsx";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { useFreshness } from "../market/use-ticker.ts";
import { useOnline } from "../platform/use-online.ts";
import { ConfirmSheet } from "./confirm-sheet.tsx";
import { isUnderWay, type OrderFlow } from "./order-flow.ts";
import { OrderSheet } from "./order-sheet.tsx";
import { OrderTicket } from "./order-ticket.tsx";
import { OrdersPanel, type OrderTab } from "./orders-panel.tsx";
import { tradeStop } from "./trade-stop.ts";
import { useOrderFlow } from "./use-order-flow.ts";
import { useOutcomeText } from "./use-outcome-text.ts";
import { useTicketDraft } from "./use-ticket-draft.ts";
import { useTicketFacts } from "./use-ticket-facts.ts";
import styles from "./coins-screen.module.css";

export interface CoinsScreenProps {
  /** The market the address names. */
  wanted: string | undefined;
  onSymbol: (symbol: string) => void;
  /** Undefined until the person has chosen one. */
  tab: OrderTab | undefined;
  onTab: (tab: OrderTab) => void;
  /** Shows a toast. */
  notify: (toast: { type: "success" | "warning" | "info"; description: string }) => void;
}

/** Spot trading: a market, its chart and book, a ticket, and the person's orders. */
export function CoinsScreen({ wanted, ...rest }: CoinsScreenProps) {
  const { symbol, offered } = useScopeSymbol("coin", wanted);
  return offered ? <OfferedMarket symbol={symbol} {...rest} /> : <NotOffered symbol={symbol} scope="coin" onPick={rest.onSymbol} />;
}

function OfferedMarket({ symbol, onSymbol, tab, onTab, notify }: Omit<CoinsScreenProps, "wanted"> & { symbol: string }) {
  const { t, i18n } = useLingui();
  const outcomeText = useOutcomeText();
  const online = useOnline();
  const standing = useAtomValue(standingAtom);
  const freshness = useFreshness(symbol);
  const facts = useTicketFacts(symbol);
  const { text, draft, change, clear } = useTicketDraft(symbol, i18n.locale);
  const [hidden, setHidden] = useState(false);
  const [openedOrder, setOpenedOrder] = useState<string | null>(null);

  function tell(done: OrderFlow) {
    if (done.step === "filled" || done.step === "partly" || done.step === "cancelled" || done.step === "reviewing") {
      if (done.attempt.intent.symbol === symbol && done.step !== "cancelled") clear();
      // In sight, the sheet itself says it.
      if (hidden) notify({ type: done.step === "filled" ? "success" : done.step === "reviewing" ? "info" : "warning", description: outcomeText(done.order) });
    } else if (hidden && done.step === "absent") {
      notify({ type: "warning", description: t`Your order did not reach the venue. Nothing was bought or sold.` });
    }
  }

  const { flow, busyElsewhere, open, close, dismiss, confirm } = useOrderFlow(tell);
  const stop = tradeStop({ known: facts !== undefined, open: facts?.market.online ?? false, online, freshness: freshness.state, bookKnown: facts?.bookKnown ?? false, standing, underWay: false });

  function leaveSheet() {
    if (flow.step === "confirming") close();
    else if (isUnderWay(flow)) setHidden(true);
    else dismiss();
  }

  return (
    <div className={styles.screen}>
      <MarketHeader symbol={symbol} onPick={onSymbol} scope="coin" />
      <MarketChart symbol={symbol} />
      <OrderTicket
        symbol={symbol}
        facts={facts}
        text={text}
        draft={draft}
        onChange={change}
        flow={flow}
        onConfirm={(intent) => {
          setHidden(false);
          open(intent);
        }}
        aside={<OrderBook symbol={symbol} rows={5} />}
        progress={hidden && isUnderWay(flow) && <Button look="quiet" onClick={() => setHidden(false)}>{t`An order is under way. Show it`}</Button>}
      />
      <OrdersPanel tab={tab} onTab={onTab} onOrder={setOpenedOrder} />
      <ConfirmSheet
        open={flow.step !== "idle" && !hidden}
        flow={flow}
        facts={facts}
        stop={stop}
        busyElsewhere={busyElsewhere}
        onConfirm={() => void confirm()}
        onClose={leaveSheet}
        onOrder={(orderId) => {
          dismiss();
          setOpenedOrder(orderId);
        }}
      />
      <OrderSheet orderId={openedOrder} onClose={() => setOpenedOrder(null)} />
    </div>
  );
}
