import type { TickerRow } from "#protocol/market.ts";
import { directionOf, formatPercent, formatPrice, NO_NUMBER } from "../../lib/format.ts";
import { decimalsOfPrice } from "./symbol-text.ts";

/** Where a row's figures stand; a place that is not drawn is null. */
export interface FigurePlaces {
  price: HTMLElement | null;
  /** Its `data-direction` colours it; the text goes into the last child. */
  change: HTMLElement | null;
  /** Of the day's shape: `data-direction` as the change has it. */
  shape: HTMLElement | null;
}

const words = { "-1": "down", "0": "none", "1": "up" } as const;

/** Writes a market's price and its change; `decimals` of the price, undefined where the symbol's own are not known. */
export function writeFigures(
  ticker: TickerRow | undefined,
  { price, change, shape }: FigurePlaces,
  decimals: number | undefined,
  locale: string,
): void {
  put(
    price,
    ticker
      ? formatPrice(ticker.close, decimals ?? decimalsOfPrice(ticker.close), locale)
      : NO_NUMBER,
  );
  put(change?.lastElementChild, ticker ? formatPercent(ticker.change * 100, locale) : NO_NUMBER);
  const direction = words[directionOf(ticker ? ticker.change * 100 : 0, 2)];
  mark(change, "direction", direction);
  mark(shape, "direction", direction);
}

/** Touches the page only where the words are others; the text node stays. */
export function put(place: Element | null | undefined, text: string): void {
  if (!place) return;
  const node = place.firstChild;
  if (!(node instanceof Text)) place.textContent = text;
  else if (node.data !== text) node.data = text;
}

export function mark(place: HTMLElement | null, name: string, value: string): void {
  if (place && place.dataset[name] !== value) place.dataset[name] = value;
}
