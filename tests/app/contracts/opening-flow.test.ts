import { afterEach, expect, test } from "vitest";
import type { ContractOrder } from "#protocol/perpetual.ts";
import { keepOpening, readOpening } from "../../../src/features/contracts/kept-opening.ts";
import {
  openingAttempts,
  openingEnd,
  openingMayRest,
  type OpeningFlow,
} from "../../../src/features/contracts/opening-flow.ts";
import type { OpeningIntent } from "../../../src/features/contracts/opening-form.ts";
import { doubtOf, flowOf, idleFlow } from "../../../src/features/trading/order-flow.ts";
import { coinAttempts } from "../../../src/features/spot/kept-attempt.ts";
import { forgetAll } from "../../../src/storage/device-store.ts";

const step = flowOf<OpeningIntent, ContractOrder>({ end: openingEnd, mayRest: openingMayRest });
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
const sending: OpeningFlow = { step: "sending", attempt, reused: false };

afterEach(() => forgetAll(""));

test.each([
  ["matched", order(6, 10), "filled"],
  ["cancelled before anything filled", order(7), "cancelled"],
  ["cancelled in part", order(5, 4), "partly"],
  ["a limit that filled in part", order(4, 4, "limit"), "waiting"],
  ["a limit just taken", order(3, 0, "limit"), "accepted"],
  ["a market order just taken", order(3), "accepted"],
  ["a market order half way", order(4, 4), "accepted"],
] as const)("an answer with an order %s is told so", (_name, answered, expected) => {
  expect(step(sending, { type: "answered", order: answered }).step).toBe(expected);
});

test("a limit order that met nobody at two looks is waiting, a market order goes on being asked for", () => {
  const look = (flow: OpeningFlow, type: string) =>
    step(flow, { type: "answered", order: order(3, 0, type) });
  expect(look(look(look(sending, "limit"), "limit"), "limit").step).toBe("waiting");
  expect(look(look(look(sending, "market"), "market"), "market").step).toBe("accepted");
});

test("a lost answer is asked for twice before it counts as absent, and its id is used again", () => {
  const checking = step(sending, { type: "lost" });
  const absent = step(step(checking, { type: "unknown" }), { type: "unknown" });
  expect([checking.step, absent.step, doubtOf(absent)?.id]).toEqual([
    "checking",
    "absent",
    attempt.id,
  ]);
  expect(step(absent, { type: "late", order: order(6, 10) })).toMatchObject({
    step: "filled",
    late: true,
  });
  expect(
    step(sending, { type: "refused", refusal: { status: 300013, data: { max: 20 } } }),
  ).toMatchObject({ step: "refused", doubt: null });
  expect(step(sending, { type: "refused", refusal: { status: 100007, data: null } }).step).toBe(
    "checking",
  );
  expect(step(idleFlow, { type: "answered", order: order(6, 10) })).toEqual(idleFlow);
});

test("an order under way outlives the page, apart from a coin order's", async () => {
  await openingAttempts.keep("42", attempt, true);
  expect(await openingAttempts.read("42")).toEqual({ attempt, told: true });
  expect([await coinAttempts.read("42"), await openingAttempts.read("43")]).toEqual([
    undefined,
    undefined,
  ]);
  await openingAttempts.forget("42");
  expect(await openingAttempts.read("42")).toBeUndefined();
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
