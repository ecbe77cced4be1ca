import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { useState } from "react";
import { formatDateTime } from "../../lib/format.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import { Chip } from "../../ui/chip.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { CandleCanvas } from "./candle-canvas.tsx";
import type { CandleFeed } from "./candle-feed.ts";
import { CandleReadout } from "./candle-readout.tsx";
import { CandleTable } from "./candle-table.tsx";
import { periodAtom } from "./period-atom.ts";
import { PeriodChips } from "./period-chips.tsx";
import { symbolText } from "./symbol-text.ts";
import { useCandleWords } from "./use-candle-words.ts";
import { useCandles } from "./use-candles.ts";
import { useFreshness, usePriceDecimals, useTicker } from "./use-ticker.ts";
import styles from "./market-chart.module.css";

export interface MarketChartProps {
  symbol: string;
  /** Levels to mark, such as open orders. Keep the array itself the same while the lines are. */
  priceLines?: readonly PriceLine[] | undefined;
  /** Lower, and without the table: for a screen whose matter is another. */
  small?: boolean | undefined;
}

const noLines: readonly PriceLine[] = [];
const summarisedCandles = 100;

/** The course of a market: candles to look at, a table to read, a summary to hear. */
export function MarketChart({ symbol, priceLines = noLines, small = false }: MarketChartProps) {
  const { t, i18n } = useLingui();
  const [period, setPeriod] = useAtom(periodAtom);
  const [view, setView] = useState<"chart" | "table">("chart");
  const [pointed, setPointed] = useState<{ feed: CandleFeed; index: number } | null>(null);
  const [spoken, setSpoken] = useState("");
  const { feed, ready, error, retry, retrying } = useCandles(symbol, period);
  const decimals = usePriceDecimals(symbol);
  const ticker = useTicker(symbol);
  const frozen = useFreshness(symbol).state === "frozen";
  const name = symbolText(symbol, ticker);
  const words = useCandleWords(name, period, decimals);
  const { periodName } = words;

  const index = pointed?.feed === feed ? pointed.index : null;
  const pointedCandle = index === null ? undefined : feed.candle(index);
  // Never the time of the read: the answer may come from a cache, as old as it likes.
  const asOf = ticker?.ts ?? (feed.columns.lastTime ?? 0) * 1000;
  const asOfTime = formatDateTime(asOf, i18n.locale);
  return (
    <figure className={styles.chart} data-small={small || undefined}>
      <figcaption>
        <VisuallyHidden>
          <Trans>Chart of {name}. Arrow keys move from candle to candle, plus and minus zoom, Enter reads a summary.</Trans>
        </VisuallyHidden>
      </figcaption>
      <div className={styles.bar}>
        <PeriodChips period={period} onPeriod={setPeriod} />
      </div>
      {error ? (
        <div className={styles.canvas}>
          <ErrorState compact title={t`The candles did not arrive`} retryLabel={t`Try again`} onRetry={retry} busy={retrying}>
            <Trans>The rest of this page is not affected.</Trans>
          </ErrorState>
        </div>
      ) : (
        <>
          <CandleReadout feed={feed} index={view === "chart" ? index : null} decimals={decimals} />
          {view === "table" ? (
            <CandleTable feed={feed} decimals={decimals} describe={words.course} />
          ) : (
            <CandleCanvas
              feed={feed}
              ready={ready}
              label={t`${name}, candles of ${periodName}`}
              decimals={decimals}
              priceLines={priceLines}
              pointed={index}
              valueText={pointedCandle ? words.candle(pointedCandle) : t`Newest candle`}
              onCrosshair={(at) => setPointed(at === null ? null : { feed, index: at })}
              onSummary={() => setSpoken(words.course(feed.newest(summarisedCandles)))}
            />
          )}
        </>
      )}
      <div className={styles.foot}>
        <span>{frozen && ready && asOf > 0 && <Trans>As of {asOfTime}</Trans>}</span>
        {!small && (
          <Chip selected={view === "table"} onClick={() => setView(view === "table" ? "chart" : "table")}>
            <Trans>Table</Trans>
          </Chip>
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </figure>
  );
}
