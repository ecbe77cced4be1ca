import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import { installCallHooks } from "../../../../src/api/call.ts";
import { learnVenueTime } from "../../../../src/api/venue-clock.ts";
import {
  codeOf,
  compareWith,
  readCode,
} from "../../../../src/features/seconds/verify/compare-heads.ts";
import { storeReceiptFile } from "../../../../src/features/seconds/verify/receipt-file.ts";
import { watchVenue } from "../../../../src/features/seconds/verify/venue-watch.ts";
import { keepSlip } from "../../../../src/features/seconds/figures/slips.ts";
import { readFindings } from "../../../../src/features/trade/slips/findings.ts";
import { noteHead, seenHead } from "../../../../src/features/trade/slips/venue-memory.ts";
import { removeWhere } from "../../../../src/storage/database.ts";
import { t1 } from "../seconds-orders.ts";
import { signedReceipt, venueKey } from "./signed-receipt.ts";

type Answer = (query: URLSearchParams) => unknown;

const hash = (digit: string) => digit.repeat(64);
const link = (seq: number, digit: string) => ({
  seq,
  hash: hash(digit),
  prev_hash: hash("0"),
  signature: "s".repeat(86),
});
const head = (seq: number, digit: string, afterMs = 0) => ({
  format: "godwit-head-1" as const,
  public_key: "k".repeat(87),
  head: { seq, hash: hash(digit) },
  time: t1 + afterMs,
  hash: hash("e"),
  signature: "s".repeat(86),
});
const epoch = {
  format: "godwit-epoch-1",
  public_key: "k".repeat(87),
  seq: 9,
  prev_hash: hash("8"),
  opened_time: t1,
  reason: "The disk broke.",
  restored: { seq: 3, hash: hash("3") },
  lost: { seq: 8, hash: hash("8") },
  restored_time: t1 - 100_000,
  lost_time: t1 + 100_000,
  hash: hash("9"),
  signature: "s".repeat(86),
};

const whole = crypto;

async function fetchAnswers(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (!answers.has(pathname)) throw new TypeError("Failed to fetch");
  const data = answers.get(pathname)?.(searchParams);
  return Response.json(
    data === undefined
      ? { status: 300014, msg: "not there", data: null }
      : { status: 0, msg: "", data },
  );
}

let file: ReceiptFile;
let answers: Map<string, Answer>;

beforeAll(async () => {
  file = await signedReceipt(await venueKey());
});
beforeEach(async () => {
  installCallHooks({
    session: () => ({ id: "7", token: "t" }),
    countInFlight: () => {},
    refused: () => {},
  });
  vi.stubGlobal("location", { origin: "http://venue.test" });
  answers = new Map<string, Answer>([
    [
      proofs.secondKey.path,
      () => ({ public_key: "k".repeat(87), head: link(5, "5"), signed_head: head(5, "5") }),
    ],
    [proofs.secondEpochs.path, () => []],
  ]);
  vi.stubGlobal("fetch", fetchAnswers);
  // What these tests say is not signed, and without this nobody can tell.
  vi.stubGlobal("crypto", {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => whole.getRandomValues(bytes),
  });
  await removeWhere(() => true);
  learnVenueTime(t1 + 3_600_000, Date.now());
});

const who = { userId: "7", isStillHere: () => true };
const watch = (closed: Parameters<typeof watchVenue>[1] = []) => watchVenue(who, closed);

test("a chain that goes on from what was known is none", async () => {
  await noteHead({ kind: "head", body: head(3, "3", -600_000) });
  answers.set(proofs.secondChain.path, () => [link(3, "3"), link(4, "4")]);
  await watch();
  expect(await readFindings("7")).toEqual([]);
  expect(await seenHead()).toMatchObject({ seq: 5, hash: hash("5") });
  expect((await seenHead())?.from).toBeUndefined();
});

test.each<[string, () => unknown, string | null]>([
  ["has another hash", () => [link(3, "a")], hash("a")],
  ["is not there any more", () => [link(4, "4")], null],
])("an entry that %s is a finding, and a second look adds none", async (_what, chain, answer) => {
  await noteHead({ kind: "head", body: head(3, "3", -600_000) });
  answers.set(proofs.secondChain.path, chain);
  await watch();
  await watch();
  expect(await readFindings("7")).toMatchObject([
    { first: { statement: { kind: "head" } }, asked: { part: "entry", answer }, epochs: [] },
  ]);
});

test("a chain that cannot be looked at now is looked at later", async () => {
  await noteHead({ kind: "head", body: head(3, "3", -600_000) });
  await expect(watch()).rejects.toThrow();
  expect((await seenHead())?.from?.statement.body.hash).toBe(hash("e"));
  answers.set(proofs.secondChain.path, () => [link(4, "4")]);
  await watch();
  expect(await readFindings("7")).toHaveLength(1);
});

