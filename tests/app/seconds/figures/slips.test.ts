import { beforeEach, expect, test, vi } from "vitest";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import type { Slip } from "#protocol/api/slip.ts";
import {
  keepSlip,
  noteHead,
  readSlip,
  seenHead,
} from "../../../../src/features/seconds/figures/slips.ts";
import { installCallHooks } from "../../../../src/api/call.ts";
import { removeWhere } from "../../../../src/storage/database.ts";

const hash = (digit: string) => digit.repeat(64);
const head = (seq: number, digit = "a") => ({ seq, hash: hash(digit) });

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
      sent_time: 1_800_000_000_000,
      accept_time: 1_800_000_000_300,
      t0: 1_800_000_006_000,
      t1: 1_800_000_036_000,
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
});

test("a slip that comes after its owner has logged out is not kept", async () => {
  who = null;
  await keepSlip(signed("9"));
  who = "8";
  await keepSlip(signed("9"));
  expect([await readSlip("7", "9"), await seenHead()]).toEqual([undefined, undefined]);
});

test("the newest head is remembered, in whatever order answers come", async () => {
  expect(await seenHead()).toBeUndefined();
  await noteHead(head(6, "c"));
  // Its order was sent first, and its answer was looked up later.
  await keepSlip(signed("9", { head: head(4), seen: head(2) }));
  await noteHead(head(5));
  expect(await seenHead()).toEqual(head(6, "c"));
  await noteHead(head(7));
  expect(await seenHead()).toEqual(head(7));
});

test.each([
  ["before the one that the order named", head(5)],
  ["with another hash in its place", head(6, "d")],
])("a head %s is a break that stays", async (_what, stated) => {
  await noteHead(head(6, "c"));
  await keepSlip(signed("9", { head: stated, seen: head(6, "c") }));
  expect(await seenHead()).toEqual({ ...head(6, "c"), broken: stated });
  await noteHead(head(9));
  await keepSlip(signed("10", { head: head(1), seen: head(9) }));
  expect(await seenHead()).toEqual({ ...head(6, "c"), broken: stated });
});

test("another receipt in the place of the newest known is a break, wherever it comes from", async () => {
  await noteHead(head(4));
  await noteHead(head(4, "d"));
  expect((await seenHead())?.broken).toEqual(head(4, "d"));
});
