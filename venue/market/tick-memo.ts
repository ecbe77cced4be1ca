import type { MarketSource } from "../feed/market-source.ts";

/** Entries one tick may have; requests choose the keys, so the number is bounded. */
const maxEntries = 512;

export interface TickMemo {
  /** What `make` gave for this key since the last tick: the same object, so that the door serialises it once. */
  of<T>(key: string, make: () => T): T;
  close(): void;
}

/** Answers that hold until the source takes in its next tick. */
export function createTickMemo(source: MarketSource): TickMemo {
  const entries = new Map<string, unknown>();
  const stop = source.onTick(() => entries.clear());
  return {
    of<T>(key: string, make: () => T): T {
      if (entries.has(key)) return entries.get(key) as T;
      const value = make();
      if (entries.size >= maxEntries) return value;
      entries.set(key, value);
      // A halted source has no next tick that would clear a failed read away.
      if (value instanceof Promise)
        value.catch(() => entries.get(key) === value && entries.delete(key));
      return value;
    },
    close() {
      stop();
      entries.clear();
    },
  };
}
