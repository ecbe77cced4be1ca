/** After a touch the next one is near. */
const restMs = 300;
const lookAgainMs = 200;
/** Somebody may scroll for minutes; what is kept must be written some day, and then in a pause between two frames. */
const longestMs = 10_000;

let busyAt = Number.NEGATIVE_INFINITY;
let isWatched = false;

/**
 * Runs a task that takes a noticeable part of a frame, such as a write of hundreds of kilobytes, when the
 * browser has nothing else to do and nobody touches, scrolls or types.
 */
export function whenCalm(task: () => void): void {
  watch();
  const since = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - busyAt < restMs && now - since < longestMs) setTimeout(whenIdle, lookAgainMs);
    else task();
  };
  const whenIdle = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(look);
    else setTimeout(look, 0);
  };
  whenIdle();
}

function watch(): void {
  if (isWatched || typeof document === "undefined") return;
  isWatched = true;
  const busy = () => {
    busyAt = performance.now();
  };
  for (const type of [
    "pointerdown",
    "pointermove",
    "pointerup",
    "touchmove",
    "scroll",
    "wheel",
    "keydown",
  ])
    document.addEventListener(type, busy, { capture: true, passive: true });
}
