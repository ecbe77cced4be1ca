import { createHash } from "node:crypto";
import { blake2b } from "@noble/hashes/blake2.js";
import { sha256, sha512_256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { describe, expect, test } from "vitest";
import { addressEnds, addressKey, isAddressOf } from "#protocol/rules/address/address-check.ts";
import { networkNamed, networksOf } from "../../../venue/settings/channel-networks.ts";
import { symbolTable } from "../../../venue/feed/simulator/model/symbol-table.ts";
import {
  badAddresses,
  goodAddresses,
  withoutChecksum,
} from "../../harness/samples/address-corpus.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("the digests are those of the standards", () => {
  const messages = Array.from({ length: 75 }, (_, n) =>
    Uint8Array.from({ length: 4 * n + (n % 4) }, (_byte, at) => (at * 31 + n) & 255),
  );

  test.each([
    ["SHA-256", sha256, "sha256"],
    ["SHA-512/256", sha512_256, "sha512-256"],
    ["BLAKE2b", (bytes: Uint8Array) => blake2b(bytes), "blake2b512"],
  ] as const)("%s, for lengths up to two blocks and more", (_name, digest, algorithm) => {
    for (const message of messages)
      expect(hex(digest(message))).toBe(createHash(algorithm).update(message).digest("hex"));
  });

  test("Keccak-256 and short BLAKE2b, which Node has not", () => {
    const ascii = (text: string) => Uint8Array.from(Buffer.from(text));
    expect(hex(keccak_256(ascii("")))).toBe(
      "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    );
    expect(hex(keccak_256(ascii("abc")))).toBe(
      "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    );
    expect(hex(keccak_256(ascii("transfer(address,uint256)")))).toMatch(/^a9059cbb/);
    expect([
      hex(blake2b(ascii("abc"), { dkLen: 4 })),
      hex(blake2b(new Uint8Array(200), { dkLen: 4 })),
    ]).toEqual(["63906248", "3186ed50"]);
  });
});

describe("the corpus", () => {
  test("good addresses are taken, at least one of every network there is", () => {
    for (const [network, address] of goodAddresses)
      expect([network, address, isAddressOf(network, address)]).toEqual([network, address, true]);
    const listed = new Set(symbolTable.flatMap(({ spec }) => networksOf(spec.base)));
    const covered = new Set(goodAddresses.map(([network]) => network));
    expect([...listed].filter((network) => !covered.has(network))).toEqual([]);
  });

  test("good addresses have the form that the networks' table says", () => {
    for (const [network, address] of goodAddresses)
      expect([
        network,
        address,
        new RegExp(`^${networkNamed(network).realAddress}$`).test(address),
      ]).toEqual([network, address, true]);
  });

  test("bad ones are not, every one of them", () => {
    expect(badAddresses.length).toBeGreaterThan(80);
    expect(
      badAddresses.filter(
        ([network, address]) => !address.startsWith("PAPER-") && isAddressOf(network, address),
      ),
    ).toEqual([]);
  });

  test("one character changed, left out or doubled, or two that changed places: never an address again", () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const [network, address] of goodAddresses) {
      if (
        withoutChecksum.has(network) ||
        address.startsWith("f0") ||
        (address.toLowerCase() === address && address.startsWith("0x"))
      )
        continue;
      if (address.toUpperCase().slice(2) === address.slice(2) && address.startsWith("0x")) continue;
      for (let at = address.startsWith("0x") ? 2 : 0; at < address.length; at++) {
        const [character, next] = [address.charAt(at), address.charAt(at + 1)];
        const other = character === "2" ? "3" : "2";
        const changes = [
          address.slice(0, at) + other + address.slice(at + 1),
          address.slice(0, at) + address.slice(at + 1),
          address.slice(0, at) + character + address.slice(at),
          ...(next !== "" && next !== character
            ? [address.slice(0, at) + next + character + address.slice(at + 2)]
            : []),
        ];
        for (const changed of changes) {
          tried += 1;
          if (isAddressOf(network, changed)) wrong.push(`${network} ${changed}`);
        }
      }
    }
    expect(tried).toBeGreaterThan(8000);
    expect(wrong).toEqual([]);
  });

  test("an address of one network is no other's, but where both are one kind", () => {
    const kin: readonly (readonly string[])[] = [
      ["ERC20", "BEP20", "ETC", "AVAX", "ARB", "OP", "VET", "CHZ"],
      ["BTC", "BCH", "LTC"],
      ["SUI", "APT"],
      ["ICP", "NEAR"],
    ];
    const networks = [...new Set(goodAddresses.map(([network]) => network))];
    const crossed = goodAddresses.flatMap(([network, address]) =>
      networks
        .filter(
          (other) =>
            other !== network &&
            !kin.some((group) => group.includes(network) && group.includes(other)) &&
            isAddressOf(other, address),
        )
        .map((other) => `${network} ${address} → ${other}`),
    );
    expect(crossed).toEqual([]);
  });
});

test("two ways to write one address are one; ends are compared without their case", () => {
  expect(addressKey("ERC20", "0xDAC17F958D2EE523A2206206994597C13D831EC7")).toBe(
    addressKey("ERC20", "0xdac17f958d2ee523a2206206994597c13d831ec7"),
  );
  expect(addressKey("BCH", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")).toBe(
    "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
  );
  expect(addressKey("TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).not.toBe(
    addressKey("TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"),
  );
  expect(addressEnds("0xDAC17F958D2EE523A2206206994597C13D831EC7")).toBe(
    addressEnds("0xdac1000000000000000000000000000000001ec7"),
  );
});
