import { addressFor, defaultConfig, readConfig } from "#protocol/wire/runtime-config.ts";

/** Where the venue answers a path: the worker asks while no page is open that knows it. */
export async function venueAddress(path: string): Promise<string> {
  const config = await fetch("/config.json")
    .then(async (answer) => readConfig(await answer.json()))
    .catch(() => undefined);
  return addressFor(config ?? defaultConfig, path);
}
