import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fromBase64url, fromHex, toBase64url, toHex } from "#protocol/wire/byte-encoding.ts";
import { leafHash, merklePath, merkleRoot, rootOfPath } from "#protocol/proof/merkle.ts";

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const later = async (bytes: Uint8Array) => sha256(bytes);

/** The leaves and roots that implementations of RFC 6962 are tested with. */
const leafTexts = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => Buffer.from(hex, "hex").toString("latin1"));
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

test("the roots are those of RFC 6962, whether the hash answers at once or later", async () => {
  for (const [size, root] of roots.entries()) {
    for (const hash of [sha256, later]) {
      const leaves = await Promise.all(
        leafTexts.slice(0, size).map((text) => leafHash(hash, text)),
      );
      expect(toHex(await merkleRoot(hash, leaves))).toBe(root);
    }
  }
});

test("a path leads to its root from its own leaf and place alone", async () => {
  for (let size = 1; size <= 20; size++) {
    const leaves = await Promise.all(
      Array.from({ length: size }, (_, at) => leafHash(sha256, `leaf ${at}`)),
    );
    const root = toHex(await merkleRoot(sha256, leaves));
    const leads = async (leaf: Uint8Array, at: number, path: readonly Uint8Array[], of = size) => {
      const found = await rootOfPath(sha256, leaf, { at, size: of, path });
      return found !== undefined && toHex(found) === root;
    };
    for (const [at, leaf] of leaves.entries()) {
      const path = await merklePath(sha256, leaves, at);
      expect(await leads(leaf, at, path)).toBe(true);
      for (const [other, strange] of leaves.entries()) {
        if (other === at) continue;
        expect(await leads(strange, at, path)).toBe(false);
        expect(await leads(leaf, other, path)).toBe(false);
      }
      expect(await leads(leaf, at, [...path, leaf])).toBe(false);
      for (let cut = 0; cut < path.length; cut++)
        expect(await leads(leaf, at, path.toSpliced(cut, 1))).toBe(false);
      if (path.length > 1) expect(await leads(leaf, at, path.toReversed())).toBe(false);
    }
    for (const at of [-1, size, 0.5])
      expect(await leads(leaves[0] ?? sha256(new Uint8Array(0)), at, [])).toBe(false);
  }
});

test("bytes are written in one way only", () => {
  const bytes = Uint8Array.from({ length: 65 }, (_, at) => (at * 37) % 256);
  expect(fromHex(toHex(bytes))).toEqual(bytes);
  for (const length of [63, 64, 65])
    expect(fromBase64url(toBase64url(bytes.slice(0, length)))).toEqual(bytes.slice(0, length));
  expect(["0", "0G", "AB", " 00"].map(fromHex)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  // A spare bit that is set, padding, and the other alphabet.
  expect(["AB", "AA==", "+/8", "A"].map(fromBase64url)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
