/**
 * The state machine of one write that may happen once at most, from the question to its outcome. It is pure:
 * `run-write.ts` sends, asks and waits. After a lost answer the app reads the outcome from the venue;
 * nothing is ever sent again by itself. A message whose answer is late is looked up while it may still be on its
 * way: what is found counts, what is not found proves nothing. A message that the venue has not seen may arrive
 * later. As long as the venue would accept it, the write is `unresolved`: it is looked for, and the next message
 * goes under the same id, so that the two cannot both happen.
 */
import * as codes from "#protocol/wire/error-codes.ts";

/** One sending of an intent. Its id is kept until the outcome is known. */
export interface Attempt<Intent> {
  id: string;
  intent: Intent;
  /** When it was sent, Unix ms of this device. */
  sentAt: number;
}

/** The code by which the venue refused, and the limit that was met. */
export interface Refusal {
  status: number;
  data: unknown;
}

export type Write<Intent, Answer, Outcome> =
  | { step: "idle"; unresolved: Attempt<Intent> | null }
  /** Shown to the user for confirmation before it is sent. */
  | { step: "confirming"; intent: Intent; unresolved: Attempt<Intent> | null }
  | Sending<Intent>
  | Checking<Intent, Answer>
  | Accepted<Intent, Answer>
  /** `wasAbsent`: the person had been shown that the venue did not get it. */
  | {
      step: "done";
      attempt: Attempt<Intent>;
      answer: Answer;
      outcome: Outcome;
      wasAbsent: boolean;
    }
  | {
      step: "refused";
      attempt: Attempt<Intent>;
      refusal: Refusal;
      unresolved: Attempt<Intent> | null;
    }
  /** The venue did not get it. */
  | { step: "absent"; attempt: Attempt<Intent>; unresolved: Attempt<Intent> | null };

/** The message is on its way, or its answer is. */
interface Sending<Intent> {
  step: "sending";
  attempt: Attempt<Intent>;
  /** Under the id of an earlier message that may still arrive. */
  reused: boolean;
  /** The person has waited for the answer long enough, and may go on. */
  isLate: boolean;
  /** Questions since then that settled nothing. */
  tries: number;
}

/** The outcome is being read. */
interface Checking<Intent, Answer> {
  step: "checking";
  attempt: Attempt<Intent>;
  /** The venue refused since what the write is about had ended already: only how is still to be learnt. */
  isOver: boolean;
  /** What the venue last showed. */
  seen: Answer | null;
  /** Answers in which nothing of the write was to be seen. */
  absences: number;
  /** Questions since then that settled nothing. */
  tries: number;
}

/** The venue has it, and its outcome is still to come. */
interface Accepted<Intent, Answer> {
  step: "accepted";
  attempt: Attempt<Intent>;
  answer: Answer;
  /** Answers after the first. */
  answers: number;
  /** Questions without an answer since the last one. */
  tries: number;
  wasAbsent: boolean;
}

export type UnderWay<Intent, Answer> =
  | Sending<Intent>
  | Checking<Intent, Answer>
  | Accepted<Intent, Answer>;

export type WriteEvent<Intent, Answer> =
  | { type: "open"; intent: Intent }
  | { type: "close" }
  | { type: "send"; attempt: Attempt<Intent>; reused: boolean }
  /** The venue answered the message. */
  | { type: "answered"; answer: Answer }
  | { type: "refused"; refusal: Refusal }
  /** The message left, and no envelope came back. */
  | { type: "unanswered" }
  /** The message left `lateAfterMs` ago, and its exchange has not ended. */
  | { type: "late" }
  /** The venue was asked about the message, and has something of it. */
  | { type: "found"; answer: Answer }
  /** The venue was asked, and has nothing of it. */
  | { type: "not-found" }
  /** The question itself got no answer. */
  | { type: "unreachable" }
  /** An earlier life of this page left an attempt whose outcome it did not learn. */
  | { type: "resume"; attempt: Attempt<Intent> }
  /** The person was shown that an attempt was absent, and it may still arrive. */
  | { type: "unresolved"; attempt: Attempt<Intent> }
  /** The unresolved message did arrive. */
  | { type: "arrived"; answer: Answer }
  /** The venue accepts the unresolved message no longer. */
  | { type: "expired" }
  /** The outcome has been read. */
  | { type: "dismiss" };

/** What an answer of the venue means for the write. */
export type Verdict<Outcome> =
  | { outcome: Outcome }
  /** The venue has it, and its outcome is still to come. */
  | "accepted"
  /** Under way at the venue; the answer settles nothing yet. */
  | "pending"
  /** Nothing of it is to be seen in the answer. */
  | "absent";

/** What a verdict may depend on beside the answer. */
export interface Facts<Intent, Answer> {
  intent: Intent;
  seen: Answer | null;
  isOver: boolean;
  answers: number;
  /** The message is still on its way: more of what it asks for may come about. */
  isOnItsWay: boolean;
}

