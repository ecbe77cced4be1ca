import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SymbolRow } from "#protocol/market.ts";
import { formatAmount, formatRate } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { percentText } from "../market/percent-text.ts";
import { symbolsQuery } from "../market/queries.ts";
import { RulesTrouble, useRulesAwaited } from "../market/rules-trouble.tsx";
import { useSymbolRow } from "../market/use-ticker.ts";
import { FactsAge } from "./facts-age.tsx";

/** What a market lets one trade, in which steps, at which fees. */
export function CurrencyRules({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const row = useSymbolRow(symbol);
  const awaited = useRulesAwaited();
  const { dataUpdatedAt, error } = useQuery(symbolsQuery());
  return (
    <Card title={t`Trading rules`}>
      {row || awaited ? <Rules row={row} /> : <RulesTrouble />}
      {row && <FactsAge at={dataUpdatedAt} failed={error !== null} />}
    </Card>
  );
}

/** Before the rules have arrived each line is there already, without its figure. */
function Rules({ row }: { row: SymbolRow | undefined }) {
  const { t, i18n } = useLingui();
  const rate = (fraction: string) => formatRate(percentText(fraction), i18n.locale);
  const step = (decimals: number) =>
    formatAmount(decimals === 0 ? "1" : `0.${"0".repeat(decimals - 1)}1`, i18n.locale);
  const states: Record<SymbolRow["state"], string> = {
    online: t`Open`,
    offline: t`Closed`,
    suspend: t`Suspended`,
    "pre-online": t`Not open yet`,
  };
  const awaited = <Skeleton width="half" />;
  const base = row?.["base-currency"].toUpperCase();
  const quote = row?.["quote-currency"].toUpperCase();
  return (
    <KeyValues>
      <KeyValue label={t`Trading`} tone={row && row.state !== "online" ? "warning" : undefined}>
        {row ? states[row.state] : awaited}
      </KeyValue>
      <KeyValue label={t`Priced in`}>
        {quote ? (
          <Link to="/currency/detail" search={{ symbol: quote.toLowerCase() }}>
            {quote}
          </Link>
        ) : (
          awaited
        )}
      </KeyValue>
      <KeyValue label={t`Price step`} explanation={t`A price is a whole number of these steps.`}>
        {row ? `${step(row["price-precision"])} ${quote}` : awaited}
      </KeyValue>
      <KeyValue label={t`Amount step`} explanation={t`An amount is a whole number of these steps.`}>
        {row ? `${step(row["amount-precision"])} ${base}` : awaited}
      </KeyValue>
      <KeyValue label={t`Smallest order`}>
        {row ? `${formatAmount(row["min-order-value"], i18n.locale)} ${quote}` : awaited}
      </KeyValue>
      <KeyValue label={t`Largest order`}>
        {row ? `${formatAmount(row["max-order-value"], i18n.locale)} ${quote}` : awaited}
      </KeyValue>
      <KeyValue
        label={t`Fee when you wait in the book`}
        explanation={t`The maker fee: for an order that rests in the book until somebody takes it.`}
      >
        {row ? rate(row.fee.maker) : awaited}
      </KeyValue>
      <KeyValue
        label={t`Fee when you take from the book`}
        explanation={t`The taker fee: for an order that is filled at once, such as every market order.`}
      >
        {row ? rate(row.fee.taker) : awaited}
      </KeyValue>
    </KeyValues>
  );
}
