/**
 * Whether an address is one of its network's, checksum and all: what a slip of the hand, a cut paste or
 * another chain's address fails. Form and checksum only; that somebody holds its key nobody can see.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { sha512_256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base64urlnopad, bech32, bech32m, hex } from "@scure/base";
import {
  crc16,
  crc32,
  fromBase32,
  fromBase58,
  fromBase58Check,
  fromCashAddress,
  isSame,
} from "./address-codecs.ts";

type Check = (address: string) => boolean;

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((byte, at) => bytes[at] === byte);
const either =
  (...checks: readonly Check[]): Check =>
  (address) =>
    checks.some((check) => check(address));

/** Base58 with a checksum: one of these prefixes, then so many bytes. */
function base58(prefixes: readonly (readonly number[])[], length = 20, alphabet?: "ripple"): Check {
  return (address) => {
    const payload = fromBase58Check(address, alphabet);
    return (
      payload !== undefined &&
      prefixes.some(
        (prefix) => payload.length === prefix.length + length && startsWith(payload, prefix),
      )
    );
  };
}

/** BIP 173 and 350 let text stand in capitals, too; no wallet here writes it so, and it is refused. */
const hasPrefix = (address: string, prefix: string) => address.startsWith(`${prefix}1`);

/** Bitcoin's witness programs: those that coins can be spent from again today. */
function segwit(prefix: string): Check {
  const program = (codec: typeof bech32, address: string, version: number) => {
    const [first, ...words] = codec.decodeUnsafe(address)?.words ?? [];
    return (first === version && codec.fromWordsUnsafe(words)) || new Uint8Array();
  };
  return (address) => {
    if (!hasPrefix(address, prefix)) return false;
    const { length } = program(bech32, address, 0);
    return length === 20 || length === 32 || program(bech32m, address, 1).length === 32;
  };
}

/** @param isSound what the bytes must be beside their checksum */
function plainBech32(prefix: string, isSound: (bytes: Uint8Array) => boolean): Check {
  return (address) => {
    const read = hasPrefix(address, prefix) ? bech32.decodeUnsafe(address, false) : undefined;
    const bytes = read && bech32.fromWordsUnsafe(read.words);
    return bytes !== undefined && isSound(bytes);
  };
}

/** EIP-55: the case of the letters is the checksum; all in one case have none. */
const ethereum: Check = (address) => {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(address)?.[1];
  if (digits === undefined || /^0+$/.test(digits)) return false;
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = keccak_256(ascii(lower));
  return Array.from(digits).every((digit, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15;
    return digit === (nibble >= 8 ? digit.toUpperCase() : digit.toLowerCase());
  });
};

const hex32: Check = (address) => /^0x[0-9a-fA-F]{64}$/.test(address) && !/^0x0+$/.test(address);

const solana: Check = (address) => {
  const key = address.length > 44 ? undefined : fromBase58(address);
  return key?.length === 32 && !isZero(key);
};

const bitcoinCash: Check = (address) => {
  const groups = fromCashAddress(address.replace(/^bitcoincash:/, ""));
  const bytes = groups && bech32.fromWordsUnsafe(groups);
  return bytes?.length === 21 && (bytes[0] === 0 || bytes[0] === 8);
};

const stellar: Check = (address) => {
  const bytes = address.length === 56 ? fromBase32(address) : undefined;
  return (
    bytes?.length === 35 &&
    bytes[0] === 0x30 &&
    crc16(bytes.subarray(0, 33)) === (bytes[33] ?? 0) + (bytes[34] ?? 0) * 256
  );
};

/** The user-friendly form, of the main net: bounceable or not. */
const ton: Check = (address) => {
  if (!/^[A-Za-z0-9_-]{48}$/.test(address)) return false;
  const bytes = base64urlnopad.decode(address);
  const isOurs = (bytes[0] === 0x11 || bytes[0] === 0x51) && (bytes[1] === 0 || bytes[1] === 0xff);
  return isOurs && crc16(bytes.subarray(0, 34)) === (bytes[34] ?? 0) * 256 + (bytes[35] ?? 0);
};

/** Shelley: the header says kind and network; with a staking part or without. */
const shelley = plainBech32("addr", (bytes) => {
  const [kind, network] = [(bytes[0] ?? 0) >> 4, (bytes[0] ?? 0) & 15];
  return (
    network === 1 &&
    (kind <= 3 ? bytes.length === 57 : (kind === 6 || kind === 7) && bytes.length === 29)
  );
});

/** Byron: CBOR of a byte string and its CRC-32. */
const byron: Check = (address) => {
  const bytes = address.length > 120 ? undefined : fromBase58(address);
  if (!bytes || !startsWith(bytes, [0x82, 0xd8, 0x18, 0x58])) return false;
  const length = bytes[4] ?? 0;
  const payload = bytes.subarray(5, 5 + length);
  const sum = bytes.subarray(5 + length);
  return (
    sum.length === 5 &&
    sum[0] === 0x1a &&
    new DataView(Uint8Array.from(sum).buffer).getUint32(1) === crc32(payload)
  );
};

