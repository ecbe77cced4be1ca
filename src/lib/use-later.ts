import { useEffect, useState } from "react";
import { nextPaint } from "./next-paint.ts";

let comesInSteps = false;

/**
 * Whether the screens that come from now on do so in two steps. One that a start or a step back in the history shows
 * comes whole: it takes the place of a page that the build has written, or stands where it was scrolled to.
 */
export function letScreensComeInSteps(wanted: boolean): void {
  comesInSteps = wanted;
}

/** False until the first frame of a screen has been painted, then true: what waits for it has a task of its own. */
export function useLater(): boolean {
  const [isPainted, setPainted] = useState(!comesInSteps);
  useEffect(() => {
    if (!isPainted) void nextPaint().then(() => setPainted(true));
  }, [isPainted]);
  return isPainted;
}
