import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatPrice } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { OrderBook } from "../market/order-book.tsx";
import { RulesTrouble, useRulesAwaited } from "../market/rules-trouble.tsx";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { useSymbolRow } from "../market/use-ticker.ts";
import { OwnLinesNote } from "../trading/own-lines-note.tsx";
import type { OfferedProps, TradingScreenProps } from "../trading/trading-screen.ts";
import { useTradeStop } from "../trading/use-trade-stop.ts";
import { usualLeverage } from "./contract-market.ts";
import { ContractRules } from "./contract-rules.tsx";
import { FundingLine } from "./funding-line.tsx";
import { OpeningConfirm } from "./opening-confirm.tsx";
import { OpeningTicket } from "./opening-ticket.tsx";
import { PositionsPanel, type ContractTab } from "./positions-panel.tsx";
import { useContractFacts } from "./use-contract-facts.ts";
import { useOpeningDraft } from "./use-opening-draft.ts";
import { useOpeningSheet } from "./use-opening-sheet.ts";
import { useOwnContractLines } from "./use-own-contract-lines.ts";
import styles from "../market/facts.module.css";
import own from "./contracts-screen.module.css";

/** Perpetual contracts: a market with its funding, chart and book, a ticket, and the person's positions. */
export function ContractsScreen({ wanted, ...rest }: TradingScreenProps<ContractTab>) {
  const { symbol, offered } = useScopeSymbol("contract", wanted);
  return offered ? (
    <OfferedContract symbol={symbol} {...rest} />
  ) : (
    <NotOffered symbol={symbol} scope="contract" onPick={rest.onSymbol} />
  );
}

function OfferedContract({ symbol, onSymbol, tab, onTab, notify }: OfferedProps<ContractTab>) {
  const { t, i18n } = useLingui();
  const terms = useSymbolRow(symbol)?.contract;
  const awaited = useRulesAwaited();
  const facts = useContractFacts(symbol);
  const { text, draft, change, clear } = useOpeningDraft(symbol, i18n.locale);
  const lines = useOwnContractLines(terms?.contract_code);
  const [picked, setPicked] = useState("");
  /** A visitor's own choice: there is no account to keep it. */
  const [tried, setTried] = useState<number | null>(null);
  const leverage = facts?.leverage ?? tried ?? usualLeverage(facts?.market);
  const order = useOpeningSheet({
    draft,
    leverage,
    facts,
    notify,
    onTaken: clear,
    onWaiting: () => onTab("pending"),
  });
  const stop = useTradeStop(symbol, facts);

  function pickPrice(plain: string) {
    change({ type: "limit", price: toInputText(plain, i18n.locale) });
    const price = formatPrice(plain, facts?.market.terms.price ?? 8, i18n.locale);
    setPicked(t`Limit price ${price}`);
  }

  return (
    <div className={styles.screen}>
      <MarketHeader symbol={symbol} scope="contract" onPick={onSymbol} />
      {terms && <FundingLine symbol={symbol} contractCode={terms.contract_code} />}
      <MarketChart symbol={symbol} lines={lines} onPickPrice={pickPrice} />
      <OwnLinesNote symbol={symbol} lines={lines} />
      {!terms && !awaited && <RulesTrouble />}
      <OpeningTicket
        symbol={symbol}
        facts={facts}
        text={text}
        draft={draft}
        leverage={leverage}
        onLeverage={setTried}
        onChange={change}
        flow={order.flow}
        onConfirm={order.request}
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
      {terms && <PositionsPanel contractCode={terms.contract_code} tab={tab} onTab={onTab} />}
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
      <OpeningConfirm
        open={order.isOpen}
        flow={order.flow}
        facts={facts}
        stop={stop}
        busyElsewhere={order.busyElsewhere}
        onConfirm={order.confirm}
        onClose={order.leave}
        onPositions={() => {
          order.dismiss();
          onTab("position");
        }}
      />
    </div>
  );
}
