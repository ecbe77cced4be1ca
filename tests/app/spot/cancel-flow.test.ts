import { expect, test } from "vitest";
import type { CoinOrder } from "#protocol/spot.ts";
import { ApiError } from "../../../src/api/api-error.ts";
import { coinCancelFlow, coinCancelTerms } from "../../../src/features/spot/coin-cancel.ts";
import {
  isCancelling,
  nextQuestionMs,
  type CancelFlow,
} from "../../../src/features/trading/cancel-flow.ts";
import { runCancel } from "../../../src/features/trading/run-cancel.ts";
import { runCancelAll, type CancelAllFlow } from "../../../src/features/trading/run-cancel-all.ts";
import { coinOrder } from "./coin-orders.ts";

const order = coinOrder();
const cancelled = coinOrder({ state: "partial-canceled", status: 2, frozen: "0" });
const filled = coinOrder({
  state: "filled",
  status: 2,
  filled_amount: "0.010000",
  filled_value: "600.00000000",
  frozen: "0",
});
const lost = () => Promise.reject(new ApiError("/api/coin/cancelOrder", "torn", { status: null }));
const refuse = (status: number) => () =>
  Promise.reject(new ApiError("/api/coin/cancelOrder", "", { status }));

/** Runs one cancel whose answers are given in turn; says what was shown and how often the cancel left. */
async function run(cancel: () => Promise<CoinOrder>, answers: (CoinOrder | null)[] = []) {
  const shown: string[] = [];
  const waits: number[] = [];
  let sent = 0;
  const flow = await runCancel(order, {
    next: coinCancelFlow,
    cancel: () => (sent++, cancel()),
    ask: () => {
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : lost();
    },
    wait: (ms) => (waits.push(ms), Promise.resolve()),
    show: ({ step }) => shown.push(step),
    isOver: () => shown.length > 20,
  });
  return { flow, shown, waits, sent };
}

test("an answered cancel says what came back, and nothing before the answer", async () => {
  const { flow, shown, sent } = await run(() => Promise.resolve(cancelled));
  expect([flow, shown, sent]).toEqual([
    { step: "cancelled", order: cancelled, back: "360.00000000" },
    ["sending", "cancelled"],
    1,
  ]);
});

test("what filled between the look and the cancel leaves no figure to claim", async () => {
  const later = { ...cancelled, filled_amount: "0.005000" };
  expect((await run(() => Promise.resolve(later))).flow).toMatchObject({
    step: "cancelled",
    back: null,
  });
});

test("300009 is looked up: filled meanwhile, or ended by somebody else", async () => {
  const { flow, shown, waits, sent } = await run(refuse(300009), [filled]);
  expect([flow, shown, waits, sent]).toEqual([
    { step: "ended", order: filled },
    ["sending", "checking", "ended"],
    [0],
    1,
  ]);
  expect((await run(refuse(300009), [cancelled])).flow).toEqual({
    step: "ended",
    order: cancelled,
  });
  // Said to be over, seen as open: the answer is older than the refusal, so it is asked again.
  expect((await run(refuse(300009), [order, filled])).flow).toEqual({
    step: "ended",
    order: filled,
  });
});

test.each([
  ["torn", lost],
  ["100000", refuse(100000)],
  ["100007", refuse(100007)],
])(
  "a %s answer is never sent again; the order is asked what became of it",
  async (_name, cancel) => {
    expect(await run(cancel, [cancelled])).toMatchObject({
      flow: { step: "cancelled" },
      shown: ["sending", "checking", "cancelled"],
      sent: 1,
    });
    expect(await run(cancel, [filled])).toMatchObject({ flow: { step: "ended" }, sent: 1 });
    // Still open once proves nothing: the message may be on its way.
    expect(await run(cancel, [order, cancelled])).toMatchObject({
      flow: { step: "cancelled" },
      waits: [500, 2500],
      sent: 1,
    });
    expect(await run(cancel, [order, order])).toMatchObject({
      flow: { step: "standing" },
      sent: 1,
    });
    expect(await run(cancel, [coinOrder({ state: "canceling" }), cancelled])).toMatchObject({
      flow: { step: "cancelled" },
      sent: 1,
    });
  },
);

