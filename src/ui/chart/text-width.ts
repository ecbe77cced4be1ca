const widths = new Map<string, number>();
const mostKept = 2000;

/** Width of a text in the context's font, canvas px. Measuring is dear and most texts stay from frame to frame. */
export function textWidth(ctx: CanvasRenderingContext2D, text: string): number {
  const key = `${ctx.font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= mostKept) widths.clear();
    widths.set(key, (width = ctx.measureText(text).width));
  }
  return width;
}
