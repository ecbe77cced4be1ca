/** The stretch of time on screen, Unix s. */
export interface ChartView {
  min: number;
  max: number;
}

export interface ViewBounds {
  /** Start of the first and of the last bucket. */
  first: number;
  last: number;
  /** Length of a bucket. */
  stepSec: number;
}

const candlePx = 7;
const widestCandlePx = 24;
const fewestCandles = 8;
const roomRight = 0.06;

/** The newest candles at a width at which each is visible, wider if there are few, with a little room for the next. */
export function newestView({ first, last, stepSec }: ViewBounds, widthPx: number): ChartView {
  const count = (last - first) / stepSec + 2;
  const shown = Math.min(widthPx / candlePx, Math.max(count, widthPx / widestCandlePx));
  const span = Math.max(fewestCandles, shown) * stepSec;
  const max = last + stepSec + span * roomRight;
  return { min: max - span, max };
}

/** Moves the view; at most a quarter of it may show the time after the last candle, a fifth the time before the first. */
export function panView(view: ChartView, deltaSec: number, bounds: ViewBounds): ChartView {
  return within({ min: view.min + deltaSec, max: view.max + deltaSec }, bounds);
}

/** Makes the view `factor` times as long and keeps `anchorSec` at its place. */
export function zoomView(
  view: ChartView,
  factor: number,
  anchorSec: number,
  bounds: ViewBounds,
): ChartView {
  const span = view.max - view.min;
  const longest =
    Math.max(bounds.last - bounds.first + bounds.stepSec, fewestCandles * bounds.stepSec) * 1.3;
  const wanted = Math.min(longest, Math.max(fewestCandles * bounds.stepSec, span * factor));
  const share = span > 0 ? (anchorSec - view.min) / span : 0.5;
  const min = anchorSec - share * wanted;
  return within({ min, max: min + wanted }, bounds);
}

/** Follows the newest candle if the one before it was on screen. */
export function followView(view: ChartView, lastBefore: number, last: number): ChartView {
  const step = last - lastBefore;
  return step > 0 && lastBefore >= view.min && lastBefore <= view.max
    ? { min: view.min + step, max: view.max + step }
    : view;
}

/** True where no candle is in the view: it belonged to other candles. */
export function missesCandles(view: ChartView, { first, last, stepSec }: ViewBounds): boolean {
  return view.min >= last + stepSec || view.max <= first;
}

function within(view: ChartView, { first, last, stepSec }: ViewBounds): ChartView {
  const span = view.max - view.min;
  const latest = last + stepSec + span * 0.25;
  const earliest = first - span * 0.2;
  const shift =
    Math.min(0, latest - view.max) || Math.max(0, Math.min(earliest - view.min, latest - view.max));
  return { min: view.min + shift, max: view.max + shift };
}
