import { expect, test } from "vitest";
import { canonicalJson } from "#protocol/api/receipt.ts";
import {
  type AskedContract,
  differingFromAsked,
  differingTerm,
} from "#protocol/proof/slip-terms.ts";
import { sampleReceipt } from "../../harness/samples/signed-by-venue.ts";

const { receipt, slip } = sampleReceipt();
const asked: AskedContract = {
  client_order_id: slip.client_order_id,
  symbol: "btcusdt",
  direction: "up",
  time: 30,
  amount: slip.stake,
  odds: "0.95",
  sent_time: slip.sent_time ?? 0,
};

test("a slip is what the device asked for, whatever zeros it wrote", () => {
  expect([
    differingFromAsked(slip, asked),
    differingFromAsked(slip, { ...asked, amount: `${slip.stake}00`, odds: "0.950" }),
    differingFromAsked({ ...slip, stake: "100.00000000" }, { ...asked, amount: "100" }),
    differingFromAsked({ ...slip, odds: "0.9500" }, asked),
    // Any odds were taken.
    differingFromAsked({ ...slip, odds: "0.5" }, { ...asked, odds: undefined }),
  ]).toEqual([null, null, null, null, null]);
});

test("of several fields that differ the first is named, as it was asked for", () => {
  const changes = {
    client_order_id: "another",
    symbol: "ethusdt",
    direction: "down",
    time: 60,
    amount: "5.5",
    odds: "0.96",
  };
  for (const [field, value] of Object.entries(changes))
    expect(differingFromAsked(slip, { ...asked, [field]: value })).toEqual({
      name: field === "amount" ? "stake" : field,
      value: String(value),
    });
  expect(differingFromAsked(slip, { ...asked, ...changes })?.name).toBe("client_order_id");
});

test("a slip has the time of sending, or that of a first try before it", () => {
  const at = (sent_time: number | null) => differingFromAsked({ ...slip, sent_time }, asked);
  const wrong = { name: "sent_time", value: String(asked.sent_time) };
  expect([asked.sent_time, asked.sent_time - 1000, asked.sent_time + 1, null].map(at)).toEqual([
    null,
    null,
    wrong,
    wrong,
  ]);
});

test("a receipt says what its slip does, and where it does not, both are shown", () => {
  expect(differingTerm(slip, receipt)).toBeNull();
  const differing = (change: Partial<typeof slip>) =>
    differingTerm({ ...slip, ...change }, receipt);
  expect([
    differing({ order_id: "5" }),
    differing({ symbol: "ethusdt" }),
    differing({ direction: "down" }),
    differing({ currency: "BTC" }),
    differing({ stake: "1" }),
    differing({ odds: "0.96" }),
    differing({ time: 60 }),
    differing({ accept_time: 1 }),
    differing({ t0: 1 }),
    differing({ t1: 1 }),
    differing({ source: "htx" }),
    differing({ day_commits: [] }),
  ]).toEqual([
    { name: "order_id", slip: "5", receipt: "4" },
    { name: "symbol", slip: "ethusdt", receipt: "btcusdt" },
    { name: "direction", slip: "down", receipt: "up" },
    { name: "currency", slip: "BTC", receipt: "USDT" },
    { name: "stake", slip: "1", receipt: receipt.stake },
    { name: "odds", slip: "0.96", receipt: "0.95" },
    { name: "time", slip: "60", receipt: "30" },
    { name: "accept_time", slip: "1", receipt: String(receipt.accept_time) },
    { name: "t0", slip: "1", receipt: String(receipt.t0) },
    { name: "t1", slip: "1", receipt: String(receipt.t1) },
    { name: "source", slip: "htx", receipt: "sim" },
    {
      name: "day_commits",
      slip: "[]",
      receipt: canonicalJson(receipt.day_commits),
    },
  ]);
});
