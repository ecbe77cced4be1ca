import { Trans, useLingui } from "@lingui/react/macro";
import { memo } from "react";
import type { SymbolRow } from "#protocol/api/market.ts";
import { formatAmount, formatCompact, formatRate } from "../../lib/format.ts";
import { Card } from "../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../ui/lists/key-values.tsx";
import { percentOfFraction } from "../market/feed/percent-of-fraction.ts";
import { useSymbolName } from "../market/feed/use-ticker.ts";
import styles from "../market/header/market-screen.module.css";

/** What the contract is, what trading it costs, and how far leverage goes at which size. */
export const ContractRules = memo(function ContractRules({
  symbol,
  terms,
}: {
  symbol: string;
  terms: NonNullable<SymbolRow["contract"]>;
}) {
  const { t, i18n } = useLingui();
  const [base = "", quote = ""] = useSymbolName(symbol).split("/");
  const rate = (fraction: string) => formatRate(percentOfFraction(fraction), i18n.locale);
  const size = formatAmount(terms.contract_size, i18n.locale);
  return (
    <>
      <Card title={t`The contract`}>
        <KeyValues>
          <KeyValue label={t`Name`}>{terms.contract_code}</KeyValue>
          <KeyValue
            label={t`Kind`}
            explanation={t`It has no end date. Profit, loss and margin are counted in ${quote}.`}
          >
            <Trans>Perpetual, in {quote}</Trans>
          </KeyValue>
          <KeyValue label={t`One contract`}>
            {size} {base}
          </KeyValue>
          <KeyValue label={t`Price step`}>
            {formatAmount(terms.price_tick, i18n.locale)} {quote}
          </KeyValue>
          <KeyValue
            label={t`Fee when you wait in the book`}
            explanation={t`The maker fee: for an order that rests in the book until somebody takes it.`}
          >
            {rate(terms.maker)}
          </KeyValue>
          <KeyValue
            label={t`Fee when you take from the book`}
            explanation={t`The taker fee: for an order that is filled at once, such as every market order.`}
          >
            {rate(terms.taker)}
          </KeyValue>
        </KeyValues>
        <p className={styles.note}>
          <Trans>
            Fees are counted on the value of the position, not on your margin: at 10 times leverage
            they weigh ten times as much.
          </Trans>
        </p>
      </Card>
      <Card title={t`Leverage by position size`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Position up to ({quote})</Trans>
              </th>
              <th scope="col">
                <Trans>Leverage at most</Trans>
              </th>
              <th scope="col">
                <Trans>Margin that must remain</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {terms.tiers.map((tier) => (
              <tr key={tier.cap}>
                <th scope="row">{formatCompact(tier.cap, i18n.locale)}</th>
                <td>{tier.max_leverage}×</td>
                <td>{rate(tier.mmr)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.note}>
          <Trans>
            A position is liquidated when what is left of its margin no longer covers the last
            column and the closing fee. The higher the leverage, the smaller the move that does it:
            at 100 times, less than one percent.
          </Trans>
        </p>
      </Card>
    </>
  );
});
