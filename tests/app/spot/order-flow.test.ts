import { describe, expect, test } from "vitest";
import type { CoinOrder } from "#protocol/spot.ts";
import { withinWindow } from "#protocol/signature.ts";
import {
  endOf,
  mayRest,
  type Attempt,
  type OrderEvent,
  type OrderFlow,
  type OrderIntent,
} from "../../../src/features/spot/order-flow.ts";
import {
  attemptOf,
  doubtOf,
  flowOf,
  idleFlow,
  isUnderWay,
  mayArrive,
  nextAskMs,
} from "../../../src/features/trading/order-flow.ts";
import { takenForMs } from "../../../src/api/write-id.ts";

const orderFlow = flowOf<OrderIntent, CoinOrder>({ end: endOf, mayRest });

const intent: OrderIntent = {
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  amount: null,
  value: "1000",
};
const attempt: Attempt = { id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", intent, sentAt: 1000 };
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
});

const limit = { type: "limit", tif: "gtc" };
const submitted = order(1, "submitted");
const filled = order(2, "filled", "0.016663");
const refusal = { status: 300008, data: null };
const states: Record<string, OrderFlow> = {
  idle: idleFlow,
  doubting: { step: "idle", doubt: attempt },
  confirming: { step: "confirming", intent, doubt: null },
  sending: { step: "sending", attempt, reused: false },
  checking: { step: "checking", attempt, absences: 0, tries: 0 },
  accepted: { step: "accepted", attempt, order: submitted, looks: 0, tries: 0, late: false },
  reviewing: { step: "reviewing", attempt, order: order(0, "reviewing"), late: false },
  waiting: { step: "waiting", attempt, order: order(1, "submitted", "0", limit), late: false },
  filled: { step: "filled", attempt, order: filled, late: false },
  partly: { step: "partly", attempt, order: order(2, "partial-canceled", "0.01"), late: false },
  cancelled: { step: "cancelled", attempt, order: order(2, "canceled"), late: false },
  refused: { step: "refused", attempt, refusal, doubt: null },
  absent: { step: "absent", attempt, doubt: attempt },
};
const events: Record<string, OrderEvent> = {
  open: { type: "open", intent },
  close: { type: "close" },
  send: { type: "send", attempt, reused: false },
  submitted: { type: "answered", order: submitted },
  filled: { type: "answered", order: filled },
  refused: { type: "refused", refusal },
  lost: { type: "lost" },
  unknown: { type: "unknown" },
  unreachable: { type: "unreachable" },
  resume: { type: "resume", attempt },
  doubt: { type: "doubt", attempt },
  late: { type: "late", order: filled },
  expired: { type: "expired" },
  dismiss: { type: "dismiss" },
  leave: { type: "leave" },
};

/** Where each event leads from each state; what is not listed stays where it is. */
const resting = { open: "confirming", dismiss: "idle", leave: "idle" } as const;
const moves: Record<string, Partial<Record<string, OrderFlow["step"]>>> = {
  idle: { open: "confirming", resume: "checking" },
  doubting: { open: "confirming", resume: "checking", late: "filled" },
  confirming: { close: "idle", send: "sending", resume: "checking", leave: "idle" },
  sending: {
    submitted: "accepted",
    filled: "filled",
    refused: "refused",
    lost: "checking",
    leave: "idle",
  },
  checking: { submitted: "accepted", filled: "filled", leave: "idle" },
  accepted: { filled: "filled", leave: "idle" },
  reviewing: resting,
  waiting: resting,
  filled: resting,
  partly: resting,
  cancelled: resting,
  refused: resting,
  absent: { ...resting, late: "filled" },
};

describe("every event in every state", () => {
  for (const [stateName, state] of Object.entries(states)) {
    for (const [eventName, event] of Object.entries(events)) {
      const expected = moves[stateName]?.[eventName] ?? state.step;
      test(`${stateName} + ${eventName} → ${expected}`, () =>
        expect(orderFlow(state, event).step).toBe(expected));
    }
  }
});

