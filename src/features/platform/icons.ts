/**
 * Coin pictures from the configured icon endpoints, in Iconify's format, so that any Iconify server can
 * stand behind them. Names asked for within one frame travel in one request.
 */
import { runtimeConfig } from "../../api/config.ts";
import { addressFor } from "#protocol/runtime-config.ts";
import { readIcons } from "./iconify.ts";

/** Patience with one request, with all tries together, and before the next endpoint is asked, too. */
const fetchTimeoutMs = 1500;
const totalTimeoutMs = 5000;
const rotateMs = 750;
const prefix = "coin";
const namePattern = /^[a-z0-9]{1,12}$/;

const pictures = new Map<string, string | null>();
const listeners = new Set<() => void>();
let wanted = new Set<string>();

/** The picture's address, `null` where there is none, `undefined` while unknown. */
export function coinPicture(name: string): string | null | undefined {
  return pictures.get(name);
}

export function subscribePictures(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for a picture unless it is known or already asked for. */
export function wantPicture(name: string): void {
  if (!namePattern.test(name) || pictures.has(name) || wanted.has(name)) return;
  if (wanted.size === 0) setTimeout(() => void load(), 16);
  wanted.add(name);
}

async function load(): Promise<void> {
  const names = [...wanted];
  wanted = new Set();
  const found = await race(names);
  // Without an answer the names stay unknown and are asked for again when next seen.
  if (found) for (const name of names) pictures.set(name, found.get(name) ?? null);
  for (const listener of listeners) listener();
}

/** Asks the endpoints in turn, the next one when the present one fails or is slow; the first answer counts. */
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
