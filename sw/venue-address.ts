import { addressFor, defaultConfig, readConfig } from "#protocol/wire/runtime-config.ts";

/** Where the venue answers which path: the worker asks while no page is open that knows it. */
export async function venueAddresses(): Promise<(path: string) => string> {
  const config = await fetch("/config.json")
    .then(async (answer) => readConfig(await answer.json()))
    .catch(() => undefined);
  return (path) => addressFor(config ?? defaultConfig, path);
}
