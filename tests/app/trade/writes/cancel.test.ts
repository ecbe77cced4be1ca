import { expect, test } from "vitest";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { ApiError } from "../../../../src/api/api-error.ts";
import { coinCancels } from "../../../../src/features/spot/orders/coin-cancel.ts";
import {
  cancelAllKind,
  unchangedResults,
} from "../../../../src/features/trade/writes/cancel-all-kind.ts";
import { cancelKind } from "../../../../src/features/trade/writes/cancel-kind.ts";
import type { WriteKind } from "../../../../src/writes/run-write.ts";
import { lateAfterMs, nextQuestionMs, nextWrite } from "../../../../src/writes/write.ts";
import { createWriter } from "../../../../src/writes/writer.ts";
import { coinOrder } from "../../spot/orders/coin-orders.ts";

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

/** Sends one write on a page where no time passes; says which steps were shown, and how long it waited before each question. */
async function send<Intent, Answer, Outcome>(
  kind: WriteKind<Intent, Answer, Outcome>,
  intent: Intent,
) {
  const steps: string[] = [];
  const waits: number[] = [];
  const page = createWriter(
    () => ({
      userId: () => "7",
      onUserChange: () => () => {},
      invalidate: () => Promise.resolve(),
      refused: () => {},
    }),
    {
      now: () => 0,
      newId: () => "1",
      wait: async (ms, signal) => {
        if (waits.length > 20 || ms > 10_000) return new Promise<void>(() => {});
        // Long after all that is under way in memory.
        await new Promise((done) => setTimeout(done, 1));
        if (!signal.aborted) waits.push(ms);
      },
    },
  );
  page.subscribe(kind.name, () => {
    const { step } = page.snapshot(kind.name).write;
    if (steps.at(-1) !== step) steps.push(step);
  });
  const write = await page.send(kind, intent);
  return { write, steps: steps.filter((step) => step !== "confirming"), waits };
}

/** Sends one cancel whose questions are answered in turn; null: one without an answer. */
async function run(cancel: () => Promise<CoinOrder>, answers: (CoinOrder | null)[] = []) {
  let sent = 0;
  const calls = {
    ...coinCancels,
    cancel: () => (sent++, cancel()),
    ask: () => {
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : lost();
    },
  };
  return { ...(await send(cancelKind(calls, order.id), order)), sent };
}

const hanging = () => new Promise<never>(() => {});

const ended = (by: CoinOrder) => ({ step: "done", answer: by, outcome: { became: "ended" } });

test("an answered cancel says what came back, and nothing before the answer", async () => {
  expect(await run(() => Promise.resolve(cancelled))).toMatchObject({
    write: {
      step: "done",
      answer: cancelled,
      outcome: { became: "cancelled", back: "360.00000000" },
    },
    steps: ["sending", "done"],
    sent: 1,
  });
});

test("what filled between the question and the cancel leaves no figure to claim", async () => {
  const later = { ...cancelled, filled_amount: "0.005000" };
  expect((await run(() => Promise.resolve(later))).write).toMatchObject({
    outcome: { became: "cancelled", back: null },
  });
});

test("300009 is looked up: filled meanwhile, or ended by somebody else", async () => {
  expect(await run(refuse(300009), [filled])).toMatchObject({
    write: ended(filled),
    steps: ["sending", "checking", "done"],
    waits: [0],
    sent: 1,
  });
  expect((await run(refuse(300009), [cancelled])).write).toMatchObject(ended(cancelled));
  // Said to be over, seen as open: the answer is older than the refusal, so it is asked again.
  expect((await run(refuse(300009), [order, filled])).write).toMatchObject(ended(filled));
});

test.each([
  ["torn", lost],
  ["100000", refuse(100000)],
  ["100007", refuse(100007)],
])(
  "a %s answer is never sent again; the order is asked what became of it",
  async (_name, cancel) => {
    const isCancelled = { step: "done", outcome: { became: "cancelled" } };
    expect(await run(cancel, [cancelled])).toMatchObject({
      write: isCancelled,
      steps: ["sending", "checking", "done"],
      sent: 1,
    });
    expect(await run(cancel, [filled])).toMatchObject({ write: ended(filled), sent: 1 });
    // Still open once proves nothing: the message may be on its way.
    expect(await run(cancel, [order, cancelled])).toMatchObject({
      write: isCancelled,
      waits: [500, 2500],
      sent: 1,
    });
    expect(await run(cancel, [order, order])).toMatchObject({ write: { step: "absent" }, sent: 1 });
    expect(await run(cancel, [coinOrder({ state: "canceling" }), cancelled])).toMatchObject({
      write: isCancelled,
      sent: 1,
    });
  },
);

