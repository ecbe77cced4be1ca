/** Where each tab was left, px from its top. Kept as long as the page lives. */
const places = new Map<string, number>();
/** The tab that was pressed, and whose screen is on its way. */
let awaited: string | null = null;
/** Ends what keeps the screen at its place while it grows. */
let held = new AbortController();

/** So long a screen may take to be as tall as it was. */
const growthMs = 1500;

/** A tab was pressed while the screen at `from` was open. */
export function leaveTab(from: string, to: string): void {
  places.set(from, scrollY);
  awaited = to;
}

/** A screen is in the page: where it is that of the tab that was pressed, it goes where it was left. */
export function returnToTab(path: string): void {
  held.abort();
  if (awaited !== path) return;
  awaited = null;
  const top = places.get(path) ?? 0;
  const over = (held = new AbortController());
  // Late parts above make the browser move on with what was in view: the place is where it was, not what stood there first.
  const growth = new ResizeObserver(() => scrollTo({ top, behavior: "instant" }));
  growth.observe(document.body);
  over.signal.addEventListener("abort", () => growth.disconnect());
  setTimeout(() => over.abort(), growthMs);
  // Who scrolls meanwhile has chosen a place.
  for (const type of ["pointerdown", "wheel", "keydown"])
    addEventListener(type, () => over.abort(), { signal: over.signal, passive: true });
}
