import { beforeEach, expect, test, vi } from "vitest";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { installCallHooks } from "../../../../src/api/call.ts";
import { readFindings } from "../../../../src/features/trade/slips/findings.ts";
import { keepSlip, readSlip, slipIds } from "../../../../src/features/seconds/figures/slips.ts";
import {
  noteHead,
  noteLookedAt,
  noteMinutes,
  seenHead,
} from "../../../../src/features/trade/slips/venue-memory.ts";
import { removeWhere } from "../../../../src/storage/database.ts";

const hash = (digit: string) => digit.repeat(64);
const head = (seq: number, digit = "a") => ({ seq, hash: hash(digit) });
const start = 1_800_000_000_000;
const minute = 60_000;

function signed(orderId: string, change: Partial<Slip> = {}): Pick<SecondsOrder, "slip"> {
  return {
    slip: {
      format: "godwit-slip-1",
      public_key: "k".repeat(87),
      user_id: "7",
      order_id: orderId,
      client_order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
      symbol: "btcusdt",
      direction: "up",
      currency: "USDT",
      stake: "10",
      odds: "0.95",
      time: 30,
      sent_time: start,
      accept_time: start + 300,
      t0: start + 6000,
      t1: start + 36_000,
      source: "sim",
      day_commits: [],
      head: head(4),
      seen: null,
      hash: hash("b"),
      signature: "s".repeat(86),
      ...change,
    },
  };
}

/** What the venue calls its newest entry at a time after the start. */
const said = (newest: ReturnType<typeof head>, afterMs = 0, own = "e") => ({
  kind: "head" as const,
  body: {
    format: "godwit-head-1" as const,
    public_key: "k".repeat(87),
    head: newest,
    time: start + afterMs,
    hash: hash(own),
    signature: "s".repeat(86),
  },
});

/** Who is logged in. */
let who: string | null;

beforeEach(async () => {
  who = "7";
  installCallHooks({
    session: () => (who === null ? null : { id: who, token: "t" }),
    countInFlight: () => {},
    refused: () => {},
  });
  vi.stubGlobal("location", { origin: "http://venue.test" });
  // The slips of these tests are not signed, and without this nobody can tell.
  vi.stubGlobal("crypto", {});
  await removeWhere(() => true);
});

test("the first slip of a contract is kept, whatever the venue says later", async () => {
  await keepSlip(signed("9"));
  await keepSlip(signed("9", { odds: "0.5", head: head(8) }));
  expect((await readSlip("7", "9"))?.odds).toBe("0.95");
  expect(await readSlip("8", "9")).toBeUndefined();
  await keepSlip({ slip: null });
});

test("of many slips the oldest go", async () => {
  for (let id = 90; id < 340; id++) await keepSlip(signed(String(id)));
  expect(await readSlip("7", "99")).toBeUndefined();
  expect(await readSlip("7", "100")).toBeDefined();
  expect((await slipIds("7")).slice(0, 2)).toEqual(["339", "338"]);
});

test("a slip that comes after its owner has logged out is not kept", async () => {
  who = null;
  await keepSlip(signed("9"));
  who = "8";
  await keepSlip(signed("9"));
  expect([await readSlip("7", "9"), await seenHead()]).toEqual([undefined, undefined]);
});

test("the newest head is remembered, in whatever order answers come, and accuses nobody", async () => {
  expect(await seenHead()).toBeUndefined();
  await noteHead(said(head(6, "c")));
  // Its order was sent first, and its answer was looked up later.
  await keepSlip(signed("9", { head: head(4), seen: head(2) }));
  await noteHead(said(head(5), 400));
  expect(await seenHead()).toMatchObject(head(6, "c"));
  await noteHead(said(head(7), 500));
  expect(await seenHead()).toMatchObject(head(7));
  expect(await readFindings("7")).toEqual([]);
});

test.each([
  ["is older, a while later", said(head(5), 2 * minute, "f")],
  ["has another hash", said(head(6, "d"), 10, "f")],
])("a head that %s is a finding, with both statements", async (_what, later) => {
  const first = said(head(6, "c"));
  await noteHead(first);
  await noteHead(later);
  await noteHead(later);
  expect(await readFindings("7")).toMatchObject([
    { first: { statement: first }, second: { statement: later } },
  ]);
});

test("what was not looked at yet is remembered until it was, over any number of newer heads", async () => {
  const first = said(head(6, "c"));
  await noteHead(first);
  await noteHead(said(head(7), 400));
  await keepSlip(signed("9", { head: head(9) }));
  expect((await seenHead())?.from?.statement).toEqual(first);
  await noteLookedAt();
  expect(await seenHead()).toMatchObject(head(9));
  expect((await seenHead())?.from).toBeUndefined();
});

test("a published minute is remembered as it was seen first; another in its place is a finding", async () => {
  const line = (root: string) => ({
    minute: 1_800_000_000,
    source: "sim",
    lines: 1,
    root: hash(root),
    prev_hash: hash("0"),
    hash: hash(root),
    signature: "s".repeat(86),
    symbol: "btcusdt",
    samples: Array<null>(60).fill(null),
    leaf: 0,
    path: [],
  });
  const key = "k".repeat(87);
  await noteMinutes([line("1")], key);
  await noteMinutes([line("1")], key);
  expect(await readFindings("7")).toEqual([]);
  await noteMinutes([line("2")], key);
  const [found] = await readFindings("7");
  expect(found?.first.statement.body.hash).toBe(hash("1"));
  expect(found?.second?.statement.body.hash).toBe(hash("2"));
});

const asked = {
  client_order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  symbol: "btcusdt",
  direction: "up",
  time: 30,
  amount: "10.00",
  odds: "0.95",
  sent_time: start,
};

test("a slip of what was asked for is no finding, also where the request was sent again", async () => {
  await keepSlip(signed("9"), asked);
  await keepSlip(signed("10"), { ...asked, sent_time: start + 5000 });
  expect(await readFindings("7")).toEqual([]);
});

test.each<[string, string, Partial<Slip>]>([
  ["direction", "up", { direction: "down" }],
  ["stake", "10", { stake: "1000" }],
  ["odds", "0.95", { odds: "0.5" }],
  ["time", "30", { time: 60 }],
  ["sent_time", String(start), { sent_time: start + 3000 }],
  ["sent_time", String(start), { sent_time: null }],
])("a slip with another %s than asked for is a finding", async (name, value, change) => {
  await keepSlip(signed("9", change), asked);
  expect((await readFindings("7"))[0]?.asked).toMatchObject({
    part: "order",
    wanted: { name, value },
  });
});

test("a slip that the venue has not signed is a finding", async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal("location", { origin: "http://venue.test" });
  await keepSlip(signed("9"));
  expect((await readFindings("7"))[0]?.first.statement).toMatchObject({
    kind: "slip",
    body: { order_id: "9" },
  });
});

test("another commitment to a day of the same market than in an earlier slip is a finding", async () => {
  const day = (digit: string) => [{ date: "2027-01-15", commit: hash(digit) }];
  await keepSlip(signed("9", { day_commits: day("1") }));
  await keepSlip(signed("10", { day_commits: day("1"), hash: hash("c") }));
  await keepSlip(signed("11", { day_commits: day("2"), symbol: "ethusdt", hash: hash("d") }));
  expect(await readFindings("7")).toEqual([]);
  await keepSlip(signed("12", { day_commits: day("2"), hash: hash("f") }));
  expect((await readFindings("7"))[0]?.second?.statement.body).toMatchObject({ order_id: "12" });
});
