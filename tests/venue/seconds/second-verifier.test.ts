import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkReceipt } from "#protocol/proof/receipt-check.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { bodyText, faultsOf, type Trace } from "./second-verifier.ts";
import { settledRun } from "./settled-run.ts";

type File = Parameters<typeof faultsOf>[0];

const read = (path: string) =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8");
const vector = JSON.parse(read("vectors/receipt.json")) as File;
const deps = webCryptoDeps(crypto.subtle);
const own = receiptKeyOf("07".repeat(32));

test("the vector of docs/receipt.md holds for both verifiers", async () => {
  expect(faultsOf(vector)).toEqual([]);
  const steps = await checkReceipt(vector, deps);
  expect(steps.filter(({ state }) => state !== "ok").map(({ name }) => name)).toEqual(["quotes"]);
});

test("docs/receipt.md shows each text and each hash on the way of its example", () => {
  const trace: Trace = {};
  faultsOf(vector, trace);
  const page = read("receipt.md");
  const [, example = ""] = page.split("## A worked example");
  for (const [name, hash] of Object.entries(trace))
    expect([name, example.includes(hash)]).toEqual([name, true]);
  const { receipt, slip } = vector as unknown as Record<"receipt" | "slip", File>;
  for (const text of [bodyText(receipt), bodyText(slip)]) expect(example).toContain(text);
});

test("who has only the pages finds every fresh receipt right, over the day computed again", async () => {
  const { files } = await settledRun(8);
  for (const file of files) expect(faultsOf(JSON.parse(JSON.stringify(file)) as File)).toEqual([]);
  expect(files.length).toBe(8);
}, 300_000);

/** The vector with a receipt that the venue signed after it changed its mind. */
function lied(change: File): File {
  const receipt = { ...(vector["receipt"] as File), ...change };
  const hash = createHash("sha256").update(bodyText(receipt)).digest("hex");
  return { ...vector, receipt: { ...receipt, hash, signature: own.sign(hash) }, chain: [] };
}

test.each<[string, File]>([
  ["slip", { direction: "down" }],
  ["slip", { odds: "0.5" }],
  ["slip", { stake: "10.00000000" }],
  ["moments", { t0: 1_707_494_341_000 }],
  ["entry log", { samples0: ["1.0000", "2.0000", "3.0000", "4.0000", "5.0000"] }],
  ["exit day", { samples1: ["1.0000", "2.0000", "3.0000", "4.0000", "5.0000"] }],
  ["entry price", { entry: "1.000" }],
  ["result", { result: "lose" }],
  ["payout", { payout: "1.00000000" }],
  ["commitment", { day_commits: [] }],
])("it finds %s", (fault, change) => {
  expect(faultsOf(lied(change))).toContain(fault);
});

test("it finds what was changed without the key", () => {
  const receipt = { ...(vector["receipt"] as File), payout: "1.00000000" };
  expect(faultsOf({ ...vector, receipt })).toContain("hash");
});
