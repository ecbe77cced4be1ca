import type { Endpoint } from "#protocol/api/endpoint.ts";
import { ApiError } from "../api/api-error.ts";
import { holdBusy } from "../lib/busy-flags.ts";
import { clearBusyFlag, flagBusyFor } from "../storage/persisted-busy-flags.ts";
import { acceptedForMs, mayStillArrive } from "./message-lifetime.ts";
import type { PersistedAttempts } from "./persisted-attempts.ts";
import {
  type Attempt,
  idleWrite,
  isSettled,
  isUnderWay,
  lateAfterMs,
  nextQuestionMs,
  nextWrite,
  type Refusal,
  unresolvedOf,
  type Write,
  type WriteEvent,
  type WriteRules,
} from "./write.ts";
import { takeWriteLock, waitForWriteLock, type ReleaseLock } from "./write-lock.ts";

/** One kind of write: how it is sent, found again and judged. */
export interface WriteKind<Intent, Answer, Outcome> extends WriteRules<Intent, Answer, Outcome> {
  /** Names the kind and, where there can be several of it side by side, the one thing that it is about. */
  name: string;
  /**
   * Sends it, once.
   * @param waited ends when the person need not wait for the answer any more
   * @throws ApiError; without a status the outcome is unknown
   */
  send: (attempt: Attempt<Intent>, waited: AbortSignal) => Promise<Answer>;
  /** The outcome of the attempt; undefined where the venue has no record of it. Throws where it does not answer. */
  find: (attempt: Attempt<Intent>, signal: AbortSignal) => Promise<Answer | undefined>;
  /** The answer again, of a write that the venue has accepted. As `find` where there is none. */
  follow?: (answer: Answer, signal: AbortSignal) => Promise<Answer>;
  /** Where its id is kept until the outcome is known; not for a repeatable write. */
  persisted?: PersistedAttempts<Intent>;
  /** Name of the lock over tabs, of kinds of which only one may be under way. */
  lockOf?: (userId: string) => string;
  /** An unresolved attempt is looked for, also by a later life of this page. */
  isResumed?: boolean;
  /** The outcome stays until it is dismissed, also while no screen shows it. */
  isRemembered?: boolean;
  /** Reads that show it as soon as the venue has it. */
  appearsIn?: readonly Endpoint[];
  /** Reads that its outcome has made out of date. */
  invalidates: readonly Endpoint[];
}

export interface WriteSnapshot<Intent, Answer, Outcome> {
  write: Write<Intent, Answer, Outcome>;
  /** A tap has been taken up, and the message has not left yet: the device looks whether it may. */
  isTaken: boolean;
  /** Another tab has one of the kind under way. */
  isBusyElsewhere: boolean;
}

export interface RunDeps {
  now: () => number;
  newId: () => string;
  /** Ends early with `signal`, and when the network is back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Who is logged in now. */
  currentUserId: () => string | null;
  invalidate: (endpoints: readonly Endpoint[]) => Promise<void>;
  refused: (refusal: Refusal) => void;
}

export type WriteRun<Intent, Answer, Outcome> = ReturnType<
  typeof startRun<Intent, Answer, Outcome>
>;

const firstWatchMs = 4000;
const longestWatchMs = 16_000;

/**
 * Writes of one kind by one user on this page: one at a time, from the question to the outcome, whatever screen is open.
 * @param changed is called after each change of the snapshot
 */
