/** What the page and the service worker say to each other, and which reads the worker may keep. */
import { apiRows } from "./api.ts";

export type PageMessage = { type: "SKIP_WAITING" | "CACHE_STATE" | "REFILL" | "IS_OFF" };

/** Answer to `CACHE_STATE` and, once it is done, to `REFILL`, posted to the asking port. */
export interface CacheState {
  /** Parts of the app that are on the device. */
  precached: number;
  /** Parts that the app has. */
  wanted: number;
}

/** Answer to `IS_OFF`, posted to the asking port: true of the worker that stands in the place of one taken back. */
export type IsOff = boolean;

/** Paths whose answer is the same for everybody. */
export function publicPaths(): readonly string[] {
  return apiRows()
    .filter((row) => row.endpoint.public)
    .map((row) => row.endpoint.path);
}
