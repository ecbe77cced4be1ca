import { useSyncExternalStore } from "react";
import { venueNow } from "./venue-clock.ts";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls at every full second of the venue's clock, by one timer for all; answers the function that stops them. */
export function subscribeClockTick(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** Unix seconds on the venue's clock, renewed every second: for countdowns. */
export function useClockTick(): number {
  return useSyncExternalStore(subscribeClockTick, currentSecond, currentSecond);
}

/** What `read` makes of the venue's time (Unix ms), looked at every second; renders again only when that is another. */
export function useClockFact<Fact extends string | number | boolean | undefined>(
  read: (now: number) => Fact,
): Fact {
  const fact = () => read(currentSecond() * 1000);
  return useSyncExternalStore(subscribeClockTick, fact, fact);
}

function currentSecond(): number {
  return Math.floor(venueNow() / 1000);
}

function schedule(): void {
  timer = setTimeout(
    () => {
      for (const listener of listeners) listener();
      if (listeners.size > 0) schedule();
    },
    1000 - (venueNow() % 1000),
  );
}
