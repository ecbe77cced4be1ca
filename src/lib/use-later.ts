import { useEffect, useState } from "react";
import { nextPaint } from "./next-paint.ts";

let isAllowed = false;

/** From now on screens come in two steps. The first one of a start takes the place of a page that the build has written, and comes whole. */
export function allowLaterParts(): void {
  isAllowed = true;
}

/** False until the first frame of a screen has been painted, then true: what waits for it has a task of its own. */
export function useLater(): boolean {
  const [isPainted, setPainted] = useState(!isAllowed);
  useEffect(() => {
    if (!isPainted) void nextPaint().then(() => setPainted(true));
  }, [isPainted]);
  return isPainted;
}
