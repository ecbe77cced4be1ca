import { expect, test } from "vitest";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { coinOrders } from "../../../../src/features/spot/confirm/coin-orders.ts";
import type {
  CoinOrderWrite,
  OrderIntent,
} from "../../../../src/features/spot/ticket/ticket-facts.ts";
import { type Attempt, nextWrite } from "../../../../src/writes/write.ts";

const intent: OrderIntent = {
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  amount: null,
  value: "1000",
};
const attempt: Attempt<OrderIntent> = {
  id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  intent,
  sentAt: 1000,
};
const order = (
  status: 0 | 1 | 2,
  state: CoinOrder["state"],
  filled = "0",
  kind: { type: string; tif: string } = { type: "market", tif: "ioc" },
): CoinOrder => ({
  id: "7",
  client_order_id: attempt.id,
  symbol: "btcusdt",
  side: "buy",
  ...kind,
  price: null,
  stop_price: null,
  operator: null,
  amount: null,
  value: "1000",
  trigger_time: null,
  review_until: null,
  replaces: null,
  filled_amount: filled,
  filled_value: "0",
  avg_price: null,
  fee: "0",
  fee_currency: "BTC",
  frozen: "0",
  state,
  status,
  reason: null,
  create_time: 1,
  update_time: 1,
  finish_time: null,
  slip: null,
});

const limit = { type: "limit", tif: "gtc" };
const sending: CoinOrderWrite = {
  step: "sending",
  attempt,
  reused: false,
  isLate: false,
  tries: 0,
};
const answer = (write: CoinOrderWrite, answered: CoinOrder) =>
  nextWrite(coinOrders, write, {
    type: write.step === "sending" ? "answered" : "found",
    answer: answered,
  });
const stepOf = (write: CoinOrderWrite) => (write.step === "done" ? write.outcome : write.step);

test("the outcome follows the order's own words", () => {
  const stepsOf = (...orders: CoinOrder[]) => orders.map((one) => stepOf(answer(sending, one)));
  expect(
    stepsOf(
      order(0, "reviewing"),
      order(1, "submitted"),
      order(1, "partial-filled", "0.1"),
      order(2, "filled", "0.016663"),
      order(2, "partial-canceled", "0.01"),
      order(2, "canceled", "0.000000"),
      order(2, "rejected"),
      order(2, "expired"),
    ),
  ).toEqual([
    "reviewing",
    "accepted",
    "accepted",
    "filled",
    "partly",
    "cancelled",
    "cancelled",
    "cancelled",
  ]);
  expect(
    stepsOf(
      order(1, "created", "0", { type: "stop-market", tif: "ioc" }),
      order(1, "partial-filled", "0.1", limit),
      order(2, "filled", "1", limit),
      order(2, "canceled", "0", { type: "limit", tif: "fok" }),
    ),
  ).toEqual(["waiting", "waiting", "filled", "cancelled"]);
});

test("an order that may rest has met the book after two more answers; one that may not is asked for until it is over", () => {
  const stepsFor = (kind: { type: string; tif: string }) => {
    let write: CoinOrderWrite = sending;
    const steps = [];
    for (let count = 0; count < 4; count++)
      steps.push(stepOf((write = answer(write, order(1, "submitted", "0", kind)))));
    return steps;
  };
  for (const tif of ["gtc", "post_only"])
    expect(stepsFor({ type: "limit", tif })).toEqual([
      "accepted",
      "accepted",
      "waiting",
      "waiting",
    ]);
  for (const kind of [
    { type: "market", tif: "ioc" },
    { type: "limit", tif: "ioc" },
    { type: "limit", tif: "fok" },
  ]) {
    expect(stepsFor(kind)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
  }
});
