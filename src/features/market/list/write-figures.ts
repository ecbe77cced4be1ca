import type { Ticker } from "../feed/market-store.ts";
import { directionOf, formatPercent, formatPrice, NO_NUMBER } from "../../../lib/format.ts";
import { decimalsOfPrice } from "../feed/symbol-name.ts";

/** The elements that show a row's figures; null where one is not drawn. */
export interface FigurePlaces {
  price: HTMLElement | null;
  /** Its `data-direction` colours it; the text goes into the last child. */
  change: HTMLElement | null;
  /** The 24-hour shape; gets the same `data-direction` as the change. */
  shape: HTMLElement | null;
}

const directionNames = { "-1": "down", "0": "none", "1": "up" } as const;

/** Writes a market's price and change. `decimals` are those of the price; undefined where the symbol's rules are not known. */
export function writeFigures(
  ticker: Ticker | undefined,
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
  const direction = directionNames[directionOf(ticker ? ticker.change * 100 : 0, 2)];
  mark(change, "direction", direction);
  mark(shape, "direction", direction);
}

/** Sets the text of an element only where it differs, and reuses its text node. */
export function put(place: Element | null | undefined, text: string): void {
  if (!place) return;
  const node = place.firstChild;
  if (!(node instanceof Text)) place.textContent = text;
  else if (node.data !== text) node.data = text;
}

export function mark(place: HTMLElement | null, name: string, value: string): void {
  if (place && place.dataset[name] !== value) place.dataset[name] = value;
}
