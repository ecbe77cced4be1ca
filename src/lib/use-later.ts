import { useDeferredValue } from "react";

let isAllowed = false;

/** From now on screens come in two steps. The first one of a start takes the place of a page that the build has written, and comes whole. */
export function allowLaterParts(): void {
  isAllowed = true;
}

/**
 * False in the first frame of a screen, then true: what waits for it is rendered in small pieces, so that a change of
 * screens keeps nobody's finger waiting.
 */
export function useLater(): boolean {
  return useDeferredValue(true, !isAllowed);
}