export function startRun<Intent, Answer, Outcome>(
  kind: WriteKind<Intent, Answer, Outcome>,
  userId: string,
  deps: RunDeps,
  changed: () => void,
) {
  type Event = WriteEvent<Intent, Answer>;
  const { persisted } = kind;
  const busyKey = `write:${userId}:${kind.name}`;
  const session = new AbortController();
  let snapshot: WriteSnapshot<Intent, Answer, Outcome> = {
    write: idleWrite,
    isTaken: false,
    isBusyElsewhere: false,
  };
  let asking = new AbortController();
  let watching = new AbortController();
  /** Ends the wait for the answer of the message that is on its way, where the outcome is known without it. */
  let endExchange: () => void = () => {};
  let release: ReleaseLock | null = null;
  let releaseBusy: (() => void) | null = null;
  let isSending = false;
  let isResuming = false;
  let isReported = true;
  /** Done when the last outcome is recorded: only then may another tab, or the next tap, go on. */
  let recorded: Promise<unknown> = Promise.resolve();
  /** Done when the reads on screen are up to date, too. */
  let settled: Promise<unknown> = Promise.resolve();
  const waiting: ((write: Write<Intent, Answer, Outcome>) => void)[] = [];

  function show(next: Partial<typeof snapshot>): void {
    snapshot = { ...snapshot, ...next };
    changed();
  }

  function dispatch(event: Event): void {
    const before = snapshot.write;
    if (session.signal.aborted) return;
    const write = nextWrite(kind, before, event);
    if (write === before) return;
    if (isSettled(write)) isReported = false;
    show({ write });
    if (before.step === "sending" && write.step !== "sending") endExchange();
    if (isUnderWay(write)) releaseBusy ??= holdBusy("order");
    else letBusyGo();
    ask(write);
    const unresolved = unresolvedOf(write);
    if (unresolved !== unresolvedOf(before)) {
      watching.abort();
      watching = new AbortController();
      // A resumed one is asked for at once; one that was just found absent after a while.
      if (unresolved) void watch(unresolved, event.type === "unresolved" ? 0 : firstWatchMs);
    }
    if (write.step === before.step) return;
    if (write.step === "accepted") void deps.invalidate(kind.appearsIn ?? []);
    if (isSettled(write)) settle(write);
  }

  function settle(write: Write<Intent, Answer, Outcome>): void {
    clearBusyFlag(busyKey);
    const unresolved = unresolvedOf(write);
    const record = unresolved
      ? persisted?.save(userId, unresolved, true)
      : persisted?.remove(userId);
    const invalidated = deps.invalidate(kind.invalidates);
    recorded = Promise.resolve(record).then(letLockGo);
    settled = recorded.then(() => invalidated);
    void answerWaiting(write);
  }

  async function answerWaiting(write: Write<Intent, Answer, Outcome>): Promise<void> {
    const heard = waiting.splice(0);
    await settled;
    for (const done of heard) done(write);
  }

  function letLockGo(): void {
    release?.();
    release = null;
  }

  function letBusyGo(): void {
    releaseBusy?.();
    releaseBusy = null;
  }

  /** Reads the outcome after a pause, or as soon as the network is back. */
  function ask(write: Write<Intent, Answer, Outcome>): void {
    asking.abort();
    const waitMs = nextQuestionMs(kind, write);
    if (waitMs === undefined || !isUnderWay(write)) return;
    const { signal } = (asking = new AbortController());
    void deps.wait(waitMs, signal).then(async () => {
      if (signal.aborted) return;
      const event = await question(() =>
        write.step === "accepted" && kind.follow
          ? kind.follow(write.answer, signal)
          : kind.find(write.attempt, signal),
      );
      if (!signal.aborted)
        dispatch(
          event.type === "not-found" && write.step === "accepted" ? { type: "unreachable" } : event,
        );
    });
  }

  /** Looks for a message that was given up, until it is there or the venue would accept it no longer. */
  async function watch(attempt: Attempt<Intent>, firstMs: number): Promise<void> {
    const { signal } = watching;
    if (!kind.isResumed) {
      await deps.wait(acceptedForMs, signal);
      while (!signal.aborted && mayStillArrive(attempt, deps.now()))
        await deps.wait(longestWatchMs, signal);
      return signal.aborted ? undefined : dispatch({ type: "expired" });
    }
    for (let waitMs = firstMs; ; waitMs = Math.min(longestWatchMs, waitMs * 2 || firstWatchMs)) {
      await deps.wait(waitMs, signal);
      if (signal.aborted) return;
      // Before the question: what the venue accepts meanwhile, its answer may not know yet.
      const isOpen = mayStillArrive(attempt, deps.now());
      const event = await question(() => kind.find(attempt, signal));
      if (signal.aborted) return;
      if (event.type === "found") return dispatch({ type: "arrived", answer: event.answer });
      if (event.type === "not-found" && !isOpen) {
        await removeReported(attempt);
        return dispatch({ type: "expired" });
      }
    }
  }

  /** Another tab may have sent a later one since. */
  async function removeReported({ id }: Attempt<Intent>): Promise<void> {
    const record = await persisted?.read(userId);
    if (record?.isReported && record.id === id) await persisted?.remove(userId);
  }

  /** The persisted attempt whose message the venue may still accept: of this page, or of a tab that has gone. */
  async function openAttempt(): Promise<{ id: string } | undefined> {
    const record = await persisted?.read(userId);
    return record && (!record.isReported || mayStillArrive(record, deps.now()))
      ? record
      : undefined;
  }

  /** Sends what is being confirmed, once. */
  async function send(): Promise<void> {
    if (isSending || snapshot.write.step !== "confirming") return;
    isSending = true;
    // In the frame of the tap: what follows may take a slow device a while.
    show({ isTaken: true });
    try {
      await recorded;
      if (kind.lockOf) release ??= await takeWriteLock(kind.lockOf(userId));
      if (kind.lockOf && release === null) return waitForOtherTab(kind.lockOf(userId));
      const open = await openAttempt();
      const { write } = snapshot;
      if (write.step !== "confirming") return;
      const reused = kind.isRepeatable ? null : (open ?? write.unresolved);
      const id = reused?.id ?? deps.newId();
      const attempt = { id, intent: write.intent, sentAt: deps.now() };
      await persisted?.save(userId, attempt);
      // Nothing may leave in the name of a session that ended between the tap and here.
      if (deps.currentUserId() !== userId) {
        await persisted?.remove(userId);
        return;
      }
      snapshot = { ...snapshot, isTaken: false };
      dispatch({ type: "send", attempt, reused: reused !== null });
      if (!isUnderWay(snapshot.write)) return;
      // Over a reload of the tab, too, as long as the message may still arrive.
      if (persisted) flagBusyFor(busyKey, "order", acceptedForMs);
      const event = await exchange(attempt);
      // The outcome was found first: the answer has nothing to add.
      if (!event) return;
      if (event.type !== "unanswered") clearBusyFlag(busyKey);
      if (event.type === "refused" && !session.signal.aborted) deps.refused(event.refusal);
      dispatch(event);
    } finally {
      isSending = false;
      if (snapshot.isTaken) show({ isTaken: false });
      if (session.signal.aborted || snapshot.write.step === "confirming") letLockGo();
    }
  }

  /** The answer to the message; undefined where the venue was asked meanwhile and had the outcome. */
  async function exchange(attempt: Attempt<Intent>): Promise<Event | undefined> {
    const waited = new AbortController();
    const ended = new AbortController();
    const found = new Promise<undefined>((done) => {
      endExchange = () => done(undefined);
    });
    // Sooner where the network comes back meanwhile: what was under way then is likely lost.
    void deps.wait(lateAfterMs, ended.signal).then(() => {
      waited.abort();
      if (!ended.signal.aborted) dispatch({ type: "late" });
    });
    const answer = answerTo<Intent, Answer>(() => kind.send(attempt, waited.signal));
    const event = await Promise.race([answer, found]);
    ended.abort();
    return event;
  }

  /** Nothing stands in the way of the next tap once the other tab is done. */
  function waitForOtherTab(lock: string): void {
    show({ isBusyElsewhere: true });
    void waitForWriteLock(lock, session.signal).then((taken) => {
      taken?.();
      if (taken) show({ isBusyElsewhere: false });
    });
  }

  return {
    userId,
    /** Nobody needs it: it can be forgotten. */
    isIdle: () =>
      snapshot.write.step === "idle" &&
      snapshot.write.unresolved === null &&
      !isSending &&
      !isResuming,
    snapshot: () => snapshot,
    /** The outcome, once it is recorded and the reads on screen are up to date; the state of the moment where the session ends before. */
    async outcome(): Promise<Write<Intent, Answer, Outcome>> {
      const { write } = snapshot;
      if (isUnderWay(write) && !session.signal.aborted)
        return new Promise((done) => waiting.push(done));
      await settled;
      return write;
    },
    /** Whether the outcome is to be shown now: once, to the first screen that asks. */
    takeReport(): boolean {
      const isNew = !isReported && isSettled(snapshot.write);
      isReported = true;
      return isNew;
    },
    /** Nobody looks at it any more: what was being confirmed goes, and an outcome that has been shown. */
    leave(): void {
      if (!isSending) dispatch({ type: "close" });
      if (isReported && !kind.isRemembered) dispatch({ type: "dismiss" });
    },
    open(intent: Intent): void {
      if (snapshot.isBusyElsewhere) show({ isBusyElsewhere: false });
      dispatch({ type: "open", intent });
    },
    close: () => dispatch({ type: "close" }),
    dismiss: () => dispatch({ type: "dismiss" }),
    send,
    /** Waits for a tab that may still be sending, then asks for what an earlier life of this page left open. */
    async resume(): Promise<void> {
      const { step } = snapshot.write;
      const isFree = (step === "idle" || step === "confirming") && !unresolvedOf(snapshot.write);
      if (!kind.isResumed || !persisted || isResuming || isSending || !isFree) return;
      isResuming = true;
      try {
        await recorded;
        if (!(await persisted.read(userId))) return;
        const lock = kind.lockOf
          ? await waitForWriteLock(kind.lockOf(userId), session.signal)
          : () => {};
        const record = await persisted.read(userId);
        if (session.signal.aborted || !lock || record?.intent === undefined) return lock?.();
        const { id, intent, sentAt, isReported: wasReported } = record;
        const attempt = { id, intent, sentAt };
        dispatch({ type: wasReported ? "unresolved" : "resume", attempt });
        if (snapshot.write.step === "checking" && release === null) release = lock;
        else lock();
      } finally {
        isResuming = false;
      }
    },
    /** The session is over: nothing is asked or shown any more. What is open stays persisted for its owner. */
    end(): void {
      session.abort();
      asking.abort();
      watching.abort();
      letBusyGo();
      waiting.splice(0).forEach((done) => done(snapshot.write));
      // While a message is on its way nobody may ask for it and conclude that it was never sent.
      if (!isSending) letLockGo();
    },
  };
}

/** Without an envelope the outcome is unknown; that is never a refusal. */
async function answerTo<Intent, Answer>(
  send: () => Promise<Answer>,
): Promise<WriteEvent<Intent, Answer>> {
  try {
    return { type: "answered", answer: await send() };
  } catch (error) {
    return error instanceof ApiError && error.status !== null
      ? { type: "refused", refusal: { status: error.status, data: error.data } }
      : { type: "unanswered" };
  }
}

async function question<Answer>(
  ask: () => Promise<Answer | undefined>,
): Promise<{ type: "found"; answer: Answer } | { type: "not-found" } | { type: "unreachable" }> {
  try {
    const found = await ask();
    return found === undefined ? { type: "not-found" } : { type: "found", answer: found };
  } catch {
    return { type: "unreachable" };
  }
}
