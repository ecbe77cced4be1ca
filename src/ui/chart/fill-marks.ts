import type { ChartColours } from "./chart-colours.ts";
import { type TimeFrame, xOf } from "./series-paint.ts";

/** An own trade: it stands at the candle in whose time it filled. */
export interface FillMark {
  /** Unix s. */
  timeSec: number;
  side: "buy" | "sell";
}

interface MarkedCandle {
  /** Index of the candle. */
  at: number;
  side: FillMark["side"];
}

/** The candles on screen to mark, each side of a candle once. `times` are their starts, `from` and `to` those on screen. */
export function markedCandles(
  marks: readonly FillMark[],
  {
    times,
    from,
    to,
    stepSec,
  }: Pick<TimeFrame, "from" | "to" | "stepSec"> & { times: ArrayLike<number> },
): MarkedCandle[] {
  const found = new Map<string, MarkedCandle>();
  for (const { timeSec, side } of marks) {
    let [low, high] = [from, to + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? Infinity) <= timeSec) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    const next = times[at + 1] ?? (times[at] ?? 0) + stepSec;
    if (at >= from && timeSec < next) found.set(`${side} ${at}`, { at, side });
  }
  return [...found.values()];
}

const sizePx = { wide: 9, high: 7, away: 3 };

/** Draws a triangle that points up below each candle with an own buy, one that points down above each with an own sell. */
export function paintFillMarks(
  frame: TimeFrame,
  y: (price: number) => number,
  { highs, lows }: { highs: ArrayLike<number>; lows: ArrayLike<number> },
  marks: readonly FillMark[],
  colours: ChartColours,
): void {
  const { ctx, ratio } = frame;
  const [half, high, away] = [(sizePx.wide / 2) * ratio, sizePx.high * ratio, sizePx.away * ratio];
  ctx.strokeStyle = colours.ground;
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  for (const { at, side } of markedCandles(marks, frame)) {
    const x = Math.round(xOf(frame, frame.times[at] ?? 0));
    const [tip, base] =
      side === "buy"
        ? [y(lows[at] ?? 0) + away, y(lows[at] ?? 0) + away + high]
        : [y(highs[at] ?? 0) - away, y(highs[at] ?? 0) - away - high];
    ctx.beginPath();
    ctx.moveTo(x, tip);
    ctx.lineTo(x - half, base);
    ctx.lineTo(x + half, base);
    ctx.closePath();
    ctx.fillStyle = side === "buy" ? colours.up : colours.down;
    ctx.fill();
    ctx.stroke();
  }
}
