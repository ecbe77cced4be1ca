import { afterEach, expect, test } from "vitest";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { keepOpening, readOpening } from "../../../../src/features/contracts/open/opening-draft.ts";
import {
  openingOrders,
  type OpeningWrite,
} from "../../../../src/features/contracts/open/opening-orders.ts";
import type { OpeningIntent } from "../../../../src/features/contracts/open/opening-numbers.ts";
import { coinOrders } from "../../../../src/features/spot/confirm/coin-orders.ts";
import {
  type WriteEvent,
  idleWrite,
  nextWrite,
  unresolvedOf,
} from "../../../../src/writes/write.ts";
import { removeWhere } from "../../../../src/storage/database.ts";

const step = (write: OpeningWrite, event: WriteEvent<OpeningIntent, ContractOrder>) =>
  nextWrite(openingOrders, write, event);
const stepOf = (write: OpeningWrite) => (write.step === "done" ? write.outcome : write.step);
const intent: OpeningIntent = {
  contract_code: "BTC-USDT",
  direction: "buy",
  lever_rate: 10,
  volume: 10,
  order_type: "market",
  price: null,
  tp_trigger_price: "51000.0",
  sl_trigger_price: null,
  trigger_by: "mark",
};
const attempt = { id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", intent, sentAt: 1000 };
const order = (status: ContractOrder["status"], traded = 0, type = "market") =>
  ({ id: "7", status, trade_volume: traded, order_type: type }) as ContractOrder;
const sending: OpeningWrite = {
  step: "sending",
  attempt,
  reused: false,
  isLate: false,
  tries: 0,
};

afterEach(() => removeWhere(() => true));

test.each([
  ["matched", order(6, 10), "filled"],
  ["cancelled before anything filled", order(7), "cancelled"],
  ["cancelled in part", order(5, 4), "partly"],
  ["a limit that filled in part", order(4, 4, "limit"), "waiting"],
  ["a limit just taken", order(3, 0, "limit"), "accepted"],
  ["a market order just taken", order(3), "accepted"],
  ["a market order half way", order(4, 4), "accepted"],
] as const)("an answer with an order %s says so", (_name, answered, expected) => {
  expect(stepOf(step(sending, { type: "answered", answer: answered }))).toBe(expected);
});

test("a limit order that met nobody at two questions is waiting, a market order goes on being asked for", () => {
  const ask = (write: OpeningWrite, type: string) =>
    step(write, {
      type: write.step === "sending" ? "answered" : "found",
      answer: order(3, 0, type),
    });
  expect(stepOf(ask(ask(ask(sending, "limit"), "limit"), "limit"))).toBe("waiting");
  expect(stepOf(ask(ask(ask(sending, "market"), "market"), "market"))).toBe("accepted");
});

test("a lost answer is asked for twice before it counts as absent, and its id is used again", () => {
  const checking = step(sending, { type: "unanswered" });
  const absent = step(step(checking, { type: "not-found" }), { type: "not-found" });
  expect([checking.step, absent.step, unresolvedOf(absent)?.id]).toEqual([
    "checking",
    "absent",
    attempt.id,
  ]);
  expect(step(absent, { type: "arrived", answer: order(6, 10) })).toMatchObject({
    step: "done",
    outcome: "filled",
    wasAbsent: true,
  });
  expect(
    step(sending, { type: "refused", refusal: { status: 300013, data: { max: 20 } } }),
  ).toMatchObject({ step: "refused", unresolved: null });
  expect(step(sending, { type: "refused", refusal: { status: 100007, data: null } }).step).toBe(
    "checking",
  );
  expect(step(idleWrite, { type: "answered", answer: order(6, 10) })).toEqual(idleWrite);
});

test("an order under way outlives the page, apart from a coin order's", async () => {
  const { persisted } = openingOrders;
  await persisted?.save("42", attempt, true);
  expect(await persisted?.read("42")).toEqual({ ...attempt, isReported: true });
  expect([await coinOrders.persisted?.read("42"), await persisted?.read("43")]).toEqual([
    undefined,
    undefined,
  ]);
  await persisted?.remove("42");
  expect(await persisted?.read("42")).toBeUndefined();
});

test("a draft is kept by market, and never a trigger of it", async () => {
  const draft = {
    type: "limit" as const,
    unit: "quote" as const,
    price: "50000",
    size: "100",
    tp: { unit: "price", value: "1" },
  };
  await keepOpening("btcusdt", draft);
  expect(await readOpening("btcusdt")).toEqual({
    type: "limit",
    unit: "quote",
    price: "50000",
    size: "100",
  });
  expect(await readOpening("ethusdt")).toBeUndefined();
  await keepOpening("btcusdt", { type: "market", unit: "base", price: null, size: null });
  expect(await readOpening("btcusdt")).toBeUndefined();
});
