import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type KeyboardEvent } from "react";
import type { CandleChart } from "../../ui/chart/candle-chart.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import { formatPrice } from "../../lib/format.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CandleFeed } from "./candle-feed.ts";
import { formatTick } from "./candle-time.ts";
import styles from "./market-chart.module.css";

export interface CandleCanvasProps {
  feed: CandleFeed;
  /** The candles have been read; without any there are none. */
  ready: boolean;
  label: string;
  decimals: number;
  priceLines: readonly PriceLine[];
  /** The candle under the crosshair in words, else the course as a whole. */
  valueText: string;
  pointed: number | null;
  /** The candle under the crosshair, or null. */
  onCrosshair: (index: number | null) => void;
  /** The reader asked for the summary. */
  onSummary: () => void;
}

/**
 * Where the chart object lives; to ears it is a slider over the candles. Its code is fetched when the
 * first chart is shown.
 */
export function CandleCanvas({ feed, ready, label, decimals, priceLines, valueText, pointed, onCrosshair, onSummary }: CandleCanvasProps) {
  const { t, i18n } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  const count = useSyncExternalStore(feed.subscribe, () => feed.columns.length, () => 0);

  const price = useEffectEvent((value: number) => formatPrice(value, decimals, i18n.locale));
  const tick = useEffectEvent((timeSec: number, spacingSec: number) => formatTick(timeSec, spacingSec, i18n.locale));
  const point = useEffectEvent((index: number | null) => onCrosshair(index));
  const older = useEffectEvent(() => void feed.loadOlder());

  useEffect(() => {
    let made: CandleChart | null = null;
    let gone = false;
    import("../../ui/chart/candle-chart.ts").then(
      ({ CandleChart }) => {
        if (gone || !host.current) return;
        made = new CandleChart(host.current, {
          formatPrice: (value) => price(value),
          formatTick: (timeSec, spacingSec) => tick(timeSec, spacingSec),
          onCrosshair: (index) => point(index),
          onNeedOlder: () => older(),
        });
        setChart(made);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      made?.destroy();
      setChart(null);
    };
  }, [attempt]);

  useEffect(() => {
    if (!chart) return;
    chart.show(feed.columns, feed.stepSec);
    return feed.subscribe(() => chart.changed());
  }, [chart, feed]);

  useEffect(() => chart?.setPriceLines(priceLines), [chart, priceLines, decimals, i18n.locale]);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !chart) return;
    if (event.key === "Enter" || event.key === " ") onSummary();
    else if (!chart.key(event.key, event.shiftKey)) return;
    event.preventDefault();
  }

  if (failed) {
    return (
      <div className={styles.canvas}>
        <ErrorState
          compact
          title={t`The chart could not be loaded`}
          retryLabel={t`Try again`}
          onRetry={() => {
            setFailed(false);
            setAttempt(attempt + 1);
          }}
        />
      </div>
    );
  }
  return (
    <div className={styles.canvas} data-empty={count === 0 || undefined}>
      <div
        ref={host}
        className={styles.plot}
        role="slider"
        aria-label={label}
        aria-roledescription={t`price chart`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={Math.max(1, (pointed ?? count - 1) + 1)}
        aria-valuetext={valueText}
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => chart?.leave()}
      />
      {(count === 0 || chart === null) && (
        <div className={styles.veil}>{ready && count === 0 ? <p>{t`No candles yet.`}</p> : <Skeleton shape="fill" />}</div>
      )}
    </div>
  );
}
