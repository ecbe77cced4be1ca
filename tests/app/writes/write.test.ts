import { describe, expect, test } from "vitest";
import { withinWindow } from "#protocol/wire/signature.ts";
import { acceptedForMs, mayStillArrive } from "../../../src/writes/message-lifetime.ts";
import {
  type Attempt,
  idleWrite,
  isAwaited,
  isLate,
  isSettled,
  isUnderWay,
  nextQuestionMs,
  nextWrite,
  unresolvedOf,
  type Verdict,
  type Write,
  type WriteEvent,
  type WriteRules,
} from "../../../src/writes/write.ts";

interface Answer {
  verdict: Verdict<"filled">;
}
type TestWrite = Write<string, Answer, "filled">;
type TestEvent = WriteEvent<string, Answer>;

const overCode = 300009;
const rules: WriteRules<string, Answer, "filled"> = { judge: ({ verdict }) => verdict, overCode };
const next = (write: TestWrite, event: TestEvent) => nextWrite(rules, write, event);
const waitOf = (write: TestWrite, isAskedWhenLate = false) =>
  nextQuestionMs({ isAskedWhenLate }, write);

const intent = "buy one";
const attempt: Attempt<string> = { id: "6f9619ff", intent, sentAt: 1000 };
const filled: Answer = { verdict: { outcome: "filled" } };
const accepted: Answer = { verdict: "accepted" };
const pending: Answer = { verdict: "pending" };
const nothing: Answer = { verdict: "absent" };
const refusal = { status: 300008, data: { needed: "5" } };
const checking = {
  step: "checking",
  attempt,
  isOver: false,
  seen: null,
  absences: 0,
  tries: 0,
} as const;

const sending = { step: "sending", attempt, reused: false, isLate: false, tries: 0 } as const;

const states: Record<string, TestWrite> = {
  idle: idleWrite,
  unresolved: { step: "idle", unresolved: attempt },
  confirming: { step: "confirming", intent, unresolved: null },
  sending,
  resending: { ...sending, reused: true },
  late: { ...sending, isLate: true },
  checking,
  over: { ...checking, isOver: true },
  accepted: {
    step: "accepted",
    attempt,
    answer: accepted,
    answers: 0,
    tries: 0,
    wasAbsent: false,
  },
  done: { step: "done", attempt, answer: filled, outcome: "filled", wasAbsent: false },
  refused: { step: "refused", attempt, refusal, unresolved: null },
  absent: { step: "absent", attempt, unresolved: attempt },
};

const refuse = (status: number): TestEvent => ({
  type: "refused",
  refusal: { status, data: null },
});
const events: Record<string, TestEvent> = {
  open: { type: "open", intent },
  close: { type: "close" },
  send: { type: "send", attempt, reused: false },
  filled: { type: "answered", answer: filled },
  accepted: { type: "answered", answer: accepted },
  pending: { type: "answered", answer: pending },
  nothing: { type: "answered", answer: nothing },
  "found filled": { type: "found", answer: filled },
  "found accepted": { type: "found", answer: accepted },
  "found pending": { type: "found", answer: pending },
  "found nothing": { type: "found", answer: nothing },
  refused: { type: "refused", refusal },
  over: refuse(overCode),
  "unknown error": refuse(100000),
  "outcome unknown": refuse(100007),
  "other body": refuse(100005),
  unanswered: { type: "unanswered" },
  late: { type: "late" },
  "not found": { type: "not-found" },
  unreachable: { type: "unreachable" },
  resume: { type: "resume", attempt },
  unresolved: { type: "unresolved", attempt },
  arrived: { type: "arrived", answer: filled },
  "arrived, accepted": { type: "arrived", answer: accepted },
  expired: { type: "expired" },
  dismiss: { type: "dismiss" },
};

type Moves = Partial<Record<keyof typeof events, TestWrite["step"]>>;
const fromSending: Moves = {
  filled: "done",
  accepted: "accepted",
  pending: "checking",
  nothing: "checking",
  refused: "refused",
  over: "checking",
  "unknown error": "checking",
  "outcome unknown": "checking",
  "other body": "refused",
  unanswered: "checking",
};
const isFound: Moves = { "found filled": "done", "found accepted": "accepted" };
const settled: Moves = { open: "confirming", dismiss: "idle" };

/** Where each event leads from each state; what is not listed stays where it is. */
const moves: Record<string, Moves> = {
  idle: { open: "confirming", resume: "checking" },
  unresolved: {
    open: "confirming",
    resume: "checking",
    arrived: "done",
    "arrived, accepted": "accepted",
  },
  confirming: { close: "idle", send: "sending", resume: "checking" },
  sending: fromSending,
  resending: { ...fromSending, "other body": "checking" },
  late: { ...fromSending, ...isFound },
  checking: isFound,
  over: isFound,
  accepted: isFound,
  done: settled,
  refused: settled,
  absent: { ...settled, arrived: "done", "arrived, accepted": "accepted" },
};

