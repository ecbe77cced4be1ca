import { formatCompact } from "../../lib/format.ts";
import { marketStore } from "./market-store.ts";
import { type FigurePlaces, mark, put, writeFigures } from "./write-figures.ts";
import { writeTurns } from "./write-turns.ts";

const tintMs = 450;

/** Where a row's figures stand; a place that is not drawn is null. */
export interface MovingPlaces extends FigurePlaces {
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
export function followFigures(
  symbol: string,
  places: MovingPlaces,
  { decimals, locale, sayVolume }: FigureForm,
): () => void {
  const { price, volume } = places;
  let shown = marketStore.ticker(symbol);
  let shortVolume = "";
  let tintedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    writeFigures(shown, places, decimals, locale);
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
