import { type ReactNode, startTransition, useEffect, useState } from "react";
import { nextPaint } from "../../lib/next-paint.ts";

interface AfterPaintProps {
  /** Nothing waits: the whole comes in one step. Asked when it is mounted. */
  atOnce?: boolean;
  /** Stands in its place until then. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * What comes once what stands around it has been painted, so that the tap that asked for all of it is answered first.
 * It is rendered in slices, between which the page answers.
 */
export function AfterPaint({ atOnce = false, waiting = null, children }: AfterPaintProps) {
  const [isPainted, setPainted] = useState(atOnce);
  useEffect(() => {
    if (!isPainted) void nextPaint().then(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted ? children : waiting;
}
