import type { TickerRow } from "#protocol/market.ts";
import { marketStore, type MarketStore } from "./market-store.ts";

const lookEveryMs = 2000;
/** A hand that has just been there may come back. */
const restMs = 1500;
const nothing: readonly TickerRow[] = [];

/** What a person does to the page, as far as it matters to whether rows may change places. */
export interface Hands {
  /** No finger, pointer, wheel or key near a list of markets for `ms`, and nobody pointing at one. */
  restedFor(ms: number): boolean;
}

/**
 * The figures by which lists of markets are ordered. They follow the market at calm moments alone: while
 * somebody touches, scrolls, points at a list or walks through it with the keyboard, rows keep their
 * places, so that a tap meets the row it was meant for.
 */
export class SettledMarkets {
  readonly #store: Pick<MarketStore, "all" | "symbols" | "subscribeBatches">;
  readonly #hands: Hands;
  readonly #listeners = new Set<() => void>();
  #rows: readonly TickerRow[] = nothing;
  #moved = true;
  #stop: (() => void) | undefined;

  constructor(store: Pick<MarketStore, "all" | "symbols" | "subscribeBatches">, hands: Hands) {
    this.#store = store;
    this.#hands = hands;
  }

  /** As of the last calm moment; the same array until the next. */
  rows = (): readonly TickerRow[] => {
    if (this.#stop === undefined && this.#moved) this.#read();
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
      this.#moved = true;
    };
  };

  /** Follows the market now: somebody asked for another order, another choice, or fresh figures. */
  renew(): void {
    if (!this.#moved) return;
    this.#read();
    for (const listener of this.#listeners) listener();
  }

  #read(): void {
    this.#moved = false;
    this.#rows = this.#store.all();
  }

  #start(): () => void {
    this.#moved = true;
    const unsubscribe = this.#store.subscribeBatches(() => {
      this.#moved = true;
      // The first prices wait for nobody.
      if (this.#rows.length === 0) this.renew();
    });
    const timer = setInterval(() => {
      if (this.#moved && this.#hands.restedFor(restMs)) this.renew();
    }, lookEveryMs);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }
}

/** The hands of whoever uses this page. */
function watchHands(): Hands {
  let busyAt = Number.NEGATIVE_INFINITY;
  let down = 0;
  const busy = (event: Event) => {
    busyAt = performance.now();
    if (event.type === "pointerdown") down += 1;
    if (event.type === "pointerup" || event.type === "pointercancel") down = Math.max(0, down - 1);
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
    addEventListener(type, busy, { capture: true, passive: true });
  const points = matchMedia("(hover: hover)");
  return {
    restedFor(ms) {
      if (document.visibilityState === "hidden" || performance.now() - busyAt < ms) return false;
      // A pointer that was let go outside the page is not heard of; nobody holds one for half a minute.
      if (down > 0 && performance.now() - busyAt < 30_000) return false;
      return (
        document.querySelector("[data-markets]:focus-within :focus-visible") === null &&
        !(points.matches && document.querySelector("[data-markets]:hover"))
      );
    },
  };
}

/** The page's own. */
export const settledMarkets = new SettledMarkets(
  marketStore,
  typeof document === "undefined" ? { restedFor: () => true } : watchHands(),
);
