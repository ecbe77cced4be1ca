import type { Clock, RandomBytes } from "./clock.ts";
import type { MarketSource } from "./feed/market-source.ts";
import type { Settings } from "./settings.ts";
import type { Log, Store } from "./store/store.ts";

/** What every word's handlers and jobs are made with; nothing else reaches the world. */
export interface VenueDeps {
  store: Store;
  source: MarketSource;
  settings: Settings;
  clock: Clock;
  random: RandomBytes;
  log: Log;
}
