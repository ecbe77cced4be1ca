import { useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { formatPrice, NO_NUMBER } from "../../../lib/format.ts";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { usePriceDecimals, useTicker } from "../../market/feed/use-ticker.ts";
import {
  chartHeightAtom,
  chartUnfoldedAtom,
  leastHeightPx,
  mostHeightPx,
} from "./chart-height-atom.ts";
import styles from "./chart-room.module.css";

/** What an arrow key adds or takes, CSS px. */
const stepPx = 20;

/** The chart above a ticket: as high as one likes; on a low screen a line with the day's range, until it is tapped. */
export function ChartRoom({ symbol, children }: { symbol: string; children: ReactNode }) {
  const { t } = useLingui();
  const [height, setHeight] = useAtom(chartHeightAtom);
  const [unfolded, setUnfolded] = useAtom(chartUnfoldedAtom);
  const chart = useRef<HTMLDivElement>(null);
  const chartId = useId();
  const drag = useRef<{ y: number; px: number } | null>(null);
  const [usualPx, setUsualPx] = useState(leastHeightPx);

  const drawnPx = () => heightOf(chart.current);

  useEffect(() => {
    const { current } = chart;
    // Asked at once, a new screen would be laid out before its frame.
    const observer = new ResizeObserver(() => setUsualPx(Math.round(heightOf(current))));
    if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  function grab(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, px: drawnPx() };
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (drag.current) setHeight(drag.current.px + event.clientY - drag.current.y);
  }

  function step(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowDown: stepPx, ArrowUp: -stepPx }[event.key];
    const to = { Home: leastHeightPx, End: mostHeightPx }[event.key];
    if (by === undefined && to === undefined) return;
    event.preventDefault();
    setHeight(to ?? drawnPx() + (by ?? 0));
  }

  return (
    <div className={styles.room} data-unfolded={unfolded || undefined}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={unfolded}
        aria-controls={chartId}
        onClick={() => setUnfolded(!unfolded)}
      >
        <DayRange symbol={symbol} />
        <span className={styles.word}>{t`Chart`}</span>
        <ChevronDownIcon size={16} />
      </button>
      <div ref={chart} id={chartId} className={styles.chart} style={roomStyle(height)}>
        {children}
        <div
          className={styles.handle}
          role="separator"
          aria-orientation="horizontal"
          aria-label={t`Height of the chart`}
          aria-valuemin={leastHeightPx}
          aria-valuemax={mostHeightPx}
          aria-valuenow={height ?? usualPx}
          tabIndex={0}
          onPointerDown={grab}
          onPointerMove={move}
          onPointerUp={() => (drag.current = null)}
          onPointerCancel={() => (drag.current = null)}
          onKeyDown={step}
        />
      </div>
    </div>
  );
}

/** Without a choice it is the style sheet's. */
function heightOf(chart: HTMLElement | null): number {
  return chart === null
    ? leastHeightPx
    : parseFloat(getComputedStyle(chart).getPropertyValue("--room-height"));
}

function roomStyle(
  px: number | null,
): (CSSProperties & Record<"--room-height", string>) | undefined {
  return px === null ? undefined : { "--room-height": `${px}px` };
}

/** Where the price stands between the day's low and its high. */
function DayRange({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const ticker = useTicker(symbol);
  const decimals = usePriceDecimals(symbol);
  const price = (value: number | undefined) =>
    value === undefined ? NO_NUMBER : formatPrice(value, decimals, i18n.locale);
  const [low, high] = [price(ticker?.low), price(ticker?.high)];
  const span = ticker ? ticker.high - ticker.low : 0;
  const at = ticker && span > 0 ? (ticker.close - ticker.low) / span : 0.5;
  return (
    <span className={styles.range} role="img" aria-label={t`24 h low ${low}, high ${high}`}>
      <span>{low}</span>
      <span className={styles.track}>
        {ticker && <span style={{ left: `${(Math.min(1, Math.max(0, at)) * 100).toFixed(1)}%` }} />}
      </span>
      <span>{high}</span>
    </span>
  );
}
