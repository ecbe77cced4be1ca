import { useLingui } from "@lingui/react/macro";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from "react";
import type { Period } from "#protocol/market.ts";
import { venueNow } from "../../api/venue-clock.ts";
import type { CandleChart } from "../../ui/chart/candle-chart.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import type { TimeMark } from "../../ui/chart/time-marks.ts";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { candleEnd, countdownText } from "./candle-end.ts";
import type { CandleFeed } from "./candle-feed.ts";
import { shownStudies, type CandleSettings } from "./candle-settings.ts";
import { formatCandleTime, formatTick } from "./candle-time.ts";
import { subscribeVenueSecond } from "./venue-second.ts";
import styles from "./market-chart.module.css";

export interface CandleCanvasProps {
  feed: CandleFeed;
  period: Period;
  settings: CandleSettings;
  /** The candles have been read; without any there are none. */
  ready: boolean;
  label: string;
  decimals: number;
  lines: readonly PriceLine[];
  marks: readonly TimeMark[];
  /** The candle under the crosshair in words, else the course as a whole. */
  valueText: string;
  /** Start of the candle under the crosshair. */
  pointed: number | null;
  /** The chart fills the screen: there is no page to scroll. */
  full: boolean;
  onCrosshair: (timeSec: number | null) => void;
  /** A price of the chart was chosen, or none any more. */
  onPick: (price: number | null) => void;
  /** The reader asked for the summary. */
  onSummary: () => void;
  /** The chart object, once it is there, and null when it has gone. */
  onChart: (chart: CandleChart | null) => void;
}

/**
 * Where the chart object lives; to ears it is a slider over the candles. Its code is fetched when the
 * first chart is shown.
 */
export function CandleCanvas({
  feed,
  period,
  settings,
  ready,
  label,
  decimals,
  lines,
  marks,
  valueText,
  pointed,
  full,
  onCrosshair,
  onPick,
  onSummary,
  onChart,
}: CandleCanvasProps) {
  const { t, i18n } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [atEdge, setAtEdge] = useState(false);

  const count = useSyncExternalStore(
    feed.subscribe,
    () => feed.columns.length,
    () => 0,
  );
  const older = useSyncExternalStore(
    feed.subscribe,
    () => feed.older,
    () => "idle" as const,
  );

  const figure = useEffectEvent((value: number, kind: "price" | "plain" | "volume") =>
    kind === "volume"
      ? formatCompact(value, i18n.locale)
      : formatPrice(value, kind === "plain" ? 2 : decimals, i18n.locale),
  );
  const tickLabel = useEffectEvent((timeSec: number, spacingSec: number) =>
    formatTick(timeSec, spacingSec, i18n.locale),
  );
  const timeLabel = useEffectEvent((timeSec: number) =>
    formatCandleTime(timeSec, feed.stepSec, i18n.locale),
  );
  const left = useEffectEvent((timeSec: number) =>
    countdownText(candleEnd(period, timeSec) - venueNow() / 1000),
  );
  const volumeLabel = useEffectEvent(() => t`Volume`);
  const point = useEffectEvent((timeSec: number | null) => onCrosshair(timeSec));
  const pick = useEffectEvent((price: number | null) => onPick(price));
  const readOlder = useEffectEvent(() => void feed.loadOlder());
  const isFull = useEffectEvent(() => full);
  const tell = useEffectEvent((made: CandleChart | null) => onChart(made));

  useEffect(() => {
    let made: CandleChart | null = null;
    let gone = false;
    import("../../ui/chart/candle-chart.ts").then(
      ({ CandleChart }) => {
        if (gone || !host.current) return;
        made = new CandleChart(host.current, {
          format: (value, kind) => figure(value, kind),
          formatTick: (timeSec, spacingSec) => tickLabel(timeSec, spacingSec),
          formatTime: (timeSec) => timeLabel(timeSec),
          countdown: (timeSec) => left(timeSec),
          volumeLabel: () => volumeLabel(),
          onCrosshair: (timeSec) => point(timeSec),
          onPick: (price) => pick(price),
          onNeedOlder: () => readOlder(),
          onEdge: (shown) => setAtEdge(shown),
          wheelZooms: () => isFull(),
        });
        setChart(made);
        tell(made);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      made?.destroy();
      setChart(null);
      tell(null);
    };
  }, [attempt]);

  useEffect(() => {
    if (!chart) return;
    chart.show(feed.columns, feed.stepSec);
    const stops = [
      feed.subscribe((change) => chart.changed(change)),
      subscribeVenueSecond(() => document.visibilityState === "visible" && chart.tick()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [chart, feed]);

  useEffect(() => {
    chart?.setStyle({
      type: settings.type,
      log: settings.log,
      volume: settings.volume,
      studies: shownStudies(settings),
    });
  }, [chart, settings]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);
  useEffect(() => chart?.repaint(), [chart, decimals, i18n.locale]);

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
  const at = pointed === null ? count - 1 : feed.columns.indexOf(pointed);
  const edge =
    !atEdge || count === 0
      ? undefined
      : older === "reading"
        ? t`Loading older candles`
        : older === "all"
          ? t`No older candles`
          : older === "failed"
            ? t`Older candles did not arrive`
            : undefined;
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
        aria-valuenow={Math.max(1, at + 1)}
        aria-valuetext={valueText}
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => chart?.leave()}
      />
      <p className={styles.edge} role="status">
        {edge !== undefined && (
          <span>
            {older === "reading" && <Spinner />}
            {edge}
          </span>
        )}
      </p>
      {(count === 0 || chart === null) && (
        <div className={styles.veil}>
          {ready && count === 0 ? <p>{t`No candles yet.`}</p> : <Skeleton shape="fill" />}
        </div>
      )}
    </div>
  );
}
