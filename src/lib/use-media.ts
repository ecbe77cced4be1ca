import { useSyncExternalStore } from "react";

/** From here on navigation stands at the side, and a screen has room for two things beside each other. */
export const wideScreen = "(min-width: 37.5em) and (min-height: 30em)";

/** From here on a screen of trading has list, chart, book, ticket and the person's own at once. */
export const deskScreen = "(min-width: 64em) and (min-height: 37.5em)";

/** From here on a desk has room for more than one chart. */
export const manyCharts = "(min-width: 80em) and (min-height: 37.5em)";

/** A device with a pointer that hovers has a keyboard, as a rule. */
export const keyboardDevice = "(hover: hover) and (pointer: fine)";

/** Whether the window is as the media query says. Style sheets know by themselves; this is for what exists only there. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
