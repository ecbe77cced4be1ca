import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A handler that stays the same function while what it does changes: a part that gets it need not render again with
 * its parent. To be called by events, never while rendering.
 */
export function useSteady<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
