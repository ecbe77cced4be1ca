import { describe, expect, test } from "vitest";
import type { CoinOrder } from "#protocol/spot.ts";
import { attemptOf, idleFlow, isUnderWay, nextAskMs, orderFlow, type OrderEvent, type OrderFlow, type OrderIntent } from "../../../src/features/spot/order-flow.ts";

const intent: OrderIntent = { symbol: "btcusdt", side: "buy", type: "market", amount: null, value: "1000" };
const attempt = { id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", intent };
const order = (status: 0 | 1 | 2, state: CoinOrder["state"], filled = "0"): CoinOrder => ({
  id: "7", client_order_id: attempt.id, symbol: "btcusdt", side: "buy", type: "market", tif: "ioc",
  price: null, stop_price: null, operator: null, amount: null, value: "1000",
  filled_amount: filled, filled_value: "0", avg_price: null, fee: "0", fee_currency: "BTC", frozen: "0",
  state, status, reason: null, create_time: 1, update_time: 1, finish_time: null,
});

const submitted = order(1, "submitted");
const filled = order(2, "filled", "0.016663");
const states: Record<string, OrderFlow> = {
  idle: idleFlow,
  confirming: { step: "confirming", intent, reuseId: null },
  sending: { step: "sending", attempt, reused: false },
  checking: { step: "checking", attempt, absences: 0, tries: 0 },
  accepted: { step: "accepted", attempt, order: submitted, tries: 0 },
  reviewing: { step: "reviewing", attempt, order: order(0, "reviewing") },
  filled: { step: "filled", attempt, order: filled },
  partly: { step: "partly", attempt, order: order(2, "partial-canceled", "0.01") },
  cancelled: { step: "cancelled", attempt, order: order(2, "canceled") },
  refused: { step: "refused", attempt, status: 300008 },
  absent: { step: "absent", attempt },
};
const events: Record<string, OrderEvent> = {
  open: { type: "open", intent }, close: { type: "close" }, send: { type: "send", attempt },
  submitted: { type: "answered", order: submitted }, filled: { type: "answered", order: filled },
  refused: { type: "refused", status: 300008 }, lost: { type: "lost" }, unknown: { type: "unknown" },
  unreachable: { type: "unreachable" }, resume: { type: "resume", attempt }, dismiss: { type: "dismiss" }, leave: { type: "leave" },
};

/** Where each event leads from each state; what is not listed stays where it is. */
const moves: Record<string, Partial<Record<string, OrderFlow["step"]>>> = {
  idle: { open: "confirming", resume: "checking" },
  confirming: { close: "idle", send: "sending", resume: "checking", leave: "idle" },
  sending: { submitted: "accepted", filled: "filled", refused: "refused", lost: "checking", leave: "idle" },
  checking: { submitted: "accepted", filled: "filled", leave: "idle" },
  accepted: { filled: "filled", leave: "idle" },
  reviewing: { open: "confirming", dismiss: "idle", leave: "idle" },
  filled: { open: "confirming", dismiss: "idle", leave: "idle" },
  partly: { open: "confirming", dismiss: "idle", leave: "idle" },
  cancelled: { open: "confirming", dismiss: "idle", leave: "idle" },
  refused: { open: "confirming", dismiss: "idle", leave: "idle" },
  absent: { open: "confirming", dismiss: "idle", leave: "idle" },
};

describe("every event in every state", () => {
  for (const [stateName, state] of Object.entries(states)) {
    for (const [eventName, event] of Object.entries(events)) {
      const expected = moves[stateName]?.[eventName] ?? state.step;
      test(`${stateName} + ${eventName} → ${expected}`, () => expect(orderFlow(state, event).step).toBe(expected));
    }
  }
});

test("the outcome follows the order's own words", () => {
  const sending = states["sending"]!;
  const steps = [order(0, "reviewing"), submitted, order(1, "partial-filled", "0.1"), filled, order(2, "partial-canceled", "0.01"), order(2, "canceled", "0.000000"), order(2, "rejected"), order(2, "expired")]
    .map((answer) => orderFlow(sending, { type: "answered", order: answer }).step);
  expect(steps).toEqual(["reviewing", "accepted", "accepted", "filled", "partly", "cancelled", "cancelled", "cancelled"]);
});

test("one unknown proves nothing; the second says that nothing was placed", () => {
  const once = orderFlow(states["checking"]!, { type: "unknown" });
  expect(once).toMatchObject({ step: "checking", absences: 1 });
  expect(orderFlow(once, { type: "unknown" }).step).toBe("absent");
});

test("an attempt the venue never saw is sent again under its own id, also after the sheet was closed in between", () => {
  let flow = orderFlow(states["absent"]!, { type: "dismiss" });
  flow = orderFlow(flow, { type: "open", intent: { ...intent, value: "900" } });
  flow = orderFlow(orderFlow(flow, { type: "close" }), { type: "open", intent });
  expect(attemptOf(flow, "fresh")?.id).toBe(attempt.id);
  const sending = orderFlow(flow, { type: "send", attempt: attemptOf(flow, "fresh")! });
  expect(sending).toMatchObject({ step: "sending", reused: true });
  // Same id, other body: the first message arrived after all, and its order stands.
  expect(orderFlow(sending, { type: "refused", status: 100005 }).step).toBe("checking");
  expect(orderFlow(states["sending"]!, { type: "refused", status: 100005 }).step).toBe("refused");
});

test("after a known outcome the next order has an id of its own", () => {
  for (const name of ["filled", "partly", "cancelled", "refused", "reviewing"]) {
    const flow = orderFlow(states[name]!, { type: "open", intent });
    expect(attemptOf(flow, "fresh")?.id).toBe("fresh");
  }
});

test.each([[100000, "checking"], [100007, "checking"], [100001, "refused"], [100006, "refused"], [100009, "refused"]])(
  "the venue's %i leads to %s: only what it says not to know is asked for",
  (status, step) => expect(orderFlow(states["sending"]!, { type: "refused", status }).step).toBe(step),
);

test("questions come slower while nobody answers, and stop with the outcome", () => {
  let flow = states["checking"]!;
  const waits = [nextAskMs(flow)];
  for (let i = 0; i < 6; i++) waits.push(nextAskMs(flow = orderFlow(flow, { type: "unreachable" })));
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(nextAskMs(states["accepted"]!)).toBe(1000);
  expect(nextAskMs(states["filled"]!)).toBeUndefined();
  expect(Object.values(states).filter(isUnderWay).map((state) => state.step)).toEqual(["sending", "checking", "accepted"]);
});
