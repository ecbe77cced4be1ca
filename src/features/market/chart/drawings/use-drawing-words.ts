import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  formatAmount,
  formatDayTime,
  formatPercent,
  formatPrice,
  formatSpan,
} from "../../../../lib/format.ts";
import {
  type Drawing,
  type DrawingKind,
  type Measure,
  measureOf,
} from "../../../../ui/chart/drawings/drawing.ts";
import type { DrawingTexts } from "../../../../ui/chart/drawings/drawing-paint.ts";

/** What is said about drawings: on the chart, above it and in their list. */
export function useDrawingWords(decimals: number, stepSec: number) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const price = (value: number) => formatPrice(value, decimals, locale);
  const time = (timeSec: number) => formatDayTime(timeSec * 1000, locale);

  const names: Record<DrawingKind, string> = {
    level: t`Horizontal line`,
    trend: t`Trend line`,
    ray: t({ message: "Ray", context: "drawing on a chart" }),
    fibonacci: t`Fibonacci`,
    measure: t({ message: "Measure", context: "drawing on a chart" }),
  };

  function measured({ difference, percent, bars, seconds }: Measure): readonly string[] {
    const sign = difference > 0 ? "+" : "";
    const candles = plural(Math.abs(bars), { one: "# candle", other: "# candles" });
    const span = formatSpan(seconds, locale);
    return [
      `${sign}${price(difference)} (${formatPercent(percent, locale)})`,
      `${bars < 0 ? "−" : ""}${candles} · ${span}`,
    ];
  }

  /** Where a drawing lies, in a line. */
  function described(drawing: Drawing): string {
    const measure = drawing.kind === "measure" ? measureOf(drawing, stepSec) : null;
    if (measure) return measured(measure).join(" · ");
    return drawing.places.map((place) => price(place.price)).join(" → ");
  }

  /** The same where there is little room: what is measured says the rest on the chart. */
  function brief(drawing: Drawing): string {
    const measure = drawing.kind === "measure" ? measureOf(drawing, stepSec) : null;
    return measure ? (measured(measure)[0] ?? "") : described(drawing);
  }

  const texts: DrawingTexts = {
    price,
    share: (share) => formatAmount(share, locale),
    measure: measured,
    moved: (drawing, handle) => {
      const measure = drawing.kind === "measure" ? measureOf(drawing, stepSec) : null;
      const place = drawing.places[handle];
      if (measure) return measured(measure);
      if (!place) return [names[drawing.kind]];
      const first = `${names[drawing.kind]} · ${price(place.price)}`;
      return drawing.kind === "level" ? [first] : [first, time(place.timeSec)];
    },
  };
  return { names, described, brief, texts };
}
