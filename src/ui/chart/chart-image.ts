import type { CandleChart } from "./candle-chart.ts";

export interface PictureTexts {
  /** The market and the length of its candles. */
  title: string;
  /** When, with the zone; whose prices. */
  subtitle: string;
  /** Says that the money is play money; undefined where it is not. */
  mark: string | undefined;
}

const margin = 16;
const headHeight = 56;

/** A chart as it stands on the screen, under a heading that says what and when it was, as PNG. */
export function chartPicture(chart: CandleChart, texts: PictureTexts): Promise<Blob> {
  const { canvases, ratio, colours } = chart.layers();
  const [first] = canvases;
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d");
  if (!first || !ctx) return Promise.reject(new Error("There is nothing to picture"));
  canvas.width = first.width;
  canvas.height = first.height + (headHeight + margin / 2) * ratio;
  ctx.fillStyle = colours.ground;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of canvases) ctx.drawImage(layer, 0, headHeight * ratio);

  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = colours.ink;
  const free =
    canvas.width -
    2 * margin * ratio -
    (texts.mark === undefined
      ? 0
      : markWidth(ctx, texts.mark, ratio, colours.font) + margin * ratio);
  ctx.font = `650 ${17 * ratio}px ${colours.font}`;
  ctx.fillText(texts.title, margin * ratio, 25 * ratio, free);
  ctx.fillStyle = colours.text;
  ctx.font = `400 ${11.5 * ratio}px ${colours.font}`;
  ctx.fillText(texts.subtitle, margin * ratio, 43 * ratio, canvas.width - 2 * margin * ratio);
  if (texts.mark !== undefined) paintMark(ctx, texts.mark, ratio, canvas.width, colours);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made"))),
      "image/png",
    ),
  );
}

function markWidth(
  ctx: CanvasRenderingContext2D,
  mark: string,
  ratio: number,
  font: string,
): number {
  ctx.font = `600 ${12 * ratio}px ${font}`;
  return ctx.measureText(mark).width + 16 * ratio;
}

/** In the heading, and large and faint across the drawing: cutting the heading off must not take it away. */
function paintMark(
  ctx: CanvasRenderingContext2D,
  mark: string,
  ratio: number,
  width: number,
  { font, ink, accent }: { font: string; ink: string; accent: string },
): void {
  const wide = markWidth(ctx, mark, ratio, font);
  const left = width - wide - margin * ratio;
  ctx.strokeStyle = ctx.fillStyle = accent;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.roundRect(left, 10 * ratio, wide, 22 * ratio, 6 * ratio);
  ctx.stroke();
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(mark, left + wide / 2, 21.5 * ratio);

  ctx.globalAlpha = 0.1;
  ctx.fillStyle = ink;
  ctx.font = `700 ${Math.min(44 * ratio, (width / mark.length) * 1.1)}px ${font}`;
  ctx.fillText(mark, width * 0.45, ctx.canvas.height * 0.45);
  ctx.globalAlpha = 1;
}
