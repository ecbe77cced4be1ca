/**
 * The answer envelope and its optional encoding: 7 hex characters followed by the Base64 of the UTF-8
 * JSON text. An encoding, not encryption: it hides nothing.
 */
import { hexPrefix } from "./signature.ts";

export interface Envelope {
  /** 0 is success; anything else is a code of `error-codes.ts`. */
  status: number;
  msg: string;
  data: unknown;
}

/** The picture upload, whose body is never encoded (spec 5). */
const neverEncoded = "/api/picture/files";

/** Whether the body of a POST to this path travels encoded while the `base64` switch is on. */
export function encodesBody(path: string): boolean {
  return path !== neverEncoded;
}

const prefixPattern = /^[0-9a-f]{7}$/;
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A body or an answer as it travels when the `base64` switch is on. */
export function encodeText(json: string, randomBytes: (length: number) => Uint8Array): string {
  return hexPrefix(randomBytes(4)) + toBase64(new TextEncoder().encode(json));
}

/** The JSON text of an encoded body; `undefined` unless it is exactly the form above, canonical, and UTF-8. */
export function decodeText(encoded: string): string | undefined {
  if (!prefixPattern.test(encoded.slice(0, 7))) return undefined;
  const base64 = encoded.slice(7);
  if (!base64Pattern.test(base64)) return undefined;
  const bytes = fromBase64(base64);
  if (!isCanonical(base64, bytes)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    "status" in value &&
    typeof value.status === "number" &&
    Number.isSafeInteger(value.status)
  );
}

/** Unused bits of the last group must be zero, or two texts would stand for the same bytes. */
function isCanonical(base64: string, bytes: Uint8Array): boolean {
  if (!base64.endsWith("=")) return true;
  const tail = bytes.subarray(bytes.length - (base64.endsWith("==") ? 1 : 2));
  return toBase64(tail) === base64.slice(-4);
}

interface NativeBase64 {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

/** The native decoder is four times faster than the loop where it exists (performance.md). */
function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as NativeBase64).fromBase64;
  if (native) return native.call(Uint8Array, base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192)
    binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary);
}
