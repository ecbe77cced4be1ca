import { createHash } from "node:crypto";
import {
  deviceKeyAlgorithm,
  deviceSigning,
  type DeviceCall,
  signAsDevice,
} from "#protocol/wire/device-signature.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";

/** A device with a key of its own, which signs calls with signature v2. */
export interface TestDevice {
  publicKey: string;
  /** The header's value for this call; `body` is the body as it is sent, or the bytes of an uploaded file. */
  sign(
    call: Omit<DeviceCall, "content"> & { body: string | Uint8Array },
    headers: SignedHeaders,
  ): Promise<string>;
}

export async function makeDevice(): Promise<TestDevice> {
  const pair = await crypto.subtle.generateKey(deviceKeyAlgorithm, false, ["sign", "verify"]);
  const point = await crypto.subtle.exportKey("raw", pair.publicKey);
  return {
    publicKey: Buffer.from(point).toString("base64url"),
    sign: ({ body, ...call }, headers) =>
      signAsDevice(
        { ...call, content: createHash("sha256").update(body).digest("base64url") },
        headers,
        (bytes) => crypto.subtle.sign(deviceSigning, pair.privateKey, bytes),
      ),
  };
}
