/** Addresses whose checksum is right, and which are none of their network's all the same. */
import { sha256 } from "@noble/hashes/sha2.js";
import { base32nopad, base58, base64urlnopad, bech32, createBase58check } from "@scure/base";
import { expect, test } from "vitest";
import {
  addressEnds,
  addressKey,
  isAddressOf,
  isAddressText,
  isPaperAddress,
} from "#protocol/rules/address/address-check.ts";
import { crc16, crc32 } from "#protocol/rules/address/address-codecs.ts";

const filled = (length: number) => Array.from({ length }, (_, at) => (at * 37 + 11) & 255);
const check58 = createBase58check(sha256);
const with58 = (prefix: readonly number[], length = 20) =>
  check58.encode(Uint8Array.from([...prefix, ...filled(length)]));
const inBech32 = (prefix: string, bytes: readonly number[]) =>
  bech32.encode(prefix, bech32.toWords(Uint8Array.from(bytes)), false);

test("base58: each prefix of a network is its own, with as many bytes as it has", () => {
  const prefixes: Readonly<Record<string, readonly (readonly number[])[]>> = {
    TRC20: [[0x41]],
    BTC: [[0], [5]],
    BCH: [[0], [5]],
    LTC: [[48], [50], [5]],
    DOGE: [[30], [22]],
    DASH: [[76], [16]],
    ZEC: [
      [0x1c, 0xb8],
      [0x1c, 0xbd],
    ],
    XTZ: [
      [6, 161, 159],
      [6, 161, 161],
      [6, 161, 164],
      [6, 161, 166],
      [2, 90, 121],
    ],
  };
  for (const [network, own] of Object.entries(prefixes)) {
    for (const prefix of own)
      expect([
        network,
        ...[19, 20, 21].map((length) => isAddressOf(network, with58(prefix, length))),
      ]).toEqual([network, false, true, false]);
    // Of two bytes neither alone makes the prefix.
    const strange = [[111], [0x1c, 0xb9], [0x1d, 0xb8], [6, 161, 160], [6, 160, 159], [2, 90, 120]];
    expect(strange.filter((prefix) => isAddressOf(network, with58(prefix)))).toEqual([]);
  }
});

test("a digit of zero at an end of an Ethereum address is one like others; none but zeros is nobody's", () => {
  const digits = "5aaeb6053f3e94c9b9a09f33669435e7ef1bea";
  const taken = [`0x0${digits}e`, `0x${digits}e0`, `0x00${digits}`].map((address) =>
    isAddressOf("ERC20", address),
  );
  expect(taken).toEqual([true, true, true]);
  expect(isAddressOf("ERC20", `0x${"0".repeat(40)}`)).toBe(false);
});

test("Sui and Aptos: 32 bytes and nothing about them", () => {
  const own = `0x${"0a".repeat(32)}`;
  const others = [`${own}0`, `1${own}`, `0x${"00".repeat(32)}`, own.slice(0, -1)];
  for (const network of ["SUI", "APT"])
    expect([own, ...others].map((address) => isAddressOf(network, address))).toEqual([
      true,
      ...others.map(() => false),
    ]);
});

test("Stellar: the public key is an address, the secret one is not", () => {
  const key = (version: number) => {
    const payload = Uint8Array.from([version, ...filled(32)]);
    const sum = crc16(payload);
    return base32nopad.encode(Uint8Array.from([...payload, sum & 255, sum >> 8]));
  };
  const [shared, secret] = [key(0x30), key(0x90)];
  expect([shared.charAt(0), secret.charAt(0)]).toEqual(["G", "S"]);
  expect([shared, secret].map((address) => isAddressOf("XLM", address))).toEqual([true, false]);
});

test("TON: of the main net, in one of its two chains", () => {
  const friendly = (tag: number, chain: number) => {
    const payload = Uint8Array.from([tag, chain, ...filled(32)]);
    const sum = crc16(payload);
    return base64urlnopad.encode(Uint8Array.from([...payload, sum >> 8, sum & 255]));
  };
  const asked = (tags: readonly number[], chains: readonly number[]) =>
    tags.flatMap((tag) => chains.map((chain) => isAddressOf("TON", friendly(tag, chain))));
  expect(asked([0x11, 0x51], [0, 0xff])).toEqual([true, true, true, true]);
  expect(asked([0x11, 0x51], [1, 0xfe])).toEqual([false, false, false, false]);
  expect(asked([0x91, 0xd1, 0x10], [0, 0xff])).not.toContain(true);
});