/** What the machine has to know of one kind of write. */
export interface WriteRules<Intent, Answer, Outcome> {
  judge: (answer: Answer, facts: Facts<Intent, Answer>) => Verdict<Outcome>;
  /** The code by which the venue says that what the write is about has ended already. */
  overCode?: number;
  /** Done twice it is the same: its message carries no id, and one that may still arrive does no harm. */
  isRepeatable?: boolean;
  /**
   * The venue is asked while the message is still on its way, and what is found counts: it goes by the message's
   * own id, or by a state that was not there before.
   */
  isAskedWhenLate?: boolean;
}

export const idleWrite: { step: "idle"; unresolved: null } = { step: "idle", unresolved: null };

/** So long a person waits for an answer before the app says that it is late. */
export const lateAfterMs = 2500;
/** The message may still be on its way when the first question arrives, so one absence proves nothing. */
const absencesNeeded = 2;
/**
 * The codes by which the venue says that it does not know the outcome. After every other one it has rolled
 * back, also after a system error.
 */
const unknownOutcomes: ReadonlySet<number> = new Set([codes.unknownError, codes.outcomeUnknown]);
const longestWaitMs = 10_000;

/** The next state of a write of one kind; an event that has no meaning in a state leaves it as it is. */
export function nextWrite<Intent, Answer, Outcome>(
  rules: WriteRules<Intent, Answer, Outcome>,
  write: Write<Intent, Answer, Outcome>,
  event: WriteEvent<Intent, Answer>,
): Write<Intent, Answer, Outcome> {
  switch (event.type) {
    case "open":
      return isUnderWay(write)
        ? write
        : { step: "confirming", intent: event.intent, unresolved: unresolvedOf(write) };
    case "close":
      return write.step === "confirming" ? { step: "idle", unresolved: write.unresolved } : write;
    case "send":
      return write.step === "confirming"
        ? {
            step: "sending",
            attempt: event.attempt,
            reused: event.reused,
            isLate: false,
            tries: 0,
          }
        : write;
    case "answered":
      return write.step === "sending" ? judged(rules, write, event.answer) : write;
    case "refused":
      return write.step === "sending" ? refused(rules, write, event.refusal) : write;
    case "unanswered":
      return write.step === "sending" ? checking(write.attempt) : write;
    case "late":
      return write.step === "sending" && !write.isLate ? { ...write, isLate: true } : write;
    case "found":
      return isAsked(write) ? found(rules, write, event.answer) : write;
    case "not-found":
      if (write.step === "checking") return notFound(rules, write, write.seen);
      return isAsked(write) ? { ...write, tries: write.tries + 1 } : write;
    case "unreachable":
      return isAsked(write) ? { ...write, tries: write.tries + 1 } : write;
    case "resume":
      return isOpen(write) ? checking(event.attempt) : write;
    case "unresolved":
      return isOpen(write) ? { ...write, unresolved: event.attempt } : write;
    case "arrived":
      return arrived(rules, write, event.answer);
    case "expired":
      return "unresolved" in write ? { ...write, unresolved: null } : write;
    case "dismiss":
      return isSettled(write) ? { step: "idle", unresolved: unresolvedOf(write) } : write;
  }
}

/** The attempt that was given up and may still arrive. */
export function unresolvedOf<Intent>(
  write: Write<Intent, unknown, unknown>,
): Attempt<Intent> | null {
  return "unresolved" in write ? write.unresolved : null;
}

/** From the sending until the outcome: no other write of the kind may be sent meanwhile. */
export function isUnderWay<Intent, Answer>(
  write: Write<Intent, Answer, unknown>,
): write is UnderWay<Intent, Answer> {
  return write.step === "sending" || write.step === "checking" || write.step === "accepted";
}

/** The answer may still come in good time: the person waits for it. */
export function isAwaited(write: Write<unknown, unknown, unknown>): boolean {
  return write.step === "sending" && !write.isLate;
}

/** The person has waited long enough for the answer, and the message may still be on its way. */
export function isLate(write: Write<unknown, unknown, unknown>): boolean {
  return write.step === "sending" && write.isLate;
}

/** It has come to an end, of which the person is to hear. */
export function isSettled<Intent, Answer, Outcome>(
  write: Write<Intent, Answer, Outcome>,
): write is Extract<Write<Intent, Answer, Outcome>, { step: "done" | "refused" | "absent" }> {
  return write.step === "done" || write.step === "refused" || write.step === "absent";
}

/** Milliseconds until the venue is to be asked; undefined where there is nothing to ask. */
export function nextQuestionMs(
  { isAskedWhenLate = false }: { isAskedWhenLate?: boolean },
  write: Write<unknown, unknown, unknown>,
): number | undefined {
  if (!isAsked(write)) return undefined;
  if (write.step === "sending" && !isAskedWhenLate) return undefined;
  if (write.tries > 0) return Math.min(longestWaitMs, 1000 * 2 ** (write.tries - 1));
  if (write.step === "sending") return 0;
  if (write.step === "accepted") return write.answers < 2 ? 600 : 1000;
  if (write.isOver) return 0;
  return write.absences > 0 ? 2500 : 500;
}

