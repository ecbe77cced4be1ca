/**
 * What `@scure/base` and `@noble/hashes` do not offer of how addresses are written: decoding that answers
 * `undefined` instead of throwing, and the checksums of single networks. Pure.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { base32nopad, base58, base58xrp, type BytesCoder } from "@scure/base";

/** The bytes of the text; undefined for text that the codec refuses. */
function decoded(codec: BytesCoder, text: string): Uint8Array | undefined {
  try {
    return codec.decode(text);
  } catch {
    return undefined;
  }
}

export const fromBase58 = (text: string) => decoded(base58, text);

/** RFC 4648, 6, in capital letters and without padding. */
export const fromBase32 = (text: string) => decoded(base32nopad, text);

/**
 * What base58 text holds before its last four bytes, where those are the checksum of it.
 * @param alphabet Ripple has Bitcoin's characters in an order of its own
 */
export function fromBase58Check(
  text: string,
  alphabet: "bitcoin" | "ripple" = "bitcoin",
): Uint8Array | undefined {
  const bytes = decoded(alphabet === "bitcoin" ? base58 : base58xrp, text);
  if (!bytes || bytes.length < 5) return undefined;
  const payload = bytes.subarray(0, -4);
  return isSame(sha256(sha256(payload)).subarray(0, 4), bytes.subarray(-4)) ? payload : undefined;
}

const cashAlphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const cashChecksumGroups = 8;

/**
 * The five-bit groups of a Bitcoin Cash address without its checksum; undefined where the checksum is wrong.
 * The form is bech32's with a longer checksum (CashAddr specification).
 * @param text without the prefix and its colon
 */
export function fromCashAddress(text: string): number[] | undefined {
  const groups = Array.from(text, (character) => cashAlphabet.indexOf(character));
  if (groups.includes(-1)) return undefined;
  const prefix = Array.from("bitcoincash", (character) => character.charCodeAt(0) & 31);
  return cashSum([...prefix, 0, ...groups]) === 0n
    ? groups.slice(0, -cashChecksumGroups)
    : undefined;
}

/** The 40-bit checksum over prefix, a zero and the groups: 0 where it holds. */
function cashSum(values: readonly number[]): bigint {
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
  let sum = 1n;
  for (const value of values) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    generators.forEach(
      (generator, bit) => ((top >> BigInt(bit)) & 1n) === 1n && (sum ^= generator),
    );
  }
  return sum ^ 1n;
}

/** CRC-16 of XMODEM: polynomial 1021, from zero. */
export function crc16(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => {
    let crc = sum ^ (byte << 8);
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    return crc & 0xffff;
  }, 0);
}

/** CRC-32 of ISO 3309, as zip has it. */
export function crc32(bytes: Uint8Array): number {
  const sum = bytes.reduce((state, byte) => {
    let crc = state ^ byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
    return crc;
  }, 0xffffffff);
  return (sum ^ 0xffffffff) >>> 0;
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
