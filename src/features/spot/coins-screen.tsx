import { useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { formatPrice } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { screensComeInSteps } from "../../lib/screen-steps.ts";
import { useSteady } from "../../lib/use-steady.ts";
import { deskScreen, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/actions/button.tsx";
import { AfterPaint } from "../../ui/states/after-paint.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { MarketChart } from "../market/chart/market-chart.tsx";
import { DayFigures } from "../market/header/market-header.tsx";
import { OrderBook } from "../market/book/order-book.tsx";
import { Desk } from "../trade/desk/desk.tsx";
import { ChartRoom } from "../trade/chart-room/chart-room.tsx";
import { ConfirmSheet } from "./confirm/confirm-sheet.tsx";
import { useDraggedOrder } from "./confirm/use-dragged-order.ts";
import { CoinLines } from "./orders/coin-lines.tsx";
import { OrderSheet } from "./orders/order-sheet.tsx";
import { OrderTicket } from "./ticket/order-ticket.tsx";
import type { OrderTab } from "./orders/orders-panel.tsx";
import { OrdersStrip } from "./orders/orders-strip.tsx";
import type { TouchedLine } from "../trade/own-orders/own-lines.tsx";
import { OwnLinesNote } from "../trade/own-orders/own-lines-note.tsx";
import { withFreed } from "./ticket/ticket-market.ts";
import { ticketPrefillAtom } from "./orders/ticket-prefill.ts";
import type { OfferedProps, TradingScreenProps } from "../trade/trade-screen.ts";
import { TradeFrame } from "../trade/trade-frame.tsx";
import { useTradeStop } from "../trade/ticket/use-trade-stop.ts";
import { usePrefill } from "../trade/ticket/use-prefill.ts";
import { useOrderSheet } from "./confirm/use-order-sheet.ts";
import { useOwnFills } from "./orders/use-own-fills.ts";
import { useOwnLines } from "./orders/use-own-lines.ts";
import { useReplacedOrder } from "./ticket/replace-notice.tsx";
import type { OrderIntent } from "./ticket/ticket-facts.ts";
import { useTicketDraft } from "./ticket/ticket-draft.ts";
import { useTicketFacts } from "./ticket/use-ticket-facts.ts";
import market from "../market/header/market-screen.module.css";
import styles from "../trade/trade-screen.module.css";

/** Spot trading: a market, its chart and book, a ticket, and the person's orders. */
export function CoinsScreen({ wanted, ...rest }: TradingScreenProps<OrderTab>) {
  return (
    <TradeFrame scope="coin" wanted={wanted} onSymbol={rest.onSymbol}>
      {(symbol) => <OfferedMarket symbol={symbol} {...rest} />}
    </TradeFrame>
  );
}

function OfferedMarket({ symbol, onSymbol, tab, onTab, notify }: OfferedProps<OrderTab>) {
  const { t, i18n } = useLingui();
  const known = useTicketFacts(symbol);
  const { text, draft, change, take, clear } = useTicketDraft(symbol, i18n.locale);
  const taken = usePrefill(ticketPrefillAtom, symbol, take);
  const [priceField, setPriceField] = useState<"price" | "stopPrice">("price");
  const [picked, setPicked] = useState("");
  const replaced = useReplacedOrder(text.replaces);
  const facts = known && replaced?.order ? withFreed(known, replaced.order) : known;
  const lines = useOwnLines(symbol);
  const fills = useOwnFills(symbol);
  const isDesk = useMedia(deskScreen);
  const [openedOrder, setOpenedOrder] = useState<string | null>(null);
  /** Counted by prefills: an order that is to be changed is looked at in the ticket, and the lists go down. */
  const [liftedAt, setLiftedAt] = useState<number | null>(null);

  const order = useOrderSheet({
    symbol,
    draft,
    facts,
    notify,
    onPlaced: clear,
    onWaiting: () => onTab("pending"),
  });
  const stop = useTradeStop(symbol, facts);
  const [touched, setTouched] = useState<TouchedLine | null>(null);
  const request = (intent: OrderIntent) =>
    order.request(
      replaced?.order ? { ...intent, filled_amount: replaced.order.filled_amount } : intent,
    );
  const dragOrder = useDraggedOrder({ draft, facts, replaced, request });

  const pickPrice = useSteady((plain: string) => {
    const { type } = draft;
    const field =
      type === "stop-market" ? "stopPrice" : type === "stop-limit" ? priceField : "price";
    change({
      [field]: toInputText(plain, i18n.locale),
      ...(type === "market" && { type: "limit" }),
    });
    const price = formatPrice(plain, facts?.market.scales.price ?? 8, i18n.locale);
    setPicked(field === "stopPrice" ? t`Stop price ${price}` : t`Limit price ${price}`);
  });
  const onLine = useSteady((id: string | null, price: string | null) =>
    id !== null && price !== null ? dragOrder(id, price) : setTouched({ id, price: null }),
  );
  const onLifted = useSteady((open: boolean) => setLiftedAt(open ? taken : null));
  // The screen renders with each price; the parts that get these need not.
  const chart = useMemo(
    () => ({ lines, fills, onPickPrice: pickPrice, onLine }),
    [lines, fills, pickPrice, onLine],
  );

  return (
    <>
      {isDesk && (
        <Desk {...{ symbol, onSymbol, notify, chart }} scope="coin" onPickPrice={pickPrice} />
      )}
      <div className={styles.chart}>
        <ChartRoom symbol={symbol}>
          <MarketChart symbol={symbol} {...chart} />
        </ChartRoom>
        <CoinLines
          symbol={symbol}
          lines={lines}
          touched={touched}
          onTouched={setTouched}
          onOrder={setOpenedOrder}
        />
        <OwnLinesNote symbol={symbol} lines={lines} />
      </div>
      <AfterPaint atOnce={!screensComeInSteps()}>
        <OrderTicket
          symbol={symbol}
          facts={facts}
          text={text}
          draft={draft}
          onChange={change}
          write={order.write}
          sending={order.sending !== undefined}
          onConfirm={request}
          replaced={replaced}
          taken={taken}
          onPriceField={setPriceField}
          aside={!isDesk && <OrderBook symbol={symbol} rows={5} onPickPrice={pickPrice} />}
          progress={
            order.isHidden && (
              <Button look="quiet" onClick={order.show}>{t`An order is under way. Show it`}</Button>
            )
          }
        />
        <VisuallyHidden>
          <span role="status">{picked}</span>
        </VisuallyHidden>
        <div id="desk-lower" className={styles.lower}>
          <OrdersStrip
            symbol={symbol}
            tab={tab}
            onTab={onTab}
            onOrder={setOpenedOrder}
            open={liftedAt === taken}
            onOpen={onLifted}
          />
          {!isDesk && (
            <section className={market.day} aria-label={t`The last 24 hours`}>
              <DayFigures symbol={symbol} />
            </section>
          )}
        </div>
        <ConfirmSheet
          open={order.isOpen}
          write={order.write}
          facts={facts}
          stop={stop}
          sending={order.sending !== undefined}
          busyElsewhere={order.isBusyElsewhere}
          onConfirm={order.confirm}
          onClose={order.leave}
          onOrder={(orderId) => {
            order.dismiss();
            setOpenedOrder(orderId);
          }}
        />
        <OrderSheet orderId={openedOrder} onClose={() => setOpenedOrder(null)} />
      </AfterPaint>
    </>
  );
}
