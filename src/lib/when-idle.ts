/** After an input another one often follows within this time. */
const restMs = 300;
const retryMs = 200;
/** The longest wait: a user may scroll for minutes, and the task must run at last, then between two frames. */
const maxWaitMs = 10_000;

let lastInputAt = Number.NEGATIVE_INFINITY;
let isWatching = false;

/**
 * Runs a task that takes a noticeable part of a frame, such as a write of hundreds of kilobytes, when the
 * browser has nothing else to do and nobody touches, scrolls or types.
 */
export function whenCalm(task: () => void): void {
  watch();
  const since = performance.now();
  const tryRun = () => {
    const now = performance.now();
    if (now - lastInputAt < restMs && now - since < maxWaitMs) setTimeout(whenIdle, retryMs);
    else task();
  };
  const whenIdle = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(tryRun);
    else setTimeout(tryRun, 0);
  };
  whenIdle();
}

/** Whether nobody has touched, scrolled or typed for a moment; seen from the first call on. */
export function isCalm(): boolean {
  watch();
  return performance.now() - lastInputAt >= restMs;
}

function watch(): void {
  if (isWatching || typeof document === "undefined") return;
  isWatching = true;
  const noteInput = () => {
    lastInputAt = performance.now();
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
    document.addEventListener(type, noteInput, { capture: true, passive: true });
}
