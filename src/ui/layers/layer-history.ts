/**
 * Each open sheet or dialog has an entry in the browser's history, a copy of the screen's with its depth in
 * `layers`: the device's back leaves the entry and closes what it belongs to. The router does not hear of
 * steps among these entries, for the screen beneath stays. Entries are brought in line with what is open after
 * the turn in which sheets come and go, so that one that takes another's place takes over its entry.
 */
interface Layer {
  /** The device's back: closes it, or shows that it stays. */
  back: () => void;
}

/** What of the router's history goes to another entry. */
interface Navigation {
  push: (...parts: never[]) => void;
  replace: (...parts: never[]) => void;
  back: (...parts: never[]) => void;
}

/** Lowest first. */
let openLayers: readonly Layer[] = [];
/** The screen whose entry the layers' entries stand on. */
let screenEntry = "";
let aligning: ReturnType<typeof setTimeout> | undefined;
/** A step of our own that the browser has not made yet. */
let travelling: ReturnType<typeof setTimeout> | undefined;
let waitingNavigations: (() => void)[] = [];

/** A browser that makes a step tells so within milliseconds; one that makes none never does. */
const travelTimeoutMs = 500;

/** Gives a layer its entry. Answers the way to take it back. */
export function enterHistory(layer: Layer): () => void {
  openLayers = [...openLayers, layer];
  alignSoon();
  return () => {
    openLayers = openLayers.filter((open) => open !== layer);
    alignSoon();
  };
}

/**
 * Lets the router go on from the screen's own entry: an entry of a sheet would lie between two screens, and a step
 * back would lead to it. What a reload left of a sheet is taken away.
 */
export function leaveLayersFirst(navigation: Navigation): void {
  for (const name of ["push", "replace", "back"] as const) {
    const go = navigation[name];
    navigation[name] = (...parts) => {
      waitingNavigations.push(() => go(...parts));
      if (travelling === undefined) goOn();
    };
  }
  alignSoon();
}

function goOn(): void {
  if (waitingNavigations.length > 0 && depth() > 0) return travel(-depth());
  const due = waitingNavigations;
  waitingNavigations = [];
  for (const go of due) go();
  alignSoon();
}

function alignSoon(): void {
  if (typeof history === "undefined") return;
  aligning ??= setTimeout(align);
}

function align(): void {
  aligning = undefined;
  if (travelling !== undefined) return;
  const missing = openLayers.length - depth();
  if (missing < 0) return travel(missing);
  if (missing === 0) return;
  screenEntry = entryOfScreen();
  for (let i = 0; i < missing; i++)
    // The router listens to the window's own `pushState`, not to this one.
    History.prototype.pushState.call(history, { ...history.state, layers: depth() + 1 }, "");
}

function travel(steps: number): void {
  travelling = setTimeout(arrive, travelTimeoutMs);
  history.go(steps);
}

function arrive(): void {
  clearTimeout(travelling);
  travelling = undefined;
  goOn();
}

function depth(): number {
  return (history.state as { layers?: number } | null)?.layers ?? 0;
}

function entryOfScreen(): string {
  return JSON.stringify({ ...(history.state as object | null), layers: 0 });
}

// Before the router's own listener.
if (typeof window !== "undefined")
  window.addEventListener(
    "popstate",
    (event) => {
      if (travelling !== undefined) {
        event.stopImmediatePropagation();
        return arrive();
      }
      alignSoon();
      if (openLayers.length === 0 || entryOfScreen() !== screenEntry) return;
      event.stopImmediatePropagation();
      for (const layer of openLayers.slice(depth()).toReversed()) layer.back();
    },
    { capture: true },
  );
