import { Trans, useLingui } from "@lingui/react/macro";
import { formatPrice, formatTime } from "../../lib/format.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { symbolText } from "./symbol-text.ts";
import { usePriceDecimals, useSymbolRow, useTicker } from "./use-ticker.ts";
import { useTrades } from "./use-trades.ts";
import styles from "./trade-tape.module.css";

/** The latest trades of a market, newest first. */
export function TradeTape({ symbol, rows = 20 }: { symbol: string; rows?: number | undefined }) {
  const { t, i18n } = useLingui();
  const { trades, error, retry, retrying } = useTrades(symbol, rows);
  const decimals = usePriceDecimals(symbol);
  const amountDecimals = useSymbolRow(symbol)?.["amount-precision"] ?? 6;
  const name = symbolText(symbol, useTicker(symbol));
  const [base = "", quote = ""] = name.split("/");

  if (error) {
    return (
      <ErrorState compact title={t`The trades did not arrive`} retryLabel={t`Try again`} onRetry={retry} busy={retrying}>
        <Trans>Prices and the order book are not affected.</Trans>
      </ErrorState>
    );
  }
  if (!trades) return <SkeletonRows count={6} lead={false} />;

  return (
    <table className={styles.tape} aria-label={t`Latest trades of ${name}`}>
      <thead>
        <tr>
          <th scope="col"><Trans>Time</Trans></th>
          <th scope="col"><Trans>Side</Trans></th>
          <th scope="col"><Trans>Price ({quote})</Trans></th>
          <th scope="col"><Trans>Size ({base})</Trans></th>
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <tr key={`${trade["trade-id"]}`} data-side={trade.direction}>
            <td>{formatTime(trade.ts, i18n.locale, { seconds: true })}</td>
            <td>{trade.direction === "buy" ? t`Buy` : t`Sell`}</td>
            <td>{formatPrice(trade.price, decimals, i18n.locale)}</td>
            <td>{formatPrice(trade.amount, Math.min(amountDecimals, 6), i18n.locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
