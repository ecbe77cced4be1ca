import { createSecretKey, type KeyObject } from "node:crypto";
import type { RandomBytes } from "../lib/clock.ts";
import type { Settings } from "../settings/settings.ts";
import { loadKeyFile } from "./key-file.ts";

/**
 * The key every session token is made from: `SERVER_KEY`, or the file in the data directory, which is
 * made at the first start and readable by its owner only. Venues that share a database share the key.
 * @throws WrongSetting when the file holds something else, or cannot be made
 */
export function loadServerKey(
  settings: Pick<Settings, "serverKey" | "dataDir">,
  random: RandomBytes,
): KeyObject {
  if (settings.serverKey !== null) return createSecretKey(settings.serverKey, "hex");
  const text = loadKeyFile({
    dataDir: settings.dataDir,
    name: "server.key",
    random,
    make: () => Buffer.from(random(32)).toString("hex"),
    isSound: (key) => /^[0-9a-f]{64,128}$/.test(key),
    ifLost: "restore it, or remove it and everyone logs in again",
  });
  return createSecretKey(text, "hex");
}
