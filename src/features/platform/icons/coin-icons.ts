/**
 * Coin icons from the configured endpoints, in Iconify's format, so that any Iconify server can be used. Names
 * requested within one frame are sent in one request.
 */
import { runtimeConfig } from "../../../api/config.ts";
import { addressFor } from "#protocol/wire/runtime-config.ts";
import { readIcons } from "./iconify.ts";

/** Timeouts of one request and of all attempts together, and the delay before the next endpoint is asked as well. */
const fetchTimeoutMs = 1500;
const totalTimeoutMs = 5000;
const rotateMs = 750;
const prefix = "coin";
const namePattern = /^[a-z0-9]{1,12}$/;

const iconUrls = new Map<string, string | null>();
const listeners = new Set<() => void>();
let wanted = new Set<string>();

/** The icon's URL, `null` where there is none, `undefined` while unknown. */
export function coinIconUrl(name: string): string | null | undefined {
  return iconUrls.get(name);
}

export function subscribeCoinIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests an icon unless it is known or already requested. */
export function requestCoinIcon(name: string): void {
  if (!namePattern.test(name) || iconUrls.has(name) || wanted.has(name)) return;
  if (wanted.size === 0) setTimeout(() => void load(), 16);
  wanted.add(name);
}

async function load(): Promise<void> {
  const names = [...wanted];
  wanted = new Set();
  const found = await race(names);
  // Without an answer the names stay unknown and are requested again when shown again.
  if (found) for (const name of names) iconUrls.set(name, found.get(name) ?? null);
  for (const listener of listeners) listener();
}

/** Asks the endpoints in turn, the next one when the current one fails or is slow. The first answer counts. */
function race(names: readonly string[]): Promise<Map<string, string> | undefined> {
  const endpoints = runtimeConfig().icons;
  return new Promise((resolve) => {
    let next = 0;
    let running = 0;
    let rotation: ReturnType<typeof setTimeout> | undefined;
    const finish = (found: Map<string, string> | undefined) => {
      clearTimeout(rotation);
      clearTimeout(giveUp);
      next = endpoints.length;
      resolve(found);
    };
    const giveUp = setTimeout(() => finish(undefined), totalTimeoutMs);
    const ask = () => {
      clearTimeout(rotation);
      const endpoint = endpoints[next++];
      if (endpoint === undefined) return;
      running += 1;
      rotation = setTimeout(ask, rotateMs);
      void fetchIcons(endpoint, names).then(finish, () => {
        running -= 1;
        if (next < endpoints.length) ask();
        else if (running === 0) finish(undefined);
      });
    };
    ask();
  });
}

async function fetchIcons(
  endpoint: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const base = /^https?:/.test(endpoint) ? endpoint : addressFor(runtimeConfig(), endpoint);
  const response = await fetch(`${base}/${prefix}.json?icons=${names.toSorted().join(",")}`, {
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!response.ok) throw new Error(`icons: HTTP ${response.status}`);
  return readIcons(await response.json());
}
