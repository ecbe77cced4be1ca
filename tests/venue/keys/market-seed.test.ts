import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadMarketSeed } from "../../../venue/keys/market-seed.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";

const random = (length: number) => new Uint8Array(randomBytes(length));

test("a venue without SEED makes its own at the first start: 32 bytes that stay, for its owner's eyes", () => {
  const dataDir = temporaryDirectory();
  const first = loadMarketSeed({ seed: null, dataDir }, random);
  expect([first.kind, first.master.length]).toEqual(["own", 32]);
  expect(loadMarketSeed({ seed: null, dataDir }, random)).toEqual(first);
  expect(statSync(join(dataDir, "market.seed")).mode & 0o777).toBe(0o600);
  const other = loadMarketSeed({ seed: null, dataDir: temporaryDirectory() }, random);
  expect(other.master).not.toEqual(first.master);
});

test("a damaged seed ends the start with what to do about it, and is not replaced", () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, "market.seed"), "abc\n");
  expect(() => loadMarketSeed({ seed: null, dataDir }, random)).toThrow(
    /^The key file .+market\.seed is damaged; restore it, or remove it and another market begins\.$/,
  );
  expect(readFileSync(join(dataDir, "market.seed"), "utf8")).toBe("abc\n");
});

test("a given one is taken as it is, and the public one is that of the sources", () => {
  const dataDir = "/nowhere";
  expect(loadMarketSeed({ seed: "a secret", dataDir }, random)).toEqual({
    master: "a secret",
    kind: "given",
  });
  expect(loadMarketSeed({ seed: "public", dataDir }, random).kind).toBe("public");
});
