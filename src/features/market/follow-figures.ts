import { directionOf, formatCompact, formatPercent, formatPrice, NO_NUMBER } from "../../lib/format.ts";
import { marketStore } from "./market-store.ts";
import { decimalsOfPrice } from "./symbol-text.ts";
import { writeTurns } from "./write-turns.ts";

const tintMs = 450;

/** Where a row's figures stand; a place that is not drawn is null. */
export interface FigurePlaces {
  price: HTMLElement | null;
  /** Its `data-direction` colours it; the text goes into the last child. */
  change: HTMLElement | null;
  /** Of the day's shape: `data-direction` as the change has it. */
  shape: HTMLElement | null;
  volume: HTMLElement | null;
}

export interface FigureForm {
  /** Of the price; undefined where the symbol's own are not known. */
  decimals: number | undefined;
  locale: string;
  sayVolume: (volume: string) => string;
}

/**
 * Writes a market's figures into their places as they move, past React: thousands of ticks a second come to
 * a list, and each changes a few letters. The price takes the colour of its move for a moment. Answers the
 * way to stop.
 */
export function followFigures(symbol: string, places: FigurePlaces, { decimals, locale, sayVolume }: FigureForm): () => void {
  const { price, change, shape, volume } = places;
  let shown = marketStore.ticker(symbol);
  let shortVolume = "";
  let tintedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    put(price, shown ? formatPrice(shown.close, decimals ?? decimalsOfPrice(shown.close), locale) : NO_NUMBER);
    put(change?.lastElementChild, shown ? formatPercent(shown.change * 100, locale) : NO_NUMBER);
    const direction = words[directionOf(shown ? shown.change * 100 : 0, 2)];
    mark(change, "direction", direction);
    mark(shape, "direction", direction);
    const short = shown ? formatCompact(shown.vol, locale) : "";
    if (short === shortVolume) return;
    shortVolume = short;
    put(volume, sayVolume(short));
  };

  const fade = () => {
    const restMs = tintedAt + tintMs - performance.now();
    timer = restMs > 0 ? setTimeout(fade, restMs) : undefined;
    if (restMs <= 0) delete price?.dataset["moved"];
  };

  const take = () => {
    const before = shown;
    shown = marketStore.ticker(symbol);
    if (shown === before) return;
    write();
    if (!before || !shown || before.close === shown.close) return;
    mark(price, "moved", shown.close > before.close ? "up" : "down");
    tintedAt = performance.now();
    timer ??= setTimeout(fade, tintMs);
  };

  write();
  const unsubscribe = marketStore.subscribeSymbol(symbol, () => writeTurns.ask(take));

  return () => {
    unsubscribe();
    writeTurns.drop(take);
    clearTimeout(timer);
    delete price?.dataset["moved"];
  };
}

const words = { "-1": "down", "0": "none", "1": "up" } as const;

/** Touches the page only where the words are others; the text node stays. */
function put(place: Element | null | undefined, text: string): void {
  if (!place) return;
  const node = place.firstChild;
  if (!(node instanceof Text)) place.textContent = text;
  else if (node.data !== text) node.data = text;
}

function mark(place: HTMLElement | null, name: string, value: string): void {
  if (place && place.dataset[name] !== value) place.dataset[name] = value;
}
