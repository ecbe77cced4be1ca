/**
 * Coin icons from the configured endpoints, in Iconify's format, so that any Iconify server can be used. Names
 * requested within one frame are sent in one request.
 */
import * as v from "valibot";
import { runtimeConfig } from "../../../api/config.ts";
import { untilDone } from "../../../lib/until-done.ts";
import { whenCalm } from "../../../lib/when-idle.ts";
import { stored } from "../../../storage/stored.ts";
import { addressFor } from "#protocol/wire/runtime-config.ts";
import { pictureAddress, readIcons, textOfPicture } from "./iconify.ts";
import { readPlainDrawing } from "./plain-drawing.ts";
import type { Drawing } from "../../../ui/figures/drawing.ts";

/** Timeouts of one request and of all attempts together, and the delay before the next endpoint is asked as well. */
const fetchTimeoutMs = 1500;
const totalTimeoutMs = 5000;
const rotateMs = 750;
const prefix = "coin";
const namePattern = /^[a-z0-9]{1,12}$/;

/** Icons that the device has for longer are asked for again. */
const freshMs = 7 * 24 * 3600_000;
const maxStored = 300;

const iconsRecord = stored(
  "icons",
  v.object({
    /** Unix ms of this device. */
    at: v.number(),
    icons: v.record(
      v.pipe(v.string(), v.regex(namePattern)),
      v.nullable(v.pipe(v.string(), v.startsWith(pictureAddress))),
    ),
  }),
);

const iconUrls = new Map<string, string | null>();
/** Names that an endpoint has answered for within a week. */
const fresh = new Set<string>();
const listeners = new Set<() => void>();
let wanted = new Set<string>();
let restored: Promise<void> | undefined;
let isWriting = false;
/** When the oldest of the fresh icons came; Unix ms of this device. */
let storedAt: number | undefined;

/** The icon's URL, `null` where there is none, `undefined` while unknown. */
export function coinIconUrl(name: string): string | null | undefined {
  return iconUrls.get(name);
}

const drawings = new Map<string, { url: string; drawing: Drawing | undefined }>();

/** The shapes of an icon that has this address, `undefined` where it has to be shown as an image. */
export function coinDrawing(name: string, url: string): Drawing | undefined {
  const known = drawings.get(name);
  if (known?.url === url) return known.drawing;
  const drawing = readPlainDrawing(textOfPicture(url));
  drawings.set(name, { url, drawing });
  return drawing;
}

export function subscribeCoinIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests an icon unless it is known or already requested; one that the device has is shown at once. */
export function requestCoinIcon(name: string): void {
  if (!namePattern.test(name) || fresh.has(name) || wanted.has(name)) return;
  if (wanted.size === 0) setTimeout(() => void load(), 16);
  wanted.add(name);
}

async function load(): Promise<void> {
  restored ??= restore();
  await restored;
  const names = [...wanted].filter((name) => !fresh.has(name));
  wanted = new Set();
  // A row that is on screen asks once, so what nobody has answered for is asked for again here.
  if (!(await bring(names))) void untilDone(() => bring(names.filter((name) => !fresh.has(name))));
}

/** Whether an endpoint has answered for these names, which then are known. */
async function bring(names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  const found = await race(names);
  if (!found) return false;
  for (const name of names) {
    iconUrls.set(name, found.get(name) ?? null);
    fresh.add(name);
  }
  for (const listener of listeners) listener();
  storeLater();
  return true;
}

/** Takes what the device has. A week later it is still shown, until an endpoint answers. */
async function restore(): Promise<void> {
  const record = await iconsRecord.read();
  if (!record) return;
  const isFresh = Math.abs(Date.now() - record.at) < freshMs;
  for (const [name, url] of Object.entries(record.icons)) {
    iconUrls.set(name, url);
    if (isFresh) fresh.add(name);
  }
  storedAt = isFresh ? record.at : undefined;
  for (const listener of listeners) listener();
}

function storeLater(): void {
  if (isWriting) return;
  isWriting = true;
  whenCalm(() => {
    isWriting = false;
    storedAt ??= Date.now();
    const newest = [...iconUrls].slice(-maxStored);
    void iconsRecord.write({ at: storedAt, icons: Object.fromEntries(newest) });
  });
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
