import { plainPrice } from "../../../lib/plain-price.ts";
import type { Place } from "../chart-layer.ts";

export const drawingKinds = ["level", "trend", "ray", "fibonacci", "measure"] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** What somebody has drawn on the chart of a market. */
export interface Drawing {
  id: string;
  kind: DrawingKind;
  /** In the order in which they were placed. */
  places: readonly Place[];
}

/** How many places a kind needs: a horizontal line lies at one price, everything else between two places. */
export function placesOf(kind: DrawingKind): 1 | 2 {
  return kind === "level" ? 1 : 2;
}

/** Shares of the way back from the second place to the first. */
export const fibonacciShares = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** The prices of a retracement: 0 at its second place, 1 at its first. */
export function fibonacciLevels({
  places: [from, to],
}: Drawing): { share: number; price: number }[] {
  if (!from || !to) return [];
  return fibonacciShares.map((share) => ({
    share,
    price: to.price + (from.price - to.price) * share,
  }));
}

export interface Measure {
  /** Later price less earlier one, and in percent of the first. */
  difference: number;
  percent: number;
  /** Candles from place to place, negative where the second is the earlier. */
  bars: number;
  seconds: number;
}

/** What lies between the two places, in candles of `stepSec`. */
export function measureOf({ places: [from, to] }: Drawing, stepSec: number): Measure | null {
  if (!from || !to) return null;
  const [difference, seconds] = [to.price - from.price, to.timeSec - from.timeSec];
  return {
    difference,
    percent: from.price > 0 ? (difference / from.price) * 100 : 0,
    bars: Math.round(seconds / stepSec),
    seconds,
  };
}

/** The nearest price that the market knows; never zero. */
export function snapPrice(price: number, decimals: number): number {
  return Math.max(10 ** -decimals, Number(plainPrice(price, decimals)));
}
