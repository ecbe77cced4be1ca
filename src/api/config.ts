import { defaultConfig, maxConfigBytes, readConfig, type RuntimeConfig } from "#protocol/runtime-config.ts";

let current: RuntimeConfig = defaultConfig;

export function runtimeConfig(): RuntimeConfig {
  return current;
}

/**
 * Loads `/config.json`. A failure is silent: the last good copy, which the service worker keeps, or the
 * defaults serve.
 */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  try {
    const response = await fetch("/config.json", { cache: "no-cache" });
    const text = await response.text();
    if (response.ok && text.length <= maxConfigBytes) current = readConfig(JSON.parse(text)) ?? current;
  } catch {
    // The specification wants this silent.
  }
  return current;
}
