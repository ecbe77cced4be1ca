/** What the page and the service worker say to each other. */

export type PageMessage =
  | { type: "SKIP_WAITING" | "CACHE_STATE" | "REFILL" | "IS_OFF" | "FALL_BACK" }
  /** Everything on this device is being cleared: nothing is to be cached any more. */
  | { type: "FORGET" }
  /** The app of this build runs. */
  | { type: "STARTED"; build: string };

/** What the worker says to a page by itself: a notification was tapped, whose screen the page is to show. */
export interface WorkerMessage {
  type: "OPEN";
  path: string;
}

/** The task of Background Sync in which the worker sends log-outs that the venue has yet to hear of. */
export const logoutsTag = "logouts";

/** The task of Periodic Background Sync in which the worker brings prices and the account book while the app is closed. */
export const pricesTag = "prices";

/** Answer to `CACHE_STATE` and, once it is done, to `REFILL`, posted to the asking port. */
export interface CacheState {
  /** Parts of the app that are on the device. */
  precached: number;
  /** Parts that the app has. */
  wanted: number;
}

/** The cache in which pages note the languages that this device shows, for the worker that installs their texts. */
export const languagesCache = "godwit-languages";
export const languagesPath = "/languages";

/**
 * Files that only a window of a desktop or a tablet asks for. A worker installs them where a page has noted one: in the
 * cache of the languages, under this path.
 */
export const deskFiles = /\/?assets\/desk-[\w-]+\.(js|css)$/;
export const deskPath = "/desk";

/** Answer to `IS_OFF`, posted to the asking port: true of the worker that stands in the place of one taken back. */
export type IsOff = boolean;

/** Answer to `FALL_BACK`, posted to the asking port: whether pages are those of the build before from now on. */
export type HasFallen = boolean;
