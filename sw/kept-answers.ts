/** What the worker may keep: bounded, public, and only answers that really came from our venue. */
import type { WorkboxPlugin } from "workbox-core/types.js";

export const cacheNames = { config: "godwit-config", publicApi: "godwit-public-api", icons: "godwit-icons" } as const;

/** A venue that does not answer in this time is treated as gone, and the kept copy is shown. */
export const networkTimeoutSeconds = 4;

const maxEntries = 120;

/**
 * Keeps answers of our origin with status 200 and a content type that was meant: a captive portal's page, a
 * redirect, an opaque or a partial answer never enters a cache.
 */
export function only(type: RegExp): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ response }) => {
      const isOurs = response.status === 200 && !response.redirected && response.type === "basic";
      return isOurs && type.test(response.headers.get("content-type") ?? "") ? response : null;
    },
  };
}

/**
 * Signed reads of public paths are kept without their headers, so that the copy belongs to nobody.
 */
export const plainKey: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new Request(request.url),
};

/** Drops the oldest entries beyond the bound; the cache keeps its order of insertion. */
export const bounded: WorkboxPlugin = {
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxEntries)).map((key) => cache.delete(key)));
  },
};
