import { isWithin, paintLevel, paintTag, textWidth } from "./tagged-lines.ts";
import type { ChartColours } from "./chart-colours.ts";
import type { DrawnStudy, Scene } from "./chart-scene.ts";
import { lookOf, xOf } from "./series-paint.ts";
import { tagFrame, type FigureKind } from "./scene-paint.ts";
import { valueAt } from "./chart-scale.ts";
import { lastTagPlace } from "./tag-layout.ts";

export interface OverlayOptions {
  ctx: CanvasRenderingContext2D;
  colours: ChartColours;
  format: (value: number, kind: FigureKind) => string;
  formatTime: (timeSec: number) => string;
  /** The newest candle's open and close, and what is left of it in words. */
  last: { open: number; close: number; countdown: string } | undefined;
  /** Index of the candle whose figures the legends show. */
  legendAt: number;
  crosshair: { index: number; /** Canvas px. */ y: number } | null;
  /** Whether it is drawn on a canvas of its own, which is emptied first. */
  layered: boolean;
  vols: Float64Array;
  volumeLabel: string;
}

const legendFontPx = 10.5;
const legendLinePx = 15;

/** Draws what follows the pointer or the clock: legends, the tag of the last price, the crosshair. */
export function paintOverlay(scene: Scene, options: OverlayOptions): void {
  const { ctx, colours, format, last, crosshair, layered } = options;
  const { ratio } = scene.frame;
  if (layered) ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const tags = tagFrame(scene, colours, ctx);
  if (last) {
    const y = Math.round(scene.price.y(last.close));
    const name = last.close >= last.open ? "up" : "down";
    const area = scene.layout.price;
    paintTag(
      tags,
      format(last.close, "price"),
      tags.right,
      tags.edge,
      lastTagPlace(area, y, ratio).middle,
      colours[`${name}Fill`],
      colours.onFill,
      last.countdown || undefined,
    );
  }
  paintLegends(scene, options);
  if (crosshair) paintCrosshair(scene, options, crosshair);
}

/** The figures of an indicator at a candle. */
export function legendOf(
  { study, computed }: DrawnStudy,
  at: number,
): { label: string; value: number }[] {
  return study.lines.map(({ label }, line) => ({
    label,
    value: computed.lines[line]?.[at] ?? Number.NaN,
  }));
}

function paintLegends(scene: Scene, options: OverlayOptions): void {
  const { ctx, colours, format, legendAt } = options;
  const { ratio } = scene.frame;
  ctx.font = `500 ${legendFontPx * ratio}px ${colours.font}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (let first = 0, row = 0; first < scene.overlays.length; first += scene.legendsPerRow, row++) {
    const parts = scene.overlays.slice(first, first + scene.legendsPerRow).flatMap((drawn) =>
      legendOf(drawn, legendAt).map(({ label, value }, at) => ({
        text: `${label} ${figure(value, "price")}`,
        colour: lookOf(drawn.study.name, at, colours).colour,
      })),
    );
    paintParts(scene, options, (9 + row * legendLinePx) * ratio, parts);
  }
  if (scene.layout.volume) {
    paintParts(scene, options, scene.layout.volume.top + 9 * ratio, [
      {
        text: `${options.volumeLabel} ${figure(options.vols[legendAt] ?? Number.NaN, "volume")}`,
        colour: colours.text,
      },
    ]);
  }
  scene.panes.forEach((pane, index) => {
    const kind = pane.study.name === "MACD" ? "price" : "plain";
    const figures = legendOf(pane, legendAt).map(({ label, value }, at) => ({
      text: `${label} ${figure(value, kind)}`,
      colour:
        pane.study.lines[at]?.shape === "bars"
          ? colours.ink
          : lookOf(pane.study.name, at, colours).colour,
    }));
    paintParts(scene, options, (scene.layout.panes[index]?.top ?? 0) + 9 * ratio, [
      { text: pane.study.title, colour: colours.text },
      ...figures,
    ]);
  });

  function figure(value: number, kind: FigureKind): string {
    return Number.isNaN(value) ? "–" : format(value, kind);
  }
}

/** Words side by side, as many as fit. */
function paintParts(
  { frame, layout }: Scene,
  { ctx }: OverlayOptions,
  y: number,
  parts: readonly { text: string; colour: string }[],
): void {
  const { ratio } = frame;
  let x = 6 * ratio;
  for (const { text, colour } of parts) {
    const width = textWidth(ctx, text);
    if (x + width > layout.right) return;
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
    x += width + 9 * ratio;
  }
}

function paintCrosshair(
  scene: Scene,
  options: OverlayOptions,
  { index, y }: { index: number; y: number },
): void {
  const { ctx, colours, format, formatTime } = options;
  const { frame, layout } = scene;
  const { ratio } = frame;
  const time = frame.times[index] ?? 0;
  const x = Math.round(xOf(frame, time));
  const tags = tagFrame(scene, colours, ctx);
  ctx.strokeStyle = colours.text;
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.setLineDash([4 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x + 0.5, 0);
  ctx.lineTo(x + 0.5, layout.axisTop);
  ctx.stroke();
  ctx.setLineDash([]);
  const level = Math.round(y);
  if (level < layout.axisTop) paintLevel(tags, level, colours.text, [4, 3]);
  const pane = scene.panes.find((_, at) =>
    isWithin(layout.panes[at] ?? { top: 0, height: 0 }, level),
  );
  const value = isWithin(layout.price, level)
    ? format(valueAt(layout.price, scene.price.scale, level), "price")
    : pane
      ? format(
          valueAt(pane.area, pane.scale, level),
          pane.study.name === "MACD" ? "price" : "plain",
        )
      : undefined;
  if (value !== undefined)
    paintTag(tags, value, tags.right, tags.edge, level, colours.ink, colours.ground);
  const text = formatTime(time);
  ctx.font = `600 ${11 * ratio}px ${colours.font}`;
  const wide = textWidth(ctx, text) + 12 * ratio;
  const from = Math.max(0, Math.min(layout.right - wide, x - wide / 2));
  paintTag(tags, text, from, from + wide, layout.axisTop + 10 * ratio, colours.ink, colours.ground);
}
