import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { SymbolRow } from "#protocol/market.ts";
import { formatAmount, formatRate } from "../../lib/format.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { percentText } from "../market/percent-text.ts";
import { useSymbolRow } from "../market/use-ticker.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { CurrencyBills } from "./currency-bills.tsx";
import { CurrencyHolding } from "./currency-holding.tsx";
import facts from "../market/facts.module.css";
import styles from "./currency-screen.module.css";

/** One currency: its price, what I hold of it, its rules, its last bills. */
export function CurrencyScreen({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const blocked = useAtomValue(standingAtom) === "blocked";
  const row = useSymbolRow(symbol);

  const flag = row?.["base-currency"].toUpperCase();
  return (
    <div className={facts.screen}>
      <MarketHeader symbol={symbol} />
      <MarketChart symbol={symbol} small />
      <div className={facts.cards}>
        <AccountNotice />
        {authorized && !blocked && <CurrencyHolding flag={flag} />}
        {!authorized && (
          <Card title={t`What you hold`}>
            <LoginWanted compact title={t`Your balances appear here`}><Trans>Log in to see what you hold.</Trans></LoginWanted>
          </Card>
        )}
        <Card title={t`Trading rules`}><TradingRules row={row} /></Card>
        {authorized && !blocked && flag !== undefined && <CurrencyBills flag={flag} />}
      </div>
      <div className={styles.actions} data-sticky-bottom="">
        <Link to="/coins" search={{ symbol }} className={buttonClass({ look: "primary", wide: true })}>
          <Trans>Trade {flag ?? symbol.toUpperCase()}</Trans>
        </Link>
        {row?.contract && (
          <Link to="/contracts" search={{ symbol }} className={buttonClass({ wide: true })}>
            <Trans>Contract</Trans>
          </Link>
        )}
      </div>
    </div>
  );
}

/** Before the rules have arrived each line is there already, without its figure. */
function TradingRules({ row }: { row: SymbolRow | undefined }) {
  const { t, i18n } = useLingui();
  const rate = (fraction: string) => formatRate(percentText(fraction), i18n.locale);
  const step = (decimals: number) => formatAmount(decimals === 0 ? "1" : `0.${"0".repeat(decimals - 1)}1`, i18n.locale);
  const states: Record<SymbolRow["state"], string> = {
    online: t`Open`, offline: t`Closed`, suspend: t`Suspended: open orders can be cancelled, new ones cannot be placed`, "pre-online": t`Not open yet`,
  };
  const awaited = <Skeleton width="half" />;
  const base = row?.["base-currency"].toUpperCase();
  const quote = row?.["quote-currency"].toUpperCase();
  return (
    <KeyValues>
      {row?.name !== "" && <KeyValue label={t`Name`}>{row ? row.name : awaited}</KeyValue>}
      <KeyValue label={t`Trading`} tone={row && row.state !== "online" ? "warning" : undefined}>{row ? states[row.state] : awaited}</KeyValue>
      <KeyValue label={t`Price step`}>{row ? `${step(row["price-precision"])} ${quote}` : awaited}</KeyValue>
      <KeyValue label={t`Amount step`}>{row ? `${step(row["amount-precision"])} ${base}` : awaited}</KeyValue>
      <KeyValue label={t`Smallest order`}>{row ? `${formatAmount(row["min-order-value"], i18n.locale)} ${quote}` : awaited}</KeyValue>
      <KeyValue label={t`Fee when you wait in the book`} explanation={t`The maker fee: for an order that rests in the book until somebody takes it.`}>
        {row ? rate(row.fee.maker) : awaited}
      </KeyValue>
      <KeyValue label={t`Fee when you take from the book`} explanation={t`The taker fee: for an order that is filled at once, such as every market order.`}>
        {row ? rate(row.fee.taker) : awaited}
      </KeyValue>
    </KeyValues>
  );
}