test("the outcome follows the order's own words", () => {
  const stepsOf = (...orders: CoinOrder[]) =>
    orders.map((answer) => orderFlow(states["sending"]!, { type: "answered", order: answer }).step);
  expect(
    stepsOf(
      order(0, "reviewing"),
      submitted,
      order(1, "partial-filled", "0.1"),
      filled,
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

test("an order that may rest has met the book after two more looks; one that may not is asked for until it is over", () => {
  const looksAt = (kind: { type: string; tif: string }) => {
    let flow = states["sending"]!;
    const steps = [];
    for (let look = 0; look < 4; look++)
      steps.push(
        (flow = orderFlow(flow, { type: "answered", order: order(1, "submitted", "0", kind) }))
          .step,
      );
    return steps;
  };
  for (const tif of ["gtc", "post_only"])
    expect(looksAt({ type: "limit", tif })).toEqual(["accepted", "accepted", "waiting", "waiting"]);
  for (const kind of [
    { type: "market", tif: "ioc" },
    { type: "limit", tif: "ioc" },
    { type: "limit", tif: "fok" },
  ]) {
    expect(looksAt(kind)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
  }
});

test("one unknown proves nothing; the second says that nothing was placed, and that it still may be", () => {
  const once = orderFlow(states["checking"]!, { type: "unknown" });
  expect(once).toMatchObject({ step: "checking", absences: 1 });
  expect(orderFlow(once, { type: "unknown" })).toMatchObject({ step: "absent", doubt: attempt });
});

test("while a message may still arrive the next order has its id, also after the sheet was closed in between", () => {
  let flow = orderFlow(states["absent"]!, { type: "dismiss" });
  flow = orderFlow(flow, { type: "open", intent: { ...intent, value: "900" } });
  flow = orderFlow(orderFlow(flow, { type: "close" }), { type: "open", intent });
  const again = attemptOf(flow, "fresh", 2000)!;
  expect(again).toEqual({ id: attempt.id, intent, sentAt: 2000 });
  const sending = orderFlow(flow, { type: "send", attempt: again, reused: true });
  // Same id, other body: the first message arrived after all, and its order stands.
  expect(
    orderFlow(sending, { type: "refused", refusal: { status: 100005, data: null } }).step,
  ).toBe("checking");
  expect(
    orderFlow(states["sending"]!, { type: "refused", refusal: { status: 100005, data: null } })
      .step,
  ).toBe("refused");
  // The second one refused says nothing of the first.
  expect(doubtOf(orderFlow(sending, { type: "refused", refusal }))).toEqual(again);
  expect(doubtOf(orderFlow(states["sending"]!, { type: "refused", refusal }))).toBeNull();
});

test("a message that arrives after it was given up is told as late, and only where it is still in doubt", () => {
  expect(orderFlow(states["absent"]!, { type: "late", order: filled })).toMatchObject({
    step: "filled",
    late: true,
    order: filled,
  });
  const confirming = orderFlow(states["absent"]!, { type: "open", intent });
  expect(orderFlow(confirming, { type: "late", order: submitted })).toMatchObject({
    step: "accepted",
    late: true,
  });
  expect(
    orderFlow(orderFlow(confirming, { type: "late", order: submitted }), {
      type: "answered",
      order: filled,
    }),
  ).toMatchObject({ step: "filled", late: true });
  const expired = orderFlow(confirming, { type: "expired" });
  expect(orderFlow(expired, { type: "late", order: filled })).toBe(expired);
  expect(attemptOf(expired, "fresh", 3000)?.id).toBe("fresh");
});

test("a message is in doubt for as long as the venue would take its signature, by a venue's clock 30 s behind", () => {
  const sentAt = 1_700_000_000_000;
  const last = sentAt + takenForMs - 1;
  expect([
    mayArrive({ ...attempt, sentAt }, last),
    mayArrive({ ...attempt, sentAt }, last + 1),
  ]).toEqual([true, false]);
  expect(withinWindow(sentAt / 1000, Math.floor(last / 1000) - 30)).toBe(false);
  expect(mayArrive({ ...attempt, sentAt }, sentAt - 86_400_000)).toBe(true);
});

test("what is asked about anew is what is sent", () => {
  const again = orderFlow(states["confirming"]!, {
    type: "open",
    intent: { ...intent, value: "900" },
  });
  expect(attemptOf(again, "fresh", 1)?.intent.value).toBe("900");
});

test("after a known outcome the next order has an id of its own", () => {
  for (const name of ["waiting", "filled", "partly", "cancelled", "refused", "reviewing"]) {
    const flow = orderFlow(states[name]!, { type: "open", intent });
    expect(attemptOf(flow, "fresh", 1)?.id).toBe("fresh");
  }
});

test.each([
  [100000, "checking"],
  [100007, "checking"],
  [100001, "refused"],
  [100006, "refused"],
  [100009, "refused"],
])("the venue's %i leads to %s: only what it says not to know is asked for", (status, step) =>
  expect(
    orderFlow(states["sending"]!, { type: "refused", refusal: { status, data: null } }).step,
  ).toBe(step),
);

test("questions come slower while nobody answers, and stop with the outcome", () => {
  let flow = states["checking"]!;
  const waits = [nextAskMs(flow)];
  for (let i = 0; i < 6; i++)
    waits.push(nextAskMs((flow = orderFlow(flow, { type: "unreachable" }))));
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(nextAskMs(states["accepted"]!)).toBe(600);
  for (const name of ["filled", "waiting", "reviewing", "absent"])
    expect(nextAskMs(states[name]!)).toBeUndefined();
  expect(
    Object.values(states)
      .filter(isUnderWay)
      .map((state) => state.step),
  ).toEqual(["sending", "checking", "accepted"]);
});
