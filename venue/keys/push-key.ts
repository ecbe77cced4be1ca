import { createECDH } from "node:crypto";
import type { RandomBytes } from "../lib/clock.ts";
import { isReceiptSecret } from "../settings/receipt-secret.ts";
import type { Settings } from "../settings/settings.ts";
import { loadKeyFile } from "./key-file.ts";
import { makeVenueSecret } from "./receipt-key.ts";

/** The key by which push services know this venue (VAPID, RFC 8292): P-256, each half base64url. */
export interface PushKey {
  /** The public point, uncompressed. Every subscription is bound to it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * `PUSH_KEY`, or the file in the data directory, which is made at the first start. Venues that share a database share
 * the key.
 * @throws WrongSetting when the file holds something else, or cannot be made
 */
export function loadPushKey(
  settings: Pick<Settings, "pushKey" | "dataDir">,
  random: RandomBytes,
): PushKey {
  return pushKeyOf(
    settings.pushKey ??
      loadKeyFile({
        dataDir: settings.dataDir,
        name: "push.key",
        random,
        make: () => makeVenueSecret(random),
        isSound: isReceiptSecret,
        ifLost: "restore it, or remove it and every device has to switch notifications on again",
      }),
  );
}

/** @param secret a private key of P-256, hex */
export function pushKeyOf(secret: string): PushKey {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(secret, "hex");
  return {
    publicKey: curve.getPublicKey().toString("base64url"),
    privateKey: Buffer.from(secret, "hex").toString("base64url"),
  };
}
