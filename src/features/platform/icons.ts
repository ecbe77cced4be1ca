/**
 * Coin pictures from the configured icon endpoints, in Iconify's format, so that any Iconify server can
 * stand behind them. Names asked for within one frame travel in one request.
 */
import { runtimeConfig } from "../../api/config.ts";
import { addressFor } from "#protocol/runtime-config.ts";

/** Patience with one request, with all tries together, and before the next endpoint is asked, too. */
const fetchTimeoutMs = 1500;
const totalTimeoutMs = 5000;
const rotateMs = 750;
const prefix = "coin";
const namePattern = /^[a-z0-9]{1,12}$/;
const maxBody = 20_000;

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

/** Asks the endpoints in turn, the next one when the present one is slow; the first answer counts. */
function race(names: readonly string[]): Promise<Map<string, string> | undefined> {
  const endpoints = runtimeConfig().icons;
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(undefined), totalTimeoutMs);
    let failures = 0;
    endpoints.forEach((endpoint, at) => setTimeout(() => {
      void fetchIcons(endpoint, names).then((found) => {
        clearTimeout(giveUp);
        resolve(found);
      }, () => {
        failures += 1;
        if (failures < endpoints.length) return;
        clearTimeout(giveUp);
        resolve(undefined);
      });
    }, at * rotateMs));
  });
}

async function fetchIcons(endpoint: string, names: readonly string[]): Promise<Map<string, string>> {
  const base = /^https?:/.test(endpoint) ? endpoint : addressFor(runtimeConfig(), endpoint);
  const response = await fetch(`${base}/${prefix}.json?icons=${names.toSorted().join(",")}`, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!response.ok) throw new Error(`icons: HTTP ${response.status}`);
  return readIcons(await response.json());
}

/** Iconify JSON to picture addresses; shown as images, so that nothing in them can run. */
export function readIcons(value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  if (typeof value !== "object" || value === null || !("icons" in value) || typeof value.icons !== "object" || value.icons === null) return found;
  const size = (name: "width" | "height", from: object) => {
    const own = (from as Record<string, unknown>)[name] ?? (value as Record<string, unknown>)[name];
    return typeof own === "number" && own > 0 && own <= 1024 ? own : 16;
  };
  for (const [name, icon] of Object.entries(value.icons as Record<string, unknown>)) {
    if (typeof icon !== "object" || icon === null || !("body" in icon) || typeof icon.body !== "string" || icon.body.length > maxBody) continue;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size("width", icon)} ${size("height", icon)}">${icon.body}</svg>`;
    found.set(name, `data:image/svg+xml,${encodeURIComponent(svg)}`);
  }
  return found;
}
