import { useEffect, useRef, useState } from "react";
import { CandleColumns } from "../lib/candle-columns.ts";
import { formatCompact, formatPrice } from "../lib/format.ts";
import { indicatorNames, indicatorRules, overlayNames } from "../lib/indicators/indicator-names.ts";
import { CandleChart } from "../ui/chart/candle-chart.ts";
import type { ChartType } from "../ui/chart/chart-scene.ts";
import type { PriceLine } from "../ui/chart/tagged-lines.ts";
import { Segmented } from "../ui/fields/segmented.tsx";
import { GalleryBleed, GallerySection } from "./gallery-section.tsx";
import styles from "./gallery-page.module.css";

const stepSec = 900;
const types: readonly ChartType[] = ["candles", "heikin-ashi", "line", "area"];
const lines: readonly PriceLine[] = [
  { price: 104, kind: "take-profit", label: "TP" },
  { price: 101.5, kind: "sell", label: "Sell 0.5" },
  { price: 100, kind: "entry", label: "Long 0.5" },
  { price: 98.5, kind: "buy", label: "Buy 0.2" },
  { price: 97, kind: "stop-loss", label: "SL" },
  { price: 95.5, kind: "liquidation", label: "Liquidation" },
];

/** The same course each time: the page is compared with pictures of itself. */
function madeUp(): CandleColumns {
  const columns = new CandleColumns();
  columns.merge(
    Array.from({ length: 240 }, (_, at) => {
      const open = 100 + 3 * Math.sin(at / 17) + Math.sin(at * 1.7);
      const close = 100 + 3 * Math.sin((at + 1) / 17) + Math.sin((at + 1) * 1.7);
      return {
        id: 1_763_740_800 + at * stepSec,
        open,
        close,
        high: Math.max(open, close) + 0.4,
        low: Math.min(open, close) - 0.4,
        vol: 1e6 * (1.2 + Math.sin(at * 2.3)),
      };
    }),
  );
  return columns;
}

/** The chart: each type, with overlays, panes and every kind of line. */
export function ChartSection({ locale }: { locale: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [type, setType] = useState<ChartType>("candles");
  const [shown, setShown] = useState<"overlays" | "panes">("overlays");

  useEffect(() => {
    if (!host.current) return;
    const made = new CandleChart(host.current, {
      format: (value, kind) =>
        kind === "volume" ? formatCompact(value, locale) : formatPrice(value, 2, locale),
      formatTick: (timeSec) => new Date(timeSec * 1000).toISOString().slice(11, 16),
      formatTime: (timeSec) => new Date(timeSec * 1000).toISOString().slice(5, 16),
      countdown: () => "04:59",
      volumeLabel: () => "Volume",
      onCrosshair: () => {},
      onNeedOlder: () => {},
      onEdge: () => {},
      wheelZooms: () => false,
    });
    made.show(madeUp(), stepSec);
    made.setLines(lines);
    setChart(made);
    return () => made.destroy();
  }, [locale]);

  useEffect(() => {
    const names = indicatorNames.filter(
      (name) => overlayNames.includes(name) === (shown === "overlays"),
    );
    chart?.setStyle({
      type,
      hollow: true,
      log: false,
      volume: true,
      studies: names.map((name) => ({ name, parameters: indicatorRules[name].usual })),
    });
  }, [chart, type, shown]);

  return (
    <GallerySection name="Chart">
      <Segmented
        size="small"
        label="Type of chart"
        value={type}
        onValue={setType}
        options={types.map((value) => ({ value, label: value }))}
      />
      <Segmented
        size="small"
        label="Indicators"
        value={shown}
        onValue={setShown}
        options={[
          { value: "overlays", label: "overlays" },
          { value: "panes", label: "panes" },
        ]}
      />
      <GalleryBleed>
        <div ref={host} className={styles.chart} />
      </GalleryBleed>
    </GallerySection>
  );
}
