import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SymbolRow } from "#protocol/api/market.ts";
import { formatAmount, formatRate } from "../../../lib/format.ts";
import { Card } from "../../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { percentOfFraction } from "../../market/feed/percent-of-fraction.ts";
import { symbolsQuery } from "../../market/feed/market-queries.ts";
import { RulesTrouble, useRulesAwaited } from "../../market/feed/rules-trouble.tsx";
import { useSymbolRow } from "../../market/feed/use-ticker.ts";
import { FactsAge } from "./facts-age.tsx";

/** The trading rules of a market: steps, limits and fees. */
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

/** Before the rules have arrived, each line is shown without its figure. */
function Rules({ row }: { row: SymbolRow | undefined }) {
  const { t, i18n } = useLingui();
  const rate = (fraction: string) => formatRate(percentOfFraction(fraction), i18n.locale);
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
