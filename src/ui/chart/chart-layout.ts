import type { Area } from "./value-scale.ts";

/** What stands where on the canvas, canvas px. */
export interface ChartLayout {
  /** Right edge of the drawing; the labels of the values stand beyond it. */
  right: number;
  /** Top of the labels of time. */
  axisTop: number;
  price: Area;
  volume: Area | null;
  /** Of the indicators with panes of their own, from the top. */
  panes: readonly Area[];
}

const axisHeight = 20;
const leastPriceShare = 0.45;

/** Shares the height: the panes get what they want as long as the prices keep their share. Sizes in CSS px but for the result. */
export function layOut(
  width: number,
  height: number,
  axisWidth: number,
  volume: boolean,
  paneCount: number,
  ratio: number,
): ChartLayout {
  const px = (size: number) => Math.round(size * ratio);
  const free = Math.max(0, height - axisHeight);
  const wantedVolume = volume ? Math.min(64, Math.max(32, free * 0.15)) : 0;
  const wantedPane = Math.min(110, Math.max(52, free * 0.2));
  const wanted = wantedVolume + paneCount * wantedPane;
  const shrink = wanted > 0 ? Math.min(1, (free * (1 - leastPriceShare)) / wanted) : 1;
  const volumeHeight = px(wantedVolume * shrink);
  const paneHeight = px(wantedPane * shrink);
  const axisTop = px(free);
  const priceHeight = Math.max(0, axisTop - volumeHeight - paneCount * paneHeight);
  return {
    right: Math.max(0, px(width) - px(axisWidth)),
    axisTop,
    price: { top: 0, height: priceHeight },
    volume: volume ? { top: priceHeight, height: volumeHeight } : null,
    panes: Array.from({ length: paneCount }, (_, at) => ({
      top: priceHeight + volumeHeight + at * paneHeight,
      height: paneHeight,
    })),
  };
}