test("Cardano: kinds that can be paid, of the main net, each with its own length", () => {
  const sound = (kind: number, network: number, length: number) =>
    isAddressOf("ADA", inBech32("addr", [kind * 16 + network, ...filled(length - 1)]));
  const kinds = Array.from({ length: 16 }, (_, kind) => kind);
  expect(kinds.filter((kind) => sound(kind, 1, 57))).toEqual([0, 1, 2, 3]);
  expect(kinds.filter((kind) => sound(kind, 1, 29))).toEqual([6, 7]);
  for (const length of [28, 30, 56, 58])
    expect(kinds.filter((kind) => sound(kind, 1, length))).toEqual([]);
  expect(kinds.filter((kind) => sound(kind, 0, 57) || sound(kind, 0, 29))).toEqual([]);
});

test("Cardano before Shelley: a payload of the length that it says, and its sum", () => {
  const payload = filled(33);
  const sum = crc32(Uint8Array.from(payload));
  const summed = [24, 16, 8, 0].map((shift) => (sum >>> shift) & 255);
  const byron = (
    head: readonly number[],
    tag: number,
    last: readonly number[],
    length = payload.length,
  ) =>
    isAddressOf("ADA", base58.encode(Uint8Array.from([...head, length, ...payload, tag, ...last])));
  const head = [0x82, 0xd8, 0x18, 0x58];
  expect(byron(head, 0x1a, summed)).toBe(true);
  expect([
    byron(head, 0x1b, summed),
    byron(head, 0x1a, [...summed, 0]),
    byron(head, 0x1a, summed.slice(0, 3)),
    byron(head, 0x1a, summed.toReversed()),
    byron(head, 0x1a, summed, payload.length - 1),
    ...head.map((_, at) => byron(head.with(at, 0x83), 0x1a, summed)),
  ]).not.toContain(true);
});

test("Cosmos and Injective: 20 bytes or 32", () => {
  for (const [network, prefix] of [
    ["ATOM", "cosmos"],
    ["INJ", "inj"],
  ] as const)
    expect(
      [19, 20, 21, 31, 32, 33].filter((length) =>
        isAddressOf(network, inBech32(prefix, filled(length))),
      ),
    ).toEqual([20, 32]);
});

test("NEAR: 64 digits, or a name of parts that ends with letters and is at most 64 long", () => {
  const named = (name: string) => isAddressOf("NEAR", name);
  const digits = "0a".repeat(32);
  expect([digits, "a.near", "a1_b-2.c.near", `${"a".repeat(59)}.near`].map(named)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const others = [
    `${digits}0`,
    `${"a".repeat(60)}.near`,
    "a.near1",
    "a!.near",
    "!a.near",
    "a..near",
    "near",
  ];
  expect(others.filter(named)).toEqual([]);
});

test("Filecoin and Hedera: nothing stands before or after", () => {
  expect(
    ["f01234", "xf01234", "f01234x", "f0", `f0${"1".repeat(20)}`].map((address) =>
      isAddressOf("FIL", address),
    ),
  ).toEqual([true, false, false, false, false]);
  const own = "f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za";
  expect([own, `${own}!`, `x${own}`].map((address) => isAddressOf("FIL", address))).toEqual([
    true,
    false,
    false,
  ]);
  expect(
    ["0.0.1234", "x0.0.1234", "0.0.1234x", "0.0.0"].map((address) => isAddressOf("HBAR", address)),
  ).toEqual([true, false, false, false]);
});

test("of a chain that is not known, letters and digits from 20 to 128", () => {
  const long = (length: number) => "a".repeat(length);
  const texts = [long(19), long(20), long(128), long(129), `!${long(20)}`, `${long(20)}!`];
  const taken = [false, true, true, false, false, false];
  for (const network of ["NONE", "toString"])
    expect(texts.map((text) => isAddressOf(network, text))).toEqual(taken);
  expect(texts.map(isAddressText)).toEqual(taken);
});

test("the venue's own addresses name their network and have a number of at most ten digits", () => {
  const own = ["1", "12", "1234567890"].map((number) =>
    isPaperAddress("BTC", `PAPER-BTC-${number}`),
  );
  expect(own).toEqual([true, true, true]);
  const others = [
    "PAPER-BTC-",
    "PAPER-BTC-12345678901",
    "PAPER-BTC-1x",
    "PAPER-BTC-x1",
    "PAPER-ETH-12",
    "12",
  ];
  expect(others.filter((address) => isPaperAddress("BTC", address))).toEqual([]);
});

test("one way to write an address stands for all", () => {
  expect([
    addressKey("ERC20", "0xDAC17F958D2EE523A2206206994597C13D831EC7"),
    addressKey("BCH", "bitcoincash:qpm2"),
    addressKey("BCH", "qpm2bitcoincash:"),
    addressKey("TRC20", "TR7n"),
  ]).toEqual(["0xdac17f958d2ee523a2206206994597c13d831ec7", "qpm2", "qpm2bitcoincash:", "TR7n"]);
  expect(addressEnds("0xDAC17F958D2EE523A2206206994597C13D831EC7")).toBe("0xda…1ec7");
});
