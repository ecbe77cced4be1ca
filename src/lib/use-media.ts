import { useCallback, useSyncExternalStore } from "react";

/** From here on navigation stands at the side, and a screen has room for two things beside each other. */
export const wideScreen = "(min-width: 37.5em) and (min-height: 30em)";

/** From here on a screen of trading has list, chart, book, ticket and the person's own at once. */
export const deskScreen = "(min-width: 64em) and (min-height: 37.5em)";

/** From here on a desk has room for more than one chart. */
export const manyCharts = "(min-width: 80em) and (min-height: 37.5em)";

/** A device with a pointer that hovers has a keyboard, as a rule. */
export const keyboardDevice = "(hover: hover) and (pointer: fine)";

const lists = new Map<string, MediaQueryList>();

/** Whether the window is as the media query says. Style sheets know by themselves; this is for what exists only there. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    () => false,
  );
}

/** One for each query: parts that render with each price ask again and again. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return list;
}
