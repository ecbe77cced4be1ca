/** The alphabets that addresses are written in, and the checksums that hold one against a slip of the hand. Pure. */
import { sha256 } from "./sha256.ts";

/** Bitcoin's; Ripple has the same characters in an order of its own. */
const bitcoinAlphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const rippleAlphabet = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

/** Bytes of base58 text; undefined for a character of another alphabet. */
export function fromBase58(
  text: string,
  alphabet: "bitcoin" | "ripple" = "bitcoin",
): Uint8Array | undefined {
  const characters = alphabet === "bitcoin" ? bitcoinAlphabet : rippleAlphabet;
  let value = 0n;
  for (const character of text) {
    const digit = characters.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 0xffn));
  const zeros = text.length - text.replace(new RegExp(`^${characters.charAt(0)}+`), "").length;
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes]);
}

/** What base58 text holds before its last four bytes, where those are the checksum of it. */
export function fromBase58Check(
  text: string,
  alphabet: "bitcoin" | "ripple" = "bitcoin",
): Uint8Array | undefined {
  const bytes = fromBase58(text, alphabet);
  if (!bytes || bytes.length < 5) return undefined;
  const payload = bytes.subarray(0, -4);
  return isSame(sha256(sha256(payload)).subarray(0, 4), bytes.subarray(-4)) ? payload : undefined;
}

/** RFC 4648, 6, without padding, in the case the alphabet is given in. */
export function fromBase32(
  text: string,
  alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
): Uint8Array | undefined {
  const digits = Array.from(text, (character) => alphabet.indexOf(character));
  return digits.includes(-1) ? undefined : regroup(digits, 5, 8);
}

/** The alphabet of bech32 and of Bitcoin Cash. */
export const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/**
 * The five-bit groups of bech32 (BIP 173) or bech32m (BIP 350), checksum left off.
 * @param prefix what stands before the last `1`
 */
export function fromBech32(
  text: string,
  prefix: string,
): { groups: number[]; form: "bech32" | "bech32m" } | undefined {
  if (!text.startsWith(`${prefix}1`)) return undefined;
  const groups = Array.from(text.slice(prefix.length + 1), (character) =>
    bech32Alphabet.indexOf(character),
  );
  if (groups.length < 6 || groups.includes(-1)) return undefined;
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  const sum = bech32Sum([
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...groups,
  ]);
  const form = sum === 1 ? "bech32" : sum === 0x2bc830a3 ? "bech32m" : undefined;
  return form && { groups: groups.slice(0, -6), form };
}

function bech32Sum(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    generators.forEach((generator, bit) => ((top >> bit) & 1) === 1 && (sum ^= generator));
  }
  return sum;
}

/** The checksum of Bitcoin Cash over prefix, a zero and the groups: 0 where it holds. */
export function cashSum(values: readonly number[]): bigint {
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

/** Bits in groups of another size; undefined where what is left over is more than padding, or not zero. */
export function regroup(
  groups: readonly number[],
  from: number,
  to: number,
): Uint8Array | undefined {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const group of groups) {
    held = (held << from) | group;
    bits += from;
    while (bits >= to) {
      bits -= to;
      bytes.push((held >> bits) & ((1 << to) - 1));
      held &= (1 << bits) - 1;
    }
  }
  return bits < from && held === 0 ? Uint8Array.from(bytes) : undefined;
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
