import { useLingui } from "@lingui/react/macro";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from "react";
import type { Period } from "#protocol/api/market.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import type { CandleChart } from "../../../ui/chart/candle-chart.ts";
import type { FillMark } from "../../../ui/chart/fill-marks.ts";
import type { PriceLine, TimeMark } from "../../../ui/chart/tagged-lines.ts";
import { shortCountdown } from "../../../lib/countdown.ts";
import { formatCompact, formatPercent, formatPrice } from "../../../lib/format.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Spinner } from "../../../ui/icons/spinner.tsx";
import { candleEnd, formatCandleTime, formatTick } from "./candle-time.ts";
import type { CandleFeed } from "./candle-feed.ts";
import { type CandleSettings, shownStudies } from "./candle-settings.ts";
import { loadChart } from "./load-chart.ts";
import { plainPrice } from "../../../lib/plain-price.ts";
import { untilLoaded } from "../../../lib/until-done.ts";
import { subscribeClockTick } from "../../../api/clock-tick.ts";
import styles from "./market-chart.module.css";

export interface CandleCanvasProps {
  feed: CandleFeed;
  period: Period;
  settings: CandleSettings;
  /** The candles were read; an empty chart then means that there are none. */
  ready: boolean;
  label: string;
  decimals: number;
  lines: readonly PriceLine[];
  fills: readonly FillMark[];
  marks: readonly TimeMark[];
  /** Describes the candle under the crosshair, else the newest one. */
  valueText: string;
  /** Start of the candle under the crosshair, Unix s. */
  pointed: number | null;
  /** The chart fills the screen, so the wheel zooms instead of scrolling the page. */
  full: boolean;
  onCrosshair: (timeSec: number | null) => void;
  /** A price of the chart was chosen; null when the choice ends. */
  onPick: (price: number | null) => void;
  /** A line with a name was tapped, or dragged to a price with the market's decimals. */
  onLine: ((id: string | null, price: string | null) => void) | undefined;
  /** The reader asked for the summary. */
  onSummary: () => void;
  /** Passes the chart object once it is loaded, and null when it is removed. */
  onChart: (chart: CandleChart | null) => void;
}

/**
 * Mounts the chart object, whose code is loaded with the first chart. To screen readers it is a slider over
 * the candles.
 */
export function CandleCanvas({
  feed,
  period,
  settings,
  ready,
  label,
  decimals,
  lines,
  fills,
  marks,
  valueText,
  pointed,
  full,
  onCrosshair,
  onPick,
  onLine,
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
  const timeLeft = useEffectEvent((timeSec: number) =>
    shortCountdown(candleEnd(period, timeSec) * 1000 - venueNow()),
  );
  const volumeLabel = useEffectEvent(() => t`Volume`);
  const point = useEffectEvent((timeSec: number | null) => onCrosshair(timeSec));
  const pick = useEffectEvent((price: number | null) => onPick(price));
  const touch = useEffectEvent((id: string | null, price: number | null) =>
    onLine?.(id, price === null ? null : plainPrice(price, decimals)),
  );
  const snap = useEffectEvent((price: number) => Number(plainPrice(price, decimals)));
  const meaning = useEffectEvent((line: PriceLine, price: number) => {
    const last = feed.candle(null)?.close ?? 0;
    const away = last > 0 ? formatPercent((price / last - 1) * 100, i18n.locale) : undefined;
    return [
      ...(line.meaning?.(plainPrice(price, decimals)) ?? []),
      ...(away === undefined ? [] : [t`${away} from the last price`]),
    ];
  });
  const readOlder = useEffectEvent(() => void feed.loadOlder());
  const isFull = useEffectEvent(() => full);
  const touches = onLine !== undefined;
  const passChart = useEffectEvent((created: CandleChart | null) => onChart(created));

  /** With its place on screen, in which there is a message while its code is missing. */
  const again = useCallback(() => {
    setFailed(false);
    setAttempt((last) => last + 1);
  }, []);

  useEffect(() => {
    let created: CandleChart | null = null;
    const leave = untilLoaded(
      loadChart,
      ({ CandleChart }) => {
        if (!host.current) return again();
        created = new CandleChart(host.current, {
          format: (value, kind) => figure(value, kind),
          formatTick: (timeSec, spacingSec) => tickLabel(timeSec, spacingSec),
          formatTime: (timeSec) => timeLabel(timeSec),
          countdown: (timeSec) => timeLeft(timeSec),
          volumeLabel: () => volumeLabel(),
          onCrosshair: (timeSec) => point(timeSec),
          onPick: (price) => pick(price),
          onLine: touches ? (id, price) => touch(id, price) : undefined,
          snap: (price) => snap(price),
          meaning: (line, price) => meaning(line, price),
          onNeedOlder: () => readOlder(),
          onEdge: (shown) => setAtEdge(shown),
          wheelZooms: () => isFull(),
        });
        setChart(created);
        passChart(created);
      },
      () => setFailed(true),
    );
    return () => {
      leave();
      created?.destroy();
      setChart(null);
      passChart(null);
    };
  }, [attempt, touches, again]);

  useEffect(() => {
    if (!chart) return;
    chart.show(feed.columns, feed.stepSec);
    const stops = [
      feed.subscribe((change) => chart.changed(change)),
      subscribeClockTick(() => document.visibilityState === "visible" && chart.tick()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [chart, feed]);

  useEffect(() => {
    chart?.setStyle({
      type: settings.type,
      hollow: settings.hollow,
      log: settings.log,
      volume: settings.volume,
      studies: shownStudies(settings),
    });
  }, [chart, settings]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setFills(fills), [chart, fills]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);
  useEffect(() => chart?.repaint(), [chart, decimals, i18n.locale]);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !chart) return;
    const isUsed = chart.key(event.key, event.shiftKey);
    if (!isUsed && event.key !== "Enter" && event.key !== " ") return;
    if (!isUsed) onSummary();
    event.preventDefault();
  }

  if (failed) {
    return (
      <div className={styles.canvas}>
        <ErrorState
          compact
          title={t`The chart could not be loaded`}
          retryLabel={t`Try again`}
          onRetry={again}
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
