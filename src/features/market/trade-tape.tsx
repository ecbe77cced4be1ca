import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { TradeRow } from "#protocol/market.ts";
import { formatPrice, formatTime } from "../../lib/format.ts";
import { PauseIcon, PlayIcon } from "../../ui/action-icons.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { tradesSince } from "./newest-trades.ts";
import { symbolText } from "./symbol-text.ts";
import { usePriceDecimals, useSymbolRow, useTicker } from "./use-ticker.ts";
import { useTrades } from "./use-trades.ts";
import styles from "./trade-tape.module.css";

/** Trades held, so that a paused tape can say how many it is behind. */
const heldTrades = 200;

/** The latest trades of a market, newest first; stands still while the reader wants it to. */
export function TradeTape({ symbol, rows = 30 }: { symbol: string; rows?: number | undefined }) {
  const { t, i18n } = useLingui();
  const { trades, error, retry, retrying } = useTrades(symbol, heldTrades);
  const [paused, setPaused] = useState<{ symbol: string; trades: readonly TradeRow[] } | null>(
    null,
  );
  const decimals = usePriceDecimals(symbol);
  const amountDecimals = useSymbolRow(symbol)?.["amount-precision"] ?? 6;
  const name = symbolText(symbol, useTicker(symbol));
  const [base = "", quote = ""] = name.split("/");

  if (error) {
    return (
      <ErrorState
        compact
        title={t`The trades did not arrive`}
        retryLabel={t`Try again`}
        onRetry={retry}
        busy={retrying}
      >
        <Trans>Prices and the order book are not affected.</Trans>
      </ErrorState>
    );
  }
  if (!trades) return <SkeletonRows count={6} lead={false} />;
  if (trades.length === 0)
    return (
      <p className={styles.none}>
        <Trans>Nothing was traded yet.</Trans>
      </p>
    );

  const held = paused?.symbol === symbol ? paused.trades : undefined;
  const shown = (held ?? trades).slice(0, rows);
  const since = held ? tradesSince(trades, held[0]) : 0;
  const count = since >= heldTrades ? `${heldTrades}+` : `${since}`;

  return (
    <>
      <div className={styles.head}>
        <span>{held ? t`Paused. ${count} newer` : t`The newest first`}</span>
        <IconButton
          label={held ? t`Let the trades run on` : t`Pause the trades`}
          icon={held ? <PlayIcon size={20} /> : <PauseIcon size={20} />}
          onClick={() => setPaused(held ? null : { symbol, trades })}
        />
      </div>
      <table className={styles.tape} aria-label={t`Latest trades of ${name}`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
            <th scope="col">
              <Trans>Side</Trans>
            </th>
            <th scope="col">
              <Trans>Price ({quote})</Trans>
            </th>
            <th scope="col">
              <Trans>Size ({base})</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((trade) => (
            <tr key={`${trade["trade-id"]}`} data-side={trade.direction}>
              <td>{formatTime(trade.ts, i18n.locale, { seconds: true })}</td>
              <td>{trade.direction === "buy" ? t`Buy` : t`Sell`}</td>
              <td>{formatPrice(trade.price, decimals, i18n.locale)}</td>
              <td>{formatPrice(trade.amount, Math.min(amountDecimals, 6), i18n.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
