import {
  defaultConfig,
  maxConfigBytes,
  readConfig,
  type RuntimeConfig,
} from "#protocol/wire/runtime-config.ts";
import { getItem, setItem } from "../storage/database.ts";
import { untilDone } from "../lib/until-done.ts";
import { configAddress, configTimeoutMs, takeEarly } from "./early-reads.ts";

/** Nobody waits for a config that is asked for again. */
const lateTimeoutMs = 20_000;

let current: RuntimeConfig = defaultConfig;
/** What is in use is the venue's, of now or of an earlier visit. */
let isKnown = false;
let loading: Promise<RuntimeConfig> | undefined;

export function runtimeConfig(): RuntimeConfig {
  return current;
}

/** Resolves once a load under way has ended; at once where none was begun. No call may leave before it knows where to. */
export async function whenConfigured(): Promise<void> {
  await loading;
}

/**
 * Loads `/config.json`. A failure is silent: the last good one, of which IndexedDB has a copy since the first visit,
 * or the defaults serve.
 */
export function loadRuntimeConfig(): Promise<RuntimeConfig> {
  loading = load();
  return loading;
}

/**
 * Asks again for a config that did not come and is not on the device. Until it comes the app goes by the defaults: it
 * polls, and an app whose venue is elsewhere does not reach it.
 * @returns whether it came late, once it has; at once where the page has begun with one
 */
export async function askForLateConfig(): Promise<boolean> {
  await loading;
  if (isKnown) return false;
  await untilDone(() => take(ask(lateTimeoutMs)));
  return true;
}

async function load(): Promise<RuntimeConfig> {
  if (await take(takeEarly(configAddress) ?? ask(configTimeoutMs))) return current;
  const stored = readConfig(await getItem("config"));
  isKnown = stored !== undefined;
  current = stored ?? current;
  return current;
}

function ask(timeoutMs: number): Promise<Response> {
  return fetch(configAddress, { cache: "no-cache", signal: AbortSignal.timeout(timeoutMs) });
}

/** Whether the answer came and is a config, which is then in use and on the device. */
async function take(answer: Promise<Response>): Promise<boolean> {
  try {
    const response = await answer;
    const text = await response.text();
    if (!response.ok || text.length > maxConfigBytes) return false;
    const value: unknown = JSON.parse(text);
    const config = readConfig(value);
    if (!config) return false;
    current = config;
    isKnown = true;
    void setItem("config", value);
    return true;
  } catch {
    // The specification wants this silent.
    return false;
  }
}