test("an entry that only the slip of a coin order had named is looked at like any other", async () => {
  const body = {
    format: "godwit-order-slip-1" as const,
    public_key: "k".repeat(87),
    user_id: "7",
    market: "coin" as const,
    order_id: "4",
    client_order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    terms: {},
    sent_time: null,
    accept_time: t1 - 600_000,
    head: { seq: 3, hash: hash("3") },
    seen: null,
    hash: hash("e"),
    signature: "s".repeat(86),
  };
  await noteHead({ kind: "order-slip", body });
  answers.set(proofs.secondChain.path, () => [link(3, "a")]);
  await watch();
  expect(await readFindings("7")).toMatchObject([
    { first: { statement: { kind: "order-slip" } }, asked: { part: "entry" } },
  ]);
});

test("a head that the venue has not signed is a finding, and is not remembered", async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal("location", { origin: "http://venue.test" });
  vi.stubGlobal("fetch", fetchAnswers);
  await watch();
  expect(await readFindings("7")).toMatchObject([{ first: { statement: { kind: "head" } } }]);
  expect(await seenHead()).toBeUndefined();
});

test("what the venue declares as lost goes with the finding", async () => {
  await noteHead({ kind: "head", body: head(4, "4", -600_000) });
  answers.set(proofs.secondEpochs.path, () => [epoch]);
  answers.set(proofs.secondChain.path, () => [link(9, "9")]);
  await watch();
  expect((await readFindings("7"))[0]?.epochs).toMatchObject([{ reason: "The disk broke." }]);
});

test("a contract whose receipt never came is a finding once it is overdue, and none before", async () => {
  const { receipt } = file;
  const slip = {
    format: "godwit-slip-1" as const,
    public_key: file.public_key,
    user_id: "7",
    order_id: receipt.order_id,
    client_order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    symbol: receipt.symbol,
    direction: receipt.direction,
    currency: receipt.currency,
    stake: receipt.stake,
    odds: receipt.odds,
    time: receipt.time,
    sent_time: null,
    accept_time: receipt.accept_time,
    t0: receipt.t0,
    t1: receipt.t1,
    source: receipt.source,
    day_commits: [],
    head: { seq: 0, hash: hash("0") },
    seen: null,
    hash: hash("b"),
    signature: "s".repeat(86),
  };
  await keepSlip({ slip });
  answers.set(proofs.secondReceipt.path, () => undefined);
  learnVenueTime(t1 + 60_000, Date.now());
  await watch();
  expect(await readFindings("7")).toEqual([]);
  learnVenueTime(t1 + 3_600_000, Date.now());
  await watch();
  expect(await readFindings("7")).toMatchObject([
    { first: { statement: { kind: "slip" } }, asked: { part: "receipt", answer: null } },
  ]);
});

test("another receipt of a contract than the one this device has is a finding", async () => {
  await storeReceiptFile("7", file);
  const other = { ...file.receipt, hash: hash("f") };
  answers.set(proofs.secondReceipt.path, () => other);
  const { order_id: id } = file.receipt;
  await watch([{ id, receipt: file.receipt.hash }]);
  expect(await readFindings("7")).toEqual([]);
  await watch([{ id, receipt: hash("f") }]);
  expect(await readFindings("7")).toMatchObject([
    { second: { statement: { kind: "receipt", body: { hash: hash("f") } } } },
  ]);
});

test("a code is read as it may be typed, and compared with what the venue shows", async () => {
  const own = { seq: 12, hash: `ab12cd34ef56${"0".repeat(52)}` };
  expect(codeOf(own)).toBe("12-ab12-cd34-ef56");
  for (const text of ["12-ab12-cd34-ef56", " 12 AB12 CD34 EF56 ", "12-ab12cd34ef56"])
    expect(readCode(text)).toEqual({ seq: 12, start: "ab12cd34ef56" });
  for (const text of ["", "12", "12-ab12-cd34", "x-ab12-cd34-ef56"])
    expect(readCode(text)).toBeUndefined();
  const code = { seq: 12, start: "ab12cd34ef56" };
  expect(await compareWith(code, own)).toBe("same");
  expect(await compareWith({ ...code, start: "ab12cd34ef57" }, own)).toBe("different");
  const another = { seq: 3, hash: hash("3") };
  answers.set(proofs.secondChain.path, () => [{ ...link(12, "a"), hash: own.hash }]);
  expect(await compareWith(code, another)).toBe("same");
  answers.set(proofs.secondChain.path, () => [link(12, "a")]);
  expect(await compareWith(code, another)).toBe("different");
  answers.set(proofs.secondChain.path, () => [link(13, "a")]);
  expect(await compareWith(code, another)).toBe("missing");
});
