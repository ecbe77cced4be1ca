import type { ColumnCandle } from "../../../src/lib/candle-columns.ts";
import { linesOf } from "./bench-data.ts";
import type { BenchChart } from "./bench-chart.ts";

const [axisRight, axisBottom] = [64, 20];

/** The limit: the same picture with nothing but loops and a canvas. */
export function bareChart(host: HTMLElement, candles: readonly ColumnCandle[]): BenchChart {
  const { columns, studies } = linesOf(candles);
  const ratio = devicePixelRatio;
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "width:100%;height:100%";
  host.append(canvas);
  canvas.width = host.clientWidth * ratio;
  canvas.height = host.clientHeight * ratio;
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("no canvas");
  const width = canvas.width - axisRight * ratio;
  const height = canvas.height - axisBottom * ratio;
  const [priceHeight, volumeHeight] = [height * 0.6, height * 0.15];
  const count = columns.length;
  let span = width / (7 * ratio);
  let end = count;
  let frame = 0;

  function draw() {
    if (!ctx) return;
    const [times, opens, highs, lows, closes, vols] = columns.data;
    const from = Math.max(0, Math.floor(end - span));
    const to = Math.min(columns.length, Math.ceil(end));
    const px = width / span;
    const wide = (share: number) => Math.max(1, Math.round(px * share));
    const x = (at: number) => Math.round((at - (end - span)) * px);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    let [high, low, most] = [-Infinity, Infinity, 0];
    for (let at = from; at < to; at++) {
      high = Math.max(high, highs[at] ?? high);
      low = Math.min(low, lows[at] ?? low);
      most = Math.max(most, vols[at] ?? 0);
    }
    const y = (value: number) => Math.round(((high - value) / (high - low)) * priceHeight);
    ctx.font = `${11 * ratio}px sans-serif`;
    ctx.fillStyle = "#888";
    for (let line = 0; line <= 5; line++) {
      const at = (priceHeight * line) / 5;
      ctx.fillRect(0, at, width, 1);
      ctx.fillText((high - ((high - low) * line) / 5).toFixed(2), width + 6, at + 8);
      ctx.fillText(
        new Date((times[Math.floor(from + ((to - from - 1) * line) / 5)] ?? 0) * 1000)
          .toISOString()
          .slice(11, 16),
        (width * line) / 5,
        canvas.height - 6,
      );
    }
    const stride = Math.max(1, Math.floor(1 / px));
    for (const rising of [true, false]) {
      ctx.fillStyle = rising ? "#2a8" : "#c44";
      ctx.beginPath();
      for (let at = from; at < to; at += stride) {
        let [top, bottom, vol] = [-Infinity, Infinity, 0];
        const last = Math.min(to, at + stride);
        for (let each = at; each < last; each++) {
          top = Math.max(top, highs[each] ?? 0);
          bottom = Math.min(bottom, lows[each] ?? 0);
          vol = Math.max(vol, vols[each] ?? 0);
        }
        const [open, close] = [opens[at] ?? 0, closes[last - 1] ?? 0];
        if (close >= open !== rising) continue;
        ctx.rect(x(at) + wide(0.4), y(top), wide(0.15), y(bottom) - y(top));
        if (px > 2)
          ctx.rect(
            x(at) + wide(0.15),
            y(Math.max(open, close)),
            wide(0.7),
            Math.max(1, Math.abs(y(open) - y(close))),
          );
        ctx.rect(
          x(at) + wide(0.15),
          Math.round(priceHeight + volumeHeight * (1 - vol / most)),
          wide(0.7),
          Math.round((volumeHeight * vol) / most),
        );
      }
      ctx.fill();
    }
    studies.forEach((study, index) => {
      let [least, largest] = [low, high];
      if (index === 2) {
        [least, largest] = [Infinity, -Infinity];
        for (const line of study.lines)
          for (let at = from; at < to; at += stride)
            [least, largest] = [
              Math.min(least, line[at] ?? least),
              Math.max(largest, line[at] ?? largest),
            ];
      }
      const top = index === 2 ? priceHeight + volumeHeight : 0;
      const tall = index === 2 ? height - top : priceHeight;
      study.lines.forEach((line, which) => {
        ctx.strokeStyle = ["#c90", "#c5a", "#19b"][which] ?? "#000";
        ctx.lineWidth = 1.25 * ratio;
        ctx.beginPath();
        for (let at = from; at < to; at += stride) {
          const place = top + ((largest - (line[at] ?? 0)) / (largest - least)) * tall;
          if (index === 2 && which === 2) ctx.rect(x(at), place, Math.max(1, px * 0.6), 2);
          else ctx.lineTo(x(at) + px / 2, place);
        }
        ctx.stroke();
      });
    });
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
  schedule();
  return {
    pan: (candlesBy) => {
      end -= candlesBy;
      schedule();
    },
    tick: (candle) => {
      const { from } = columns.merge([candle]);
      for (const study of studies) study.update(columns.data, from);
      schedule();
    },
    zoomOut: () => {
      [span, end] = [count * 1.05, count * 1.02];
      schedule();
    },
    destroy: () => canvas.remove(),
  };
}