test("a venue out of reach is asked ever more seldom until it answers", async () => {
  expect(await run(lost, [null, null, null, null, null, null, cancelled])).toMatchObject({
    write: { step: "done", outcome: { became: "cancelled" } },
    waits: [500, 1000, 2000, 4000, 8000, 10_000, 10_000],
  });
});

test("a refusal is shown; an end by itself is no cancel of ours", async () => {
  expect((await run(refuse(402))).write).toMatchObject({
    step: "refused",
    refusal: { status: 402 },
  });
  const halted = { ...cancelled, reason: "halted" };
  expect((await run(() => Promise.resolve(halted))).write).toMatchObject(ended(halted));
  expect((await run(() => Promise.resolve(filled))).write).toMatchObject(ended(filled));
});

test("once it is known what became of a cancel, no later answer changes it", () => {
  const kind = cancelKind(coinCancels, order.id);
  const attempt = { id: "1", intent: order, sentAt: 0 };
  for (const write of [
    {
      step: "done",
      attempt,
      answer: order,
      outcome: { became: "cancelled", back: null },
      wasAbsent: false,
    },
    { step: "done", attempt, answer: order, outcome: { became: "ended" }, wasAbsent: false },
    { step: "absent", attempt, unresolved: null },
    { step: "refused", attempt, refusal: { status: 1, data: null }, unresolved: null },
  ] as const) {
    for (const event of [
      { type: "unanswered" },
      { type: "unreachable" },
      { type: "refused", refusal: { status: 300009, data: null } },
      { type: "answered", answer: filled },
      { type: "found", answer: filled },
    ] as const) {
      expect(nextWrite(kind, write, event)).toBe(write);
    }
    expect(nextQuestionMs(kind, write)).toBeUndefined();
  }
});

const three = ["1", "2", "3"].map((id) => coinOrder({ id }));

async function runAll(
  cancelAll: () => Promise<{ canceled: string[] }>,
  open: (CoinOrder[] | null)[],
  endings: Record<string, CoinOrder> = {},
) {
  let sent = 0;
  const kind = cancelAllKind<CoinOrder>({
    ...coinCancels,
    name: "cancel-all",
    cancelAll: () => (sent++, cancelAll()),
    open: () => {
      const answer = open.length > 1 ? open.shift() : open[0];
      return answer ? Promise.resolve(answer) : lost();
    },
    ask: (id) => (endings[id] ? Promise.resolve(endings[id]) : lost()),
  });
  const { write, steps } = await send(kind, three);
  const results =
    write.step === "done" ? write.answer : write.step === "absent" && unchangedResults(three);
  return { sent, steps, became: results ? results.map(({ became }) => became) : write };
}

test("of a cancel of all it is said of each order: cancelled, or what happened instead", async () => {
  expect(await runAll(() => Promise.resolve({ canceled: ["1", "2", "3"] }), [[]])).toEqual({
    sent: 1,
    steps: ["sending", "done"],
    became: ["cancelled", "cancelled", "cancelled"],
  });
  const one = () => Promise.resolve({ canceled: ["1"] });
  expect(await runAll(one, [[]], { "2": filled })).toMatchObject({
    became: ["cancelled", "ended", "over"],
  });
  // What was cancelled is known, though the open orders arrive later.
  expect(await runAll(one, [null, three.slice(1)])).toEqual({
    sent: 1,
    steps: ["sending", "checking", "done"],
    became: ["cancelled", "open", "open"],
  });
});

test("a cancel whose answer is late is looked up while it is on its way, and what still waits may yet end", async () => {
  expect(await run(hanging, [order, order, cancelled])).toMatchObject({
    write: { step: "done", outcome: { became: "cancelled" } },
    steps: ["sending", "done"],
    waits: [lateAfterMs, 0, 1000, 2000],
    sent: 1,
  });
  const endings = { "1": cancelled, "2": cancelled, "3": filled };
  expect(await runAll(hanging, [three, three.slice(2), []], endings)).toEqual({
    sent: 1,
    steps: ["sending", "done"],
    became: ["cancelled", "cancelled", "ended"],
  });
});

test("a torn cancel of all is looked up, not sent again", async () => {
  expect(await runAll(lost, [[]], { "1": cancelled, "2": cancelled, "3": filled })).toEqual({
    sent: 1,
    steps: ["sending", "checking", "done"],
    became: ["cancelled", "cancelled", "ended"],
  });
  expect(await runAll(lost, [three, three])).toEqual({
    sent: 1,
    steps: ["sending", "checking", "absent"],
    became: ["open", "open", "open"],
  });
  expect(await runAll(lost, [three, three.slice(1)], { "1": cancelled })).toMatchObject({
    became: ["cancelled", "open", "open"],
  });
  expect(await runAll(refuse(402), [[]])).toMatchObject({
    became: { step: "refused", refusal: { status: 402 } },
  });
});
