import type { Clock, RandomBytes } from "../lib/clock.ts";
import type { MarketSource } from "../feed/market-source.ts";
import type { NotifyBus } from "./notify-bus.ts";
import type { ReceiptKey } from "../keys/receipt-key.ts";
import type { Settings } from "../settings/settings.ts";
import type { Log, Store } from "../store/store.ts";
import type { Currencies } from "../ledger/currency-scales.ts";

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
  receiptKey: ReceiptKey;
  /** Tells users' open streams what changed; to be called after the commit. */
  bus: NotifyBus;
}
