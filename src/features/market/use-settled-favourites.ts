import { useState, useSyncExternalStore } from "react";
import { settledMarkets } from "./settled-markets.ts";

/**
 * The favourites as a list shows them: a new one is there at once, one whose star was taken away keeps its
 * row until the next calm moment, so that the row below does not slide under the thumb.
 */
export function useSettledFavourites(favourites: readonly string[]): readonly string[] {
  const moment = useSyncExternalStore(
    settledMarkets.subscribe,
    settledMarkets.rows,
    settledMarkets.rows,
  );
  const [held, setHeld] = useState({ moment, favourites, shown: favourites });
  if (held.moment === moment && held.favourites === favourites) return held.shown;
  // Nobody's list after a logout.
  const keeps = held.moment === moment && favourites.length > 0;
  const shown = keeps
    ? [...held.shown, ...favourites.filter((symbol) => !held.shown.includes(symbol))]
    : favourites;
  setHeld({ moment, favourites, shown });
  return shown;
}
