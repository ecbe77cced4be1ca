import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { formatPrice } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { screensComeInSteps } from "../../lib/screen-steps.ts";
import { useSteady } from "../../lib/use-steady.ts";
import { deskScreen, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/actions/button.tsx";
import { AfterPaint } from "../../ui/states/after-paint.tsx";
import { LatePart } from "../../ui/states/late-part.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { MarketChart } from "../market/chart/market-chart.tsx";
import { DayFigures } from "../market/header/market-header.tsx";
import { OrderBook } from "../market/book/order-book.tsx";
import { RulesTrouble, useRulesAwaited } from "../market/feed/rules-trouble.tsx";
import { useSymbolRow } from "../market/feed/use-ticker.ts";
import type { TouchedLine } from "../trade/own-orders/own-lines.tsx";
import { OwnLinesNote } from "../trade/own-orders/own-lines-note.tsx";
import type { OfferedProps, TradingScreenProps } from "../trade/trade-screen.ts";
import { TradeFrame } from "../trade/trade-frame.tsx";
import { Desk } from "../trade/desk/desk.tsx";
import { ChartRoom } from "../trade/chart-room/chart-room.tsx";
import { useTradeStop } from "../trade/ticket/use-trade-stop.ts";
import { usualLeverage } from "./figures/contract-market.ts";
import { ContractLines } from "./contract-lines.tsx";
import { ContractRules } from "./contract-rules.tsx";
import { orderLineId } from "./line-target.ts";
import { FundingLine } from "./funding-line.tsx";
import { OpeningConfirm } from "./open/opening-confirm.tsx";
import { mayReplace, replacingIntent } from "./open/replaced-order.ts";
import { OpeningTicket } from "./open/opening-ticket.tsx";
import type { ContractTab } from "./positions-panel.tsx";
import { PositionsStrip } from "./positions-strip.tsx";
import { useContractFacts } from "./figures/use-contract-facts.ts";
import { useOpeningDraft } from "./open/opening-draft.ts";
import { useOpeningSheet } from "./open/use-opening-sheet.ts";
import { useOwnContractFills } from "./use-own-contract-fills.ts";
import { useOwnContractLines } from "./use-own-contract-lines.ts";
import styles from "../market/header/market-screen.module.css";
import screen from "../trade/trade-screen.module.css";
import own from "./contracts-screen.module.css";

const loadPriceSheet = () =>
  import("./open/order-price-sheet.tsx").then((loaded) => loaded.OrderPriceSheet);

/** Perpetual contracts: a market with its funding, chart and book, a ticket, and the person's positions. */
export function ContractsScreen({ wanted, ...rest }: TradingScreenProps<ContractTab>) {
  return (
    <TradeFrame scope="contract" wanted={wanted} onSymbol={rest.onSymbol} desk="figures">
      {(symbol) => <OfferedContract symbol={symbol} {...rest} />}
    </TradeFrame>
  );
}

function OfferedContract({ symbol, onSymbol, tab, onTab, notify }: OfferedProps<ContractTab>) {
  const { t, i18n } = useLingui();
  const terms = useSymbolRow(symbol)?.contract;
  const awaited = useRulesAwaited();
  const facts = useContractFacts(symbol);
  const { text, draft, change, clear } = useOpeningDraft(symbol, i18n.locale);
  const lines = useOwnContractLines(terms?.contract_code);
  const fills = useOwnContractFills(terms?.contract_code);
  const isDesk = useMedia(deskScreen);
  const [touched, setTouched] = useState<TouchedLine | null>(null);
  const [picked, setPicked] = useState("");
  /** A visitor's own choice: there is no account to keep it. */
  const [tried, setTried] = useState<number | null>(null);
  const [lifted, setLifted] = useState(false);
  const [changing, setChanging] = useState<ContractOrder | null>(null);
  const leverage = facts?.leverage ?? tried ?? usualLeverage(facts?.market);
  const order = useOpeningSheet({
    draft,
    leverage,
    facts,
    notify,
    onPlaced: clear,
    onWaiting: () => onTab("pending"),
  });
  const stop = useTradeStop(symbol, facts);

  const pickPrice = useSteady((plain: string) => {
    change({ type: "limit", price: toInputText(plain, i18n.locale) });
    const price = formatPrice(plain, facts?.market.terms.price ?? 8, i18n.locale);
    setPicked(t`Limit price ${price}`);
  });
  const onLine = useSteady((id: string | null, price: string | null) => {
    const dragged =
      price === null ? undefined : facts?.orders?.find((one) => orderLineId(one) === id);
    if (dragged && price !== null && mayReplace(dragged))
      order.request(replacingIntent(dragged, price));
    else setTouched({ id, price });
  });
  // The screen renders with each price; the parts that get these need not.
  const chart = useMemo(
    () => ({ lines, fills, onPickPrice: pickPrice, onLine }),
    [lines, fills, pickPrice, onLine],
  );

  return (
    <>
      {isDesk && (
        <Desk {...{ symbol, onSymbol, notify, chart }} scope="contract" onPickPrice={pickPrice} />
      )}
      <div className={screen.chart}>
        <ChartRoom symbol={symbol}>
          <MarketChart symbol={symbol} {...chart} />
        </ChartRoom>
        <ContractLines
          symbol={symbol}
          lines={lines}
          touched={touched}
          onTouched={setTouched}
          onChange={setChanging}
        />
        <LatePart
          load={loadPriceSheet}
          wanted={changing !== null}
          onMissing={() => {
            setChanging(null);
            notify({
              type: "error",
              description: t`This part could not be loaded. Try again with a connection.`,
            });
          }}
          props={{
            order: changing,
            facts,
            onPrice: (changed, price) => {
              setChanging(null);
              order.request(replacingIntent(changed, price));
            },
            onClose: () => setChanging(null),
          }}
        />
        <OwnLinesNote symbol={symbol} lines={lines} />
      </div>
      <AfterPaint atOnce={!screensComeInSteps()}>
        <OpeningTicket
          symbol={symbol}
          facts={facts}
          text={text}
          draft={draft}
          leverage={leverage}
          onLeverage={setTried}
          onChange={change}
          write={order.write}
          sending={order.sending}
          onConfirm={order.request}
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
        <div id="desk-lower" className={screen.lower}>
          {!terms && !awaited && <RulesTrouble />}
          {terms && <FundingLine symbol={symbol} contractCode={terms.contract_code} />}
          {terms && (
            <PositionsStrip
              contractCode={terms.contract_code}
              tab={tab}
              onTab={onTab}
              open={lifted}
              onOpen={setLifted}
            />
          )}
          {!isDesk && (
            // Hidden while the rules come, and not left out: each time it is mounted it asks for rules that failed to come.
            <section
              className={styles.day}
              data-awaited={(!terms && awaited) || undefined}
              aria-label={t`The last 24 hours`}
            >
              <DayFigures symbol={symbol} />
            </section>
          )}
          {terms && (
            <details className={own.rules}>
              <summary>
                <Trans>Rules, fees and leverage of this contract</Trans>
              </summary>
              <div className={styles.cards}>
                <ContractRules symbol={symbol} terms={terms} />
              </div>
            </details>
          )}
        </div>
        <OpeningConfirm
          open={order.isOpen}
          write={order.write}
          facts={facts}
          stop={stop}
          sending={order.sending !== undefined}
          busyElsewhere={order.isBusyElsewhere}
          onConfirm={order.confirm}
          onClose={order.leave}
          onPositions={() => {
            order.dismiss();
            onTab("position");
            setLifted(true);
          }}
        />
      </AfterPaint>
    </>
  );
}
