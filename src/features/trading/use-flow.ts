import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import type { Endpoint } from "#protocol/endpoint.ts";
import { ApiError } from "../../api/api-error.ts";
import { invalidate } from "../../api/query.ts";
import { takenForMs } from "../../api/write-id.ts";
import { holdFor, letGo as letGoOf } from "../../storage/kept-holds.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { askingFor, type OrderDoors } from "./ask-order.ts";
import type { KeptAttempts } from "./kept-attempt.ts";
import {
  attemptOf,
  doubtOf,
  type Flow,
  type FlowEvent,
  flowOf,
  idleFlow,
  isUnderWay,
  mayArrive,
  nextAskMs,
  type Attempt,
  type OrderKind,
} from "./order-flow.ts";
import { useBusy } from "../../ui/use-busy.ts";
import { takeOrderLock, waitForOrderLock, type ReleaseLock } from "./order-lock.ts";

/** All that is particular to one kind of orders. */
export interface FollowedKind<Intent, Order extends { id: string }>
  extends OrderKind<Order>, OrderDoors<Intent, Order> {
  /** What is read anew as soon as the venue has an order. */
  appearsIn: readonly Endpoint[];
  /** What an outcome has made old. */
  spoils: readonly Endpoint[];
}

/** The kind with its state machine, made once. */
export function followedKind<Intent, Order extends { id: string }>(
  kind: FollowedKind<Intent, Order>,
) {
  return { ...kind, reduce: flowOf<Intent, Order>(kind), asking: askingFor(kind) };
}

const outcomes: ReadonlySet<Flow<unknown, unknown>["step"]> = new Set([
  "reviewing",
  "waiting",
  "filled",
  "partly",
  "cancelled",
  "refused",
  "absent",
]);

/**
 * Runs one order at a time from confirmation to its outcome; takes up an unfinished one after a reload.
 * `deliver` sends an attempt, once.
 */
