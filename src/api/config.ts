import {
  defaultConfig,
  maxConfigBytes,
  readConfig,
  type RuntimeConfig,
} from "#protocol/wire/runtime-config.ts";
import { getItem, setItem } from "../storage/database.ts";
import { configAddress, configTimeoutMs, takeEarly } from "./early-reads.ts";

let current: RuntimeConfig = defaultConfig;
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

async function load(): Promise<RuntimeConfig> {
  try {
    const response = await (takeEarly(configAddress) ??
      fetch(configAddress, { cache: "no-cache", signal: AbortSignal.timeout(configTimeoutMs) }));
    const text = await response.text();
    if (response.ok && text.length <= maxConfigBytes) {
      const value: unknown = JSON.parse(text);
      const config = readConfig(value);
      if (config) {
        current = config;
        void setItem("config", value);
        return current;
      }
    }
  } catch {
    // The specification wants this silent.
  }
  current = readConfig(await getItem("config")) ?? current;
  return current;
}