describe("every event in every state", () => {
  for (const [stateName, state] of Object.entries(states)) {
    for (const [eventName, event] of Object.entries(events)) {
      const expected = moves[stateName]?.[eventName] ?? state.step;
      test(`${stateName} + ${eventName} → ${expected}`, () => {
        const after = next(state, event);
        expect(after.step).toBe(expected);
        const changes = ["unresolved", "expired", "not found", "unreachable", "open", "late"];
        if (
          expected === state.step &&
          !changes.includes(eventName) &&
          !eventName.startsWith("found")
        )
          expect(after).toBe(state);
      });
    }
  }
});

test("one absence proves nothing; the second says that the venue did not get it, and that it still may", () => {
  for (const event of [events["not found"]!, events["found nothing"]!]) {
    const once = next(checking, event);
    expect(once).toMatchObject({ step: "checking", absences: 1, tries: 0 });
    expect(next(once, event)).toEqual({ step: "absent", attempt, unresolved: attempt });
  }
});

test("a late answer is asked for by the message's id alone, at once and then ever more seldom", () => {
  let write = next(sending, { type: "late" });
  expect([waitOf(sending, true), waitOf(write, false), waitOf(write, true)]).toEqual([
    undefined,
    undefined,
    0,
  ]);
  const waits = [];
  for (let i = 0; i < 5; i++) waits.push(waitOf((write = next(write, events["not found"]!)), true));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000]);
});

test("what is not found while its message is on its way proves nothing, however often; its end starts to count", () => {
  let write: TestWrite = states["late"]!;
  for (const name of ["not found", "found nothing", "found pending", "unreachable", "not found"])
    write = next(write, events[name]!);
  expect(write).toEqual({ ...states["late"]!, tries: 5 });
  // The exchange has ended without an answer: only now may an absence be counted.
  expect(next(write, events["unanswered"]!)).toEqual(checking);
  expect(next(write, events["refused"]!)).toMatchObject({ step: "refused", unresolved: null });
  expect(next(write, events["filled"]!)).toMatchObject({ step: "done", wasAbsent: false });
});