test("a venue out of reach is asked ever more seldom until it answers", async () => {
  const { flow, waits } = await run(lost, [null, null, null, null, null, null, cancelled]);
  expect([flow.step, waits]).toEqual(["cancelled", [500, 1000, 2000, 4000, 8000, 10_000, 10_000]]);
});

test("a refusal is told; an end by itself is no cancel of ours", async () => {
  expect((await run(refuse(402))).flow).toEqual({ step: "refused", order, status: 402 });
  const halted = { ...cancelled, reason: "halted" };
  expect((await run(() => Promise.resolve(halted))).flow).toEqual({ step: "ended", order: halted });
  expect((await run(() => Promise.resolve(filled))).flow).toEqual({ step: "ended", order: filled });
});

test("events that have no meaning in a state change nothing", () => {
  const flows: CancelFlow<CoinOrder>[] = [
    { step: "cancelled", order, back: null },
    { step: "ended", order },
    { step: "standing", order },
    { step: "refused", order, status: 1 },
  ];
  for (const flow of flows) {
    for (const event of [
      { type: "lost" },
      { type: "unreachable" },
      { type: "refused", status: 300009 },
      { type: "seen", order: filled },
      { type: "answered", order: filled },
    ] as const) {
      expect(coinCancelFlow(flow, event)).toBe(flow);
    }
    expect([nextQuestionMs(flow), isCancelling(flow)]).toEqual([undefined, false]);
  }
});

const three = ["1", "2", "3"].map((id) => coinOrder({ id }));

async function runAll(
  cancelAll: () => Promise<{ canceled: string[] }>,
  open: CoinOrder[][],
  ended: Record<string, CoinOrder> = {},
) {
  const shown: CancelAllFlow<CoinOrder>[] = [];
  let sent = 0;
  await runCancelAll(three, {
    terms: coinCancelTerms,
    cancelAll: () => (sent++, cancelAll()),
    open: () => Promise.resolve(open.length > 1 ? (open.shift() ?? []) : (open[0] ?? [])),
    ask: (id) => (ended[id] ? Promise.resolve(ended[id]) : lost()),
    wait: () => Promise.resolve(),
    show: (flow) => shown.push(flow),
    isOver: () => shown.length > 20,
  });
  const last = shown.at(-1);
  return {
    sent,
    steps: shown.map(({ step }) => step),
    became: last?.step === "done" ? last.results.map(({ became }) => became) : last,
  };
}

test("of a cancel of all each order is told: cancelled, or what happened instead", async () => {
  expect(await runAll(() => Promise.resolve({ canceled: ["1", "2", "3"] }), [[]])).toEqual({
    sent: 1,
    steps: ["sending", "done"],
    became: ["cancelled", "cancelled", "cancelled"],
  });
  expect(
    await runAll(() => Promise.resolve({ canceled: ["1"] }), [[]], { "2": filled }),
  ).toMatchObject({ became: ["cancelled", "ended", "over"] });
});

test("a torn cancel of all is looked up, not sent again", async () => {
  expect(await runAll(lost, [[]], { "1": cancelled, "2": cancelled, "3": filled })).toEqual({
    sent: 1,
    steps: ["sending", "checking", "done"],
    became: ["cancelled", "cancelled", "ended"],
  });
  expect(await runAll(lost, [three, three])).toEqual({
    sent: 1,
    steps: ["sending", "checking", "done"],
    became: ["open", "open", "open"],
  });
  expect(await runAll(lost, [three, three.slice(1)], { "1": cancelled })).toMatchObject({
    became: ["cancelled", "open", "open"],
  });
  expect(await runAll(refuse(402), [[]])).toMatchObject({
    became: { step: "refused", status: 402 },
  });
});
