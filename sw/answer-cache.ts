/** What the worker may cache: bounded, public, and only answers that really came from our venue. */
import type { WorkboxPlugin } from "workbox-core/types.js";
import { decodeText, isEnvelope } from "#protocol/wire/envelope.ts";
import { readConfig } from "#protocol/wire/runtime-config.ts";

/** The registry of the app has a row for each (src/storage/keys.ts). */
export const cacheNames = {
  config: "godwit-config",
  publicApi: "godwit-public-api",
  icons: "godwit-icons",
} as const;

/** A venue that does not answer in this time is treated as unreachable, and the cached answer is shown. */
export const networkTimeoutSeconds = 4;

/** The travel set alone has some hundred (src/shell/travel-set/). */
const maxEntries = 250;

/**
 * Caches answers of our origin, or of one that lets us read them, with status 200, an expected content type and a body that passes `isOurs`: a captive
 * portal's page or JSON, a redirect, an opaque or a partial answer never enters a cache.
 */
export function only(type: RegExp, isOurs?: (text: string) => boolean): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ response }) => {
      const isMeant =
        response.status === 200 &&
        !response.redirected &&
        (response.type === "basic" || response.type === "cors") &&
        type.test(response.headers.get("content-type") ?? "");
      return isMeant && (!isOurs || isOurs(await response.clone().text())) ? response : null;
    },
  };
}

/** An envelope, encoded or not: only the venue answers so. */
export function isAnswer(text: string): boolean {
  return isEnvelope(parse(decodeText(text.trim()) ?? text));
}

export function isConfig(text: string): boolean {
  return readConfig(parse(text)) !== undefined;
}

/** A picture, or the words of some in Iconify's form. */
export function isIcons(text: string): boolean {
  const value = parse(text);
  return value === undefined || (typeof value === "object" && value !== null && "icons" in value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Signed reads of public paths are cached without their headers, so that the copy belongs to nobody.
 */
export const plainKey: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new Request(request.url),
};

/** Drops the oldest entries beyond the bound; the cache keeps its order of insertion. */
export const bounded: WorkboxPlugin = {
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(
      keys.slice(0, Math.max(0, keys.length - maxEntries)).map((key) => cache.delete(key)),
    );
  },
};