test("what is found is judged with the knowledge whether its message is still on its way", () => {
  const facts: boolean[] = [];
  const partial: WriteRules<string, Answer, "filled"> = {
    judge: (_answer, { isOnItsWay }) => (
      facts.push(isOnItsWay),
      isOnItsWay ? "pending" : { outcome: "filled" }
    ),
  };
  const late = states["late"]!;
  expect(nextWrite(partial, late, events["found filled"]!)).toEqual({ ...late, tries: 1 });
  for (const [name, event] of [
    ["late", "filled"],
    ["checking", "found filled"],
    ["accepted", "found filled"],
    ["absent", "arrived"],
  ] as const)
    expect(nextWrite(partial, states[name]!, events[event]!)).toMatchObject({ step: "done" });
  expect(facts).toEqual([true, false, false, false, false]);
  expect(Object.entries(states).filter(([, state]) => isAwaited(state) || isLate(state))).toEqual([
    ["sending", sending],
    ["resending", states["resending"]],
    ["late", late],
  ]);
  expect([isLate(late), isAwaited(late), isLate(sending), isAwaited(sending)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test("what was found while its message was on its way stays so, whatever answer comes later", () => {
  for (const name of ["found filled", "found accepted"]) {
    const known = next(states["late"]!, events[name]!);
    for (const late of ["filled", "accepted", "nothing", "refused", "other body", "unanswered"])
      expect(next(known, events[late]!)).toBe(known);
  }
  // An id that was used again is the venue's own proof of one of the two messages.
  const reused = { ...sending, reused: true, isLate: true };
  expect(next(reused, events["found filled"]!)).toMatchObject({ step: "done" });
  expect(next(reused, events["refused"]!)).toMatchObject({ unresolved: attempt });
});

test("one that is the same when done twice leaves nothing unresolved: its message has no id", () => {
  const repeatable = { ...rules, isRepeatable: true };
  const twice = nextWrite(
    repeatable,
    nextWrite(repeatable, checking, events["not found"]!),
    events["not found"]!,
  );
  expect(twice).toEqual({ step: "absent", attempt, unresolved: null });
});

test("what is pending at the venue is asked for until it is settled, and is no absence", () => {
  const twice = next(next(checking, events["found pending"]!), events["found pending"]!);
  expect(twice).toMatchObject({ step: "checking", absences: 0, tries: 2, seen: pending });
  expect(next(twice, events["found filled"]!)).toMatchObject({ step: "done", outcome: "filled" });
});

test("what the venue said to be over is asked for until it says how; an older answer is no absence", () => {
  const over = next(states["sending"]!, events["over"]!);
  expect(over).toMatchObject({ step: "checking", isOver: true });
  expect(waitOf(over)).toBe(0);
  const still = next(next(over, events["found nothing"]!), events["found nothing"]!);
  expect(still).toMatchObject({ step: "checking", isOver: true, absences: 0, tries: 2 });
});

test("a verdict is given what was asked for, what was last seen, and how often it was answered", () => {
  const heard: unknown[] = [];
  const judged: WriteRules<string, Answer, "filled"> = {
    judge: ({ verdict }, facts) => (heard.push(facts), verdict),
  };
  const sent = nextWrite(judged, states["sending"]!, events["pending"]!);
  nextWrite(judged, nextWrite(judged, sent, events["found accepted"]!), events["found accepted"]!);
  nextWrite(judged, states["over"]!, events["found filled"]!);
  expect(heard).toEqual([
    { intent, seen: null, isOver: false, answers: 0, isOnItsWay: false },
    { intent, seen: pending, isOver: false, answers: 0, isOnItsWay: false },
    { intent, seen: null, isOver: false, answers: 1, isOnItsWay: false },
    { intent, seen: null, isOver: true, answers: 0, isOnItsWay: false },
  ]);
});

test("while a message may still arrive the next write keeps it, also after the sheet was closed in between", () => {
  let write = next(states["absent"]!, { type: "dismiss" });
  write = next(write, { type: "open", intent: "buy two" });
  write = next(next(write, { type: "close" }), { type: "open", intent });
  expect(unresolvedOf(write)).toBe(attempt);
  const resending = next(write, { type: "send", attempt, reused: true });
  // A refusal of the second message says nothing of the first.
  expect(unresolvedOf(next(resending, events["refused"]!))).toBe(attempt);
  expect(unresolvedOf(next(states["sending"]!, events["refused"]!))).toBeNull();
  for (const name of ["done", "refused"])
    expect(unresolvedOf(next(states[name]!, { type: "open", intent }))).toBeNull();
});

test("a message that arrives after it was given up says so, and only where it is still unresolved", () => {
  const wasAbsent = true;
  expect(next(states["absent"]!, events["arrived"]!)).toMatchObject({ step: "done", wasAbsent });
  const confirming = next(states["absent"]!, { type: "open", intent });
  const late = next(confirming, events["arrived, accepted"]!);
  expect(late).toMatchObject({ step: "accepted", wasAbsent });
  expect(next(late, events["found filled"]!)).toMatchObject({ step: "done", wasAbsent });
  const expired = next(confirming, { type: "expired" });
  expect(next(expired, events["arrived"]!)).toBe(expired);
  expect(unresolvedOf(next(idleWrite, { type: "unresolved", attempt }))).toBe(attempt);
});

test.each([
  [100000, "checking"],
  [100007, "checking"],
  [100001, "refused"],
  [100006, "refused"],
  [100009, "refused"],
])("the venue's %i leads to %s: only what it says not to know is asked for", (status, step) =>
  expect(next(states["sending"]!, refuse(status)).step).toBe(step),
);

test("a message may arrive for as long as the venue would take its signature, by a venue's clock 30 s behind", () => {
  const sentAt = 1_700_000_000_000;
  const last = sentAt + acceptedForMs - 1;
  expect([mayStillArrive({ sentAt }, last), mayStillArrive({ sentAt }, last + 1)]).toEqual([
    true,
    false,
  ]);
  expect(withinWindow(sentAt / 1000, Math.floor(last / 1000) - 30)).toBe(false);
  expect(mayStillArrive({ sentAt }, sentAt - 86_400_000)).toBe(true);
});

test("questions come slower while nobody answers, and stop with the outcome", () => {
  let write: TestWrite = checking;
  const waits = [waitOf(write)];
  for (let i = 0; i < 6; i++) waits.push(waitOf((write = next(write, { type: "unreachable" }))));
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(waitOf(next(checking, { type: "not-found" }))).toBe(2500);
  expect(waitOf(states["accepted"]!)).toBe(600);
  expect(waitOf({ ...states["accepted"]!, answers: 2 } as TestWrite)).toBe(1000);
  for (const name of ["idle", "confirming", "sending", "late", "done", "refused", "absent"])
    expect(waitOf(states[name]!)).toBeUndefined();
  const named = Object.entries(states);
  expect(named.filter(([, state]) => isUnderWay(state)).map(([name]) => name)).toEqual([
    "sending",
    "resending",
    "late",
    "checking",
    "over",
    "accepted",
  ]);
  expect(named.filter(([, state]) => isSettled(state)).map(([name]) => name)).toEqual([
    "done",
    "refused",
    "absent",
  ]);
});