/** The venue is asked about it. */
function isAsked<Intent, Answer>(
  write: Write<Intent, Answer, unknown>,
): write is UnderWay<Intent, Answer> {
  return isUnderWay(write) && (write.step !== "sending" || write.isLate);
}

function isOpen<Intent>(
  write: Write<Intent, unknown, unknown>,
): write is Extract<Write<Intent, never, never>, { step: "idle" | "confirming" }> {
  return write.step === "idle" || write.step === "confirming";
}

function checking<Intent, Answer>(
  attempt: Attempt<Intent>,
  isOver = false,
): Checking<Intent, Answer> {
  return { step: "checking", attempt, isOver, seen: null, absences: 0, tries: 0 };
}

function judged<Intent, Answer, Outcome>(
  rules: WriteRules<Intent, Answer, Outcome>,
  write: UnderWay<Intent, Answer>,
  answer: Answer,
  isOnItsWay = false,
): Write<Intent, Answer, Outcome> {
  const { attempt } = write;
  const { wasAbsent, answers } =
    write.step === "accepted"
      ? { wasAbsent: write.wasAbsent, answers: write.answers + 1 }
      : { wasAbsent: false, answers: 0 };
  const { seen, isOver } = write.step === "checking" ? write : { seen: null, isOver: false };
  const { intent } = attempt;
  const verdict = rules.judge(answer, { intent, seen, isOver, answers, isOnItsWay });
  if (typeof verdict === "object")
    return { step: "done", attempt, answer, outcome: verdict.outcome, wasAbsent };
  if (verdict === "accepted" || write.step === "accepted")
    return { step: "accepted", attempt, answer, answers, tries: 0, wasAbsent };
  if (write.step === "sending") return { ...checking<Intent, Answer>(attempt), seen: answer };
  return verdict === "pending"
    ? { ...write, seen: answer, tries: write.tries + 1 }
    : notFound(rules, write, answer);
}

/** Found while its message is on its way, a write may be known to have happened, but never not to have. */
function found<Intent, Answer, Outcome>(
  rules: WriteRules<Intent, Answer, Outcome>,
  write: UnderWay<Intent, Answer>,
  answer: Answer,
): Write<Intent, Answer, Outcome> {
  const next = judged(rules, write, answer, write.step === "sending");
  return write.step === "sending" && next.step === "checking"
    ? { ...write, tries: write.tries + 1 }
    : next;
}

/** Not while another write is under way: one that is being looked for then has the same id. */
function arrived<Intent, Answer, Outcome>(
  rules: WriteRules<Intent, Answer, Outcome>,
  write: Write<Intent, Answer, Outcome>,
  answer: Answer,
): Write<Intent, Answer, Outcome> {
  const attempt = unresolvedOf(write);
  if (attempt === null) return write;
  const { intent } = attempt;
  const facts = { intent, seen: null, isOver: false, answers: 0, isOnItsWay: false };
  const verdict = rules.judge(answer, facts);
  return typeof verdict === "object"
    ? { step: "done", attempt, answer, outcome: verdict.outcome, wasAbsent: true }
    : { step: "accepted", attempt, answer, answers: 0, tries: 0, wasAbsent: true };
}

function notFound<Intent, Answer, Outcome>(
  { isRepeatable = false }: WriteRules<Intent, Answer, Outcome>,
  write: Checking<Intent, Answer>,
  seen: Answer | null,
): Write<Intent, Answer, Outcome> {
  // The venue itself said that it is over: this answer is older than that.
  if (write.isOver) return { ...write, seen, tries: write.tries + 1 };
  const absences = write.absences + 1;
  return absences < absencesNeeded
    ? { ...write, seen, absences, tries: 0 }
    : {
        step: "absent",
        attempt: write.attempt,
        unresolved: isRepeatable ? null : write.attempt,
      };
}

function refused<Intent, Answer, Outcome>(
  { overCode }: WriteRules<Intent, Answer, Outcome>,
  { attempt, reused }: { attempt: Attempt<Intent>; reused: boolean },
  refusal: Refusal,
): Write<Intent, Answer, Outcome> {
  if (refusal.status === overCode) return checking(attempt, true);
  // Another body under an id that the venue did get after all: the earlier message counts, so it is looked up.
  if (unknownOutcomes.has(refusal.status) || (reused && refusal.status === codes.invalidParameters))
    return checking(attempt);
  // This message is refused for good; the earlier one under its id may still be accepted.
  return { step: "refused", attempt, refusal, unresolved: reused ? attempt : null };
}
