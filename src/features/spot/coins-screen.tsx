import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatPrice } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { OrderBook } from "../market/order-book.tsx";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { ConfirmSheet } from "./confirm-sheet.tsx";
import { OrderSheet } from "./order-sheet.tsx";
import { OrderTicket } from "./order-ticket.tsx";
import { OrdersPanel, type OrderTab } from "./orders-panel.tsx";
import { OwnLinesNote } from "../trading/own-lines-note.tsx";
import { withFreed } from "./ticket-market.ts";
import { ticketWishAtom } from "./ticket-wish-atom.ts";
import type { OfferedProps, TradingScreenProps } from "../trading/trading-screen.ts";
import { useTradeStop } from "../trading/use-trade-stop.ts";
import { useTakenWish } from "../trading/use-taken-wish.ts";
import { useOrderSheet } from "./use-order-sheet.ts";
import { useOwnLines } from "./use-own-lines.ts";
import { useReplacedOrder } from "./use-replaced-order.ts";
import { useTicketDraft } from "./use-ticket-draft.ts";
import { useTicketFacts } from "./use-ticket-facts.ts";
import styles from "./coins-screen.module.css";

/** Spot trading: a market, its chart and book, a ticket, and the person's orders. */
export function CoinsScreen({ wanted, ...rest }: TradingScreenProps<OrderTab>) {
  const { symbol, offered } = useScopeSymbol("coin", wanted);
  return offered ? (
    <OfferedMarket symbol={symbol} {...rest} />
  ) : (
    <NotOffered symbol={symbol} scope="coin" onPick={rest.onSymbol} />
  );
}

function OfferedMarket({ symbol, onSymbol, tab, onTab, notify }: OfferedProps<OrderTab>) {
  const { t, i18n } = useLingui();
  const known = useTicketFacts(symbol);
  const { text, draft, change, take, clear } = useTicketDraft(symbol, i18n.locale);
  const taken = useTakenWish(ticketWishAtom, symbol, take);
  const [priceField, setPriceField] = useState<"price" | "stopPrice">("price");
  const [picked, setPicked] = useState("");
  const replaced = useReplacedOrder(text.replaces);
  const facts = known && replaced?.order ? withFreed(known, replaced.order) : known;
  const lines = useOwnLines(symbol);
  const [openedOrder, setOpenedOrder] = useState<string | null>(null);

  const order = useOrderSheet({
    symbol,
    draft,
    facts,
    notify,
    onTaken: clear,
    onWaiting: () => onTab("pending"),
  });
  const stop = useTradeStop(symbol, facts);

  function pickPrice(plain: string) {
    const { type } = draft;
    const field =
      type === "stop-market" ? "stopPrice" : type === "stop-limit" ? priceField : "price";
    change({
      [field]: toInputText(plain, i18n.locale),
      ...(type === "market" && { type: "limit" }),
    });
    const price = formatPrice(plain, facts?.market.scales.price ?? 8, i18n.locale);
    setPicked(field === "stopPrice" ? t`Stop price ${price}` : t`Limit price ${price}`);
  }

  return (
    <div className={styles.screen}>
      <MarketHeader symbol={symbol} onPick={onSymbol} scope="coin" />
      <MarketChart symbol={symbol} lines={lines} onPickPrice={pickPrice} />
      <OwnLinesNote symbol={symbol} lines={lines} />
      <OrderTicket
        symbol={symbol}
        facts={facts}
        text={text}
        draft={draft}
        onChange={change}
        flow={order.flow}
        onConfirm={(intent) =>
          order.request(
            replaced?.order ? { ...intent, filled_amount: replaced.order.filled_amount } : intent,
          )
        }
        replaced={replaced}
        taken={taken}
        onPriceField={setPriceField}
        aside={<OrderBook symbol={symbol} rows={5} onPickPrice={pickPrice} />}
        progress={
          order.isHidden && (
            <Button look="quiet" onClick={order.show}>{t`An order is under way. Show it`}</Button>
          )
        }
      />
      <VisuallyHidden>
        <span role="status">{picked}</span>
      </VisuallyHidden>
      <OrdersPanel symbol={symbol} tab={tab} onTab={onTab} onOrder={setOpenedOrder} />
      <ConfirmSheet
        open={order.isOpen}
        flow={order.flow}
        facts={facts}
        stop={stop}
        busyElsewhere={order.busyElsewhere}
        onConfirm={order.confirm}
        onClose={order.leave}
        onOrder={(orderId) => {
          order.dismiss();
          setOpenedOrder(orderId);
        }}
      />
      <OrderSheet orderId={openedOrder} onClose={() => setOpenedOrder(null)} />
    </div>
  );
}