/** SS58 of one network. */
function substrate(prefix: number): Check {
  return (address) => {
    const bytes = address.length > 60 ? undefined : fromBase58(address);
    if (bytes?.length !== 35 || bytes[0] !== prefix) return false;
    return isSame(
      blake2b(Uint8Array.from([...ascii("SS58PRE"), ...bytes.subarray(0, 33)])).subarray(0, 2),
      bytes.subarray(33),
    );
  };
}

const near: Check = (address) =>
  /^[0-9a-f]{64}$/.test(address) ||
  (address.length <= 64 &&
    /\.[a-z]+$/.test(address) &&
    address.split(/[._-]/).every((part) => /^[a-z0-9]+$/.test(part)));

const filecoin: Check = (address) => {
  if (/^f0\d{1,19}$/.test(address)) return true;
  const [, kind, text] = /^f(1|2|3|410f)([a-z2-7]+)$/.exec(address) ?? [];
  const bytes = text === undefined ? undefined : fromBase32(text.toUpperCase());
  if (kind === undefined || bytes?.length !== (kind === "3" ? 52 : 24)) return false;
  const signed = [...(kind === "410f" ? [4, 10] : [Number(kind)]), ...bytes.subarray(0, -4)];
  return isSame(blake2b(Uint8Array.from(signed), { dkLen: 4 }), bytes.subarray(-4));
};

const internetComputer: Check = (address) => {
  if (!/^[0-9a-f]{64}$/.test(address)) return false;
  return crc32(hex.decode(address.slice(8))) === Number.parseInt(address.slice(0, 8), 16);
};

const algorand: Check = (address) => {
  const bytes = address.length === 58 ? fromBase32(address) : undefined;
  return (
    bytes?.length === 36 &&
    isSame(sha512_256(bytes.subarray(0, 32)).subarray(-4), bytes.subarray(32))
  );
};

const cosmos = (prefix: string) =>
  plainBech32(prefix, ({ length }) => length === 20 || length === 32);

const checks: Readonly<Record<string, Check>> = {
  TRC20: base58([[0x41]]),
  BTC: either(base58([[0], [5]]), segwit("bc")),
  BCH: either(bitcoinCash, base58([[0], [5]])),
  LTC: either(base58([[48], [50], [5]]), segwit("ltc")),
  DOGE: base58([[30], [22]]),
  DASH: base58([[76], [16]]),
  ZEC: base58([
    [0x1c, 0xb8],
    [0x1c, 0xbd],
  ]),
  XRP: base58([[0]], 20, "ripple"),
  XTZ: base58([
    [6, 161, 159],
    [6, 161, 161],
    [6, 161, 164],
    [6, 161, 166],
    [2, 90, 121],
  ]),
  ...Object.fromEntries(
    ["ERC20", "BEP20", "ETC", "AVAX", "ARB", "OP", "VET", "CHZ"].map((network) => [
      network,
      ethereum,
    ]),
  ),
  SOL: solana,
  XLM: stellar,
  TON: ton,
  ADA: either(shelley, byron),
  SUI: hex32,
  APT: hex32,
  DOT: substrate(0),
  KSM: substrate(2),
  NEAR: near,
  FIL: filecoin,
  ICP: internetComputer,
  ATOM: cosmos("cosmos"),
  INJ: cosmos("inj"),
  HBAR: (address) => /^0\.0\.[1-9]\d{0,11}$/.test(address),
  ALGO: algorand,
};

/** What an address of a chain we know nothing of may look like. */
const anyAddress = /^[A-Za-z0-9:._-]{20,128}$/;

/** True for an address of a network of its own kind; of a network that is not known, whether it could be one. */
export function isAddressOf(network: string, address: string): boolean {
  return (
    (Object.hasOwn(checks, network) ? checks[network] : undefined)?.(address) ??
    anyAddress.test(address)
  );
}

/** True for what could be an address somewhere: letters and digits, long enough to be nobody's name. */
export function isAddressText(address: string): boolean {
  return anyAddress.test(address);
}

/** The venue's own kind, which no chain accepts: `PAPER-`, the network, a number. */
export function isPaperAddress(network: string, address: string): boolean {
  const prefix = `PAPER-${network}-`;
  return address.startsWith(prefix) && /^\d{1,10}$/.test(address.slice(prefix.length));
}

/** The same for two ways to write one address, different for different ones. */
export function addressKey(network: string, address: string): string {
  if (network === "BCH") return address.replace(/^bitcoincash:/, "");
  return address.startsWith("0x") ? address.toLowerCase() : address;
}

/** The characters at each end that people compare, and those who make addresses to be taken for another know it. */
const comparedAtEnds = 4;

/** Both ends of an address, letter case aside: two addresses with the same ends look alike. */
export function addressEnds(address: string): string {
  const lower = address.toLowerCase();
  return `${lower.slice(0, comparedAtEnds)}…${lower.slice(-comparedAtEnds)}`;
}