export function useFlow<Intent, Order extends { id: string }>(
  kind: ReturnType<typeof followedKind<Intent, Order>>,
  deliver: (attempt: Attempt<Intent>) => Promise<Order>,
  onOutcome: (flow: Flow<Intent, Order>) => void,
) {
  const { reduce, asking, kept, lockOf } = kind;
  const client = useQueryClient();
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [flow, dispatch] = useReducer(reduce, idleFlow as Flow<Intent, Order>);
  const [busyElsewhere, setBusyElsewhere] = useState(false);
  useBusy("order", isUnderWay(flow));
  const release = useRef<ReleaseLock | null>(null);
  const sending = useRef(false);
  /** Whose attempt is under way: it may outlive their session. */
  const owner = useRef<string | null>(null);
  const gone = useRef(false);
  /** Done when what became of the last order is noted: only then may another tab, or the next tap, go on. */
  const noted = useRef<Promise<void>>(Promise.resolve());

  // Another user, or none: what was under way is no longer this page's business.
  useEffect(() => {
    if (userId === null) return;
    const wait = new AbortController();
    owner.current = userId;
    void asking.resume(userId, wait.signal, dispatch).then((lock) => {
      if (wait.signal.aborted) lock?.();
      else if (lock) release.current = lock;
    });
    gone.current = false;
    return () => {
      gone.current = true;
      wait.abort();
      // While a message is on its way nobody may ask for it and conclude that it was never sent.
      if (!sending.current) letGo(release);
      dispatch({ type: "leave" });
    };
  }, [userId, asking]);

  useEffect(() => {
    const waitMs = nextAskMs(flow);
    if (waitMs === undefined || (flow.step !== "checking" && flow.step !== "accepted")) return;
    const stop = new AbortController();
    void asking.inTime(flow, waitMs, stop.signal, dispatch);
    return () => stop.abort();
  }, [flow, asking]);

  const doubt = doubtOf(flow);
  useEffect(() => {
    if (doubt === null || userId === null) return;
    const stop = new AbortController();
    void asking.watch(userId, doubt, stop.signal, dispatch);
    return () => stop.abort();
  }, [doubt, userId, asking]);

  // The other tab is done: nothing stands in the way of the next tap.
  useEffect(() => {
    if (!busyElsewhere || userId === null) return;
    const wait = new AbortController();
    void waitForOrderLock(lockOf(userId), wait.signal).then((lock) => {
      lock?.();
      if (lock) setBusyElsewhere(false);
    });
    return () => wait.abort();
  }, [busyElsewhere, userId, lockOf]);

  const appear = useEffectEvent(() => void invalidate(client, ...kind.appearsIn));
  const finish = useEffectEvent(() => {
    if (owner.current !== null) letGoOf(lockOf(owner.current));
    noted.current = note(kept, owner.current, flow).then(() => letGo(release));
    void invalidate(client, ...kind.spoils);
    onOutcome(flow);
  });
  const { step } = flow;
  useEffect(() => {
    if (step === "accepted") appear();
    if (outcomes.has(step)) finish();
  }, [step]);

  async function send(confirmed: Flow<Intent, Order>) {
    const wanted = attemptOf(confirmed, crypto.randomUUID(), Date.now());
    if (!wanted || userId === null || sending.current) return;
    sending.current = true;
    try {
      await noted.current;
      release.current ??= await takeOrderLock(lockOf(userId));
      setBusyElsewhere(release.current === null);
      if (release.current === null) return;
      // Of this page, or of a tab that has gone: the same id keeps the two from both being placed.
      const open = await openAttempt(kept, userId);
      const attempt = open ? { ...wanted, id: open.id } : wanted;
      await kept.keep(userId, attempt);
      // Nothing may leave in the name of a session that ended between the tap and here.
      if (store.get(sessionAtom)?.id !== userId) {
        await kept.forget(userId);
        return;
      }
      dispatch({
        type: "send",
        attempt,
        reused: open !== undefined || doubtOf(confirmed) !== null,
      });
      // Whoever leaves the screen before the answer is there still waits for it.
      holdFor(lockOf(userId), "order", takenForMs);
      const answer: FlowEvent<Intent, Order> = await sendOnce(deliver(attempt));
      if (answer.type !== "lost") letGoOf(lockOf(userId));
      dispatch(answer);
    } finally {
      sending.current = false;
      if (gone.current) letGo(release);
    }
  }

  return {
    flow,
    /** Another tab has an order under way. */
    busyElsewhere,
    open: (intent: Intent) => {
      setBusyElsewhere(false);
      dispatch({ type: "open", intent });
    },
    close: () => dispatch({ type: "close" }),
    dismiss: () => dispatch({ type: "dismiss" }),
    confirm: () => send(flow),
    /** Without asking once more, where the person has switched that off. */
    sendNow: (intent: Intent) => {
      setBusyElsewhere(false);
      const event: FlowEvent<Intent, Order> = { type: "open", intent };
      dispatch(event);
      return send(reduce(flow, event));
    },
  };
}

function letGo(release: { current: ReleaseLock | null }): void {
  release.current?.();
  release.current = null;
}

/** What is known needs no asking any more; what may still arrive is kept, also over a reload. */
async function note<Intent, Order>(
  kept: KeptAttempts<Intent>,
  userId: string | null,
  flow: Flow<Intent, Order>,
): Promise<void> {
  if (userId === null) return;
  const doubt = doubtOf(flow);
  await (doubt === null ? kept.forget(userId) : kept.keep(userId, doubt, true));
}

/** The attempt whose message the venue may still take. */
async function openAttempt<Intent>(
  kept: KeptAttempts<Intent>,
  userId: string,
): Promise<Attempt<Intent> | undefined> {
  const held = await kept.read(userId);
  return held && (!held.told || mayArrive(held.attempt, Date.now())) ? held.attempt : undefined;
}

/** Without an envelope the outcome is unknown; that is never a refusal. */
async function sendOnce<Intent, Order>(answer: Promise<Order>): Promise<FlowEvent<Intent, Order>> {
  try {
    return { type: "answered", order: await answer };
  } catch (error) {
    if (error instanceof ApiError && error.status !== null)
      return { type: "refused", refusal: { status: error.status, data: error.data } };
    return { type: "lost" };
  }
}
