import type { addNotice } from "./account/notices.ts";
import type { Clock, RandomBytes } from "./clock.ts";
import type { MarketSource } from "./feed/market-source.ts";
import type { NotifyBus } from "./market/notify-bus.ts";
import type { VenueKey } from "./seconds/venue-key.ts";
import type { Settings } from "./settings.ts";
import type { Log, Store } from "./store/store.ts";
import type { Currencies } from "./wallet/currencies.ts";

/** What every word's handlers and jobs are made with; nothing else reaches the world. */
export interface VenueDeps {
  store: Store;
  source: MarketSource;
  /** How finely each currency is counted. */
  currencies: Currencies;
  settings: Settings;
  clock: Clock;
  random: RandomBytes;
  log: Log;
  /** Signs what anyone may check. */
  receiptKey: VenueKey;
  /** Tells users' open streams what changed; to be called after the commit. */
  bus: NotifyBus;
}

/** Leaves a notice for a user; handed to the words to the left of `account`, which may not import it. */
export type AddNotice = typeof addNotice;
