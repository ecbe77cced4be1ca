import { marketStore, type MarketStore, type Ticker } from "../feed/market-store.ts";

const checkEveryMs = 2000;
/** A hand that has just moved away may return. */
const idleMs = 1500;
const noRows: readonly Ticker[] = [];

/** What the user does on the page, as far as it decides whether rows may move. */
export interface UserActivity {
  /** Whether there was no touch, pointer, wheel or key event for `ms`, and no pointer or focus is on a list of markets. */
  isIdleFor(ms: number): boolean;
}

/**
 * The tickers by which lists of markets are sorted. They are updated only while the user is idle. While the
 * user touches, scrolls, points at a list or moves through it by keyboard, rows keep their places, so that a
 * tap hits the row it was meant for.
 */
export class SettledMarkets {
  readonly #store: Pick<MarketStore, "all" | "symbols" | "subscribeBatches">;
  readonly #activity: UserActivity;
  readonly #listeners = new Set<() => void>();
  #rows: readonly Ticker[] = noRows;
  #isOutdated = true;
  #stop: (() => void) | undefined;

  constructor(
    store: Pick<MarketStore, "all" | "symbols" | "subscribeBatches">,
    activity: UserActivity,
  ) {
    this.#store = store;
    this.#activity = activity;
  }

  /** The tickers of the last update; the same array until the next one. */
  rows = (): readonly Ticker[] => {
    if (this.#stop === undefined && this.#isOutdated) this.#read();
    return this.#rows;
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
      this.#isOutdated = true;
    };
  };

  /** Updates now: the user asked for another order, another choice or fresh figures. */
  renew(): void {
    if (!this.#isOutdated) return;
    this.#read();
    for (const listener of this.#listeners) listener();
  }

  #read(): void {
    this.#isOutdated = false;
    this.#rows = this.#store.all();
  }

  #start(): () => void {
    this.#isOutdated = true;
    const unsubscribe = this.#store.subscribeBatches(() => {
      this.#isOutdated = true;
      // The first prices are shown at once.
      if (this.#rows.length === 0) this.renew();
    });
    const timer = setInterval(() => {
      if (this.#isOutdated && this.#activity.isIdleFor(idleMs)) this.renew();
    }, checkEveryMs);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }
}

/** Watches the user's input on this page. */
function watchActivity(): UserActivity {
  let lastInputAt = Number.NEGATIVE_INFINITY;
  let pointersDown = 0;
  const noteInput = (event: Event) => {
    lastInputAt = performance.now();
    if (event.type === "pointerdown") pointersDown += 1;
    if (event.type === "pointerup" || event.type === "pointercancel")
      pointersDown = Math.max(0, pointersDown - 1);
  };
  for (const type of [
    "pointerdown",
    "pointerup",
    "pointercancel",
    "touchmove",
    "scroll",
    "wheel",
    "keydown",
  ])
    addEventListener(type, noteInput, { capture: true, passive: true });
  const hoverDevice = matchMedia("(hover: hover)");
  return {
    isIdleFor(ms) {
      if (document.visibilityState === "hidden" || performance.now() - lastInputAt < ms)
        return false;
      // A pointer released outside the page sends no event; nobody holds one down for half a minute.
      if (pointersDown > 0 && performance.now() - lastInputAt < 30_000) return false;
      return (
        document.querySelector("[data-markets]:focus-within :focus-visible") === null &&
        !(hoverDevice.matches && document.querySelector("[data-markets]:hover"))
      );
    },
  };
}

/** The settled tickers of this page. */
export const settledMarkets = new SettledMarkets(
  marketStore,
  typeof document === "undefined" ? { isIdleFor: () => true } : watchActivity(),
);
