import { createHmac, type KeyObject } from "node:crypto";
import { passkeyHost, type Settings } from "../../settings/settings.ts";

/**
 * The origin of the page that asked the authenticator, as it stands in what that signed; undefined where it is no page
 * of the passkeys' host.
 */
export function originIn(
  clientDataJSON: string,
  settings: Pick<Settings, "publicUrl">,
): string | undefined {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as {
      origin?: unknown;
    };
    if (typeof data.origin !== "string") return undefined;
    const { protocol, hostname, origin } = new URL(data.origin);
    const host = passkeyHost(settings);
    const isSafe = protocol === "https:" || (protocol === "http:" && host === "localhost");
    return isSafe && hostname === host && origin === data.origin ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** The name of a user for authenticators, which tells a stranger nothing. */
export function userHandle(serverKey: KeyObject, userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHmac("sha256", serverKey).update(`passkey user ${userId}`).digest().subarray(0, 16),
  );
}
