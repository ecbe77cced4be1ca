/**
 * The key of this device that signs a session's calls (signature v2, `protocol/wire/device-signature.ts`). The browser
 * signs with it and gives it to nobody, this app included: who copies the session's token has not the key.
 */
import * as v from "valibot";
import {
  deviceKeyAlgorithm,
  deviceSignatureHeader,
  deviceSigning,
  noContent,
  signAsDevice,
  streamCall,
  type DeviceCall,
} from "#protocol/wire/device-signature.ts";
import { toBase64url } from "#protocol/wire/byte-encoding.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";
import { getKeys } from "../storage/database.ts";
import { stored } from "../storage/stored.ts";

/** Longer than a session lives: a key that old signs nothing any more. */
const longestLifeMs = 8 * 86_400_000;

/** Pages over plain http, but for this machine's own, have neither WebCrypto nor its classes. */
const isCryptoKey = (value: unknown) =>
  typeof CryptoKey !== "undefined" && value instanceof CryptoKey;

const kind = stored("device-key:{name}", v.custom<CryptoKey>(isCryptoKey));

type DeviceHeaders = Record<typeof deviceSignatureHeader, string>;

/** By name, as this page read or made them. */
const known = new Map<string, Promise<CryptoKey | undefined>>();

/**
 * Makes a key for a session to be opened; `publicKey` is for the venue. Undefined where this browser makes none (over
 * plain http) or could not keep it (some private windows): the session is then signed by its token alone.
 */
export async function makeDeviceKey(): Promise<{ name: string; publicKey: string } | undefined> {
  try {
    const pair = await crypto.subtle.generateKey(deviceKeyAlgorithm, false, ["sign", "verify"]);
    const point = await crypto.subtle.exportKey("raw", pair.publicKey);
    const publicKey = toBase64url(new Uint8Array(point));
    const name = `${Date.now()}-${publicKey.slice(1, 9)}`;
    if (await kind.write(pair.privateKey, name)) {
      known.set(name, Promise.resolve(pair.privateKey));
      return { name, publicKey };
    }
    await kind.remove(name);
  } catch {
    // As where it could not be kept.
  }
  return undefined;
}

/** The key of this name; undefined where the browser has lost it. */
export function deviceKey(name: string): Promise<CryptoKey | undefined> {
  let key = known.get(name);
  if (!key) {
    key = kind.read(name);
    known.set(name, key);
  }
  return key;
}

/** Removes a key from the device. Calls of this page that are on their way are still signed with it. */
export function removeDeviceKey(name: string): Promise<void> {
  return kind.remove(name);
}

/** Removes keys of sessions that ended without a log-out, such as those of a page that was closed while it logged in. */
export async function removeOldDeviceKeys(): Promise<void> {
  const prefix = kind.keyOf("");
  for (const key of await getKeys(prefix)) {
    const name = key.slice(prefix.length);
    if (Math.abs(Date.now() - Number.parseInt(name, 10)) > longestLifeMs) await kind.remove(name);
  }
}

/**
 * What is added to a call's headers. Undefined where the browser has lost the key.
 * @param content the body as it is sent, or the file of an upload; undefined for a GET
 */
export async function signedByDevice(
  name: string,
  call: Omit<DeviceCall, "content">,
  content: Blob | undefined,
  headers: SignedHeaders,
): Promise<DeviceHeaders | undefined> {
  const hash = content
    ? toBase64url(
        new Uint8Array(await crypto.subtle.digest("SHA-256", await content.arrayBuffer())),
      )
    : noContent;
  return sign(name, { ...call, content: hash }, headers);
}

/** What is added to the log-in of a stream. Undefined where the browser has lost the key. */
export function streamSignedByDevice(
  name: string,
  headers: SignedHeaders,
): Promise<DeviceHeaders | undefined> {
  return sign(name, streamCall, headers);
}

async function sign(
  name: string,
  call: DeviceCall,
  headers: SignedHeaders,
): Promise<DeviceHeaders | undefined> {
  const key = await deviceKey(name);
  if (!key) return undefined;
  const signature = await signAsDevice(call, headers, (bytes) =>
    crypto.subtle.sign(deviceSigning, key, bytes),
  );
  return { [deviceSignatureHeader]: signature };
}
