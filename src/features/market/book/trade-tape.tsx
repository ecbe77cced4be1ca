import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useState } from "react";
import type { TradeRow } from "#protocol/api/market.ts";
import { formatPrice, formatQuantity, formatTime } from "../../../lib/format.ts";
import { inLiveFrame } from "../../../lib/live-frame.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { PauseIcon, PlayIcon } from "../../../ui/icons/action-icons.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { liveFeed } from "../feed/live-feed.ts";
import { tradesQuery } from "../feed/market-queries.ts";
import { usePollMs } from "../feed/use-streaming.ts";
import { usePriceDecimals, useSymbolRow, useSymbolName } from "../feed/use-ticker.ts";
import { newestTrades, pushedTrades, tradesSince } from "./newest-trades.ts";
import styles from "./trade-tape.module.css";

/** Trades in memory, so that a paused list can show how many newer ones there are. */
const maxTrades = 200;

/** The latest trades of a market, newest first. The reader can pause the list. */
export function TradeTape({ symbol, rows = 30 }: { symbol: string; rows?: number | undefined }) {
  const { t } = useLingui();
  const { trades, error, retry, retrying } = useTrades(symbol, maxTrades);
  const [paused, setPaused] = useState<{ symbol: string; trades: readonly TradeRow[] } | null>(
    null,
  );
  const decimals = usePriceDecimals(symbol);
  const amountDecimals = useSymbolRow(symbol)?.["amount-precision"] ?? 6;
  const name = useSymbolName(symbol);
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
        <Trans>The rest of this page is not affected.</Trans>
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

  const frozen = paused?.symbol === symbol ? paused.trades : undefined;
  const shown = (frozen ?? trades).slice(0, rows);
  const since = frozen ? tradesSince(trades, frozen[0]) : 0;
  const count = since >= maxTrades ? `${maxTrades}+` : `${since}`;

  return (
    <>
      <div className={styles.head}>
        <span>{frozen ? t`Paused. ${count} newer` : t`The newest first`}</span>
        <IconButton
          label={frozen ? t`Let the trades run on` : t`Pause the trades`}
          icon={frozen ? <PlayIcon size={20} /> : <PauseIcon size={20} />}
          onClick={() => setPaused(frozen ? null : { symbol, trades })}
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
            <Trade
              key={`${trade["trade-id"]}`}
              trade={trade}
              decimals={decimals}
              amountDecimals={Math.min(amountDecimals, 6)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface TradeProps {
  trade: TradeRow;
  decimals: number;
  amountDecimals: number;
}

/** A row of the list. It is rendered once: a trade does not change. */
const Trade = memo(function Trade({ trade, decimals, amountDecimals }: TradeProps) {
  const { t, i18n } = useLingui();
  return (
    <tr data-side={trade.direction}>
      <td>{formatTime(trade.ts, i18n.locale, { seconds: true })}</td>
      <td>{trade.direction === "buy" ? t`Buy` : t`Sell`}</td>
      <td>{formatPrice(trade.price, decimals, i18n.locale)}</td>
      <td>{formatQuantity(trade.amount, amountDecimals, i18n.locale)}</td>
    </tr>
  );
});

/** The newest `count` trades of a symbol: read once, updated by the stream, and read again after the stream was away. */
function useTrades(symbol: string, count: number) {
  const pollMs = usePollMs();
  const [live, setLive] = useState<{ symbol: string; trades: readonly TradeRow[] }>({
    symbol,
    trades: [],
  });
  const query = useQuery({
    ...tradesQuery(symbol),
    staleTime: 0,
    gcTime: 60_000,
    meta: { private: false, persisted: false },
    refetchInterval: pollMs,
  });
  const { refetch } = query;

  useEffect(() => {
    let pending: TradeRow[] = [];
    let isLeft = false;
    const stop = liveFeed.subscribe(`market.${symbol}.trade.detail`, (value) => {
      const trades = pushedTrades(value);
      if (trades.length === 0) return;
      const isFirst = pending.length === 0;
      pending.unshift(...trades);
      if (!isFirst) return;
      inLiveFrame(() => {
        const arrived = pending;
        pending = [];
        if (isLeft) return;
        setLive((frozen) => ({
          symbol,
          trades: newestTrades(
            [...arrived, ...(frozen.symbol === symbol ? frozen.trades : [])],
            count,
          ),
        }));
      });
    });
    // The stream does not repeat trades made while it was away.
    const stopStreaming = liveFeed.subscribeStreaming(() => liveFeed.streaming && void refetch());
    return () => {
      stop();
      stopStreaming();
      isLeft = true;
    };
  }, [symbol, count, refetch]);

  const read = query.data?.flatMap((group) => group.data);
  const streamed = live.symbol === symbol ? live.trades : [];
  const trades =
    read || streamed.length > 0 ? newestTrades([...streamed, ...(read ?? [])], count) : undefined;
  return {
    trades,
    error: trades ? null : query.error,
    retry: () => void refetch(),
    retrying: query.isFetching,
  };
}
