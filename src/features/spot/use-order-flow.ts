import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { walletEndpoints } from "#protocol/wallet.ts";
import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { ApiError } from "../../api/api-error.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { askInTime, resumeAttempt, watchDoubt } from "./ask-order.ts";
import { forgetAttempt, keepAttempt, readAttempt } from "./kept-attempt.ts";
import { attemptOf, doubtOf, idleFlow, mayArrive, nextAskMs, orderFlow, type Attempt, type OrderEvent, type OrderFlow, type OrderIntent } from "./order-flow.ts";
import { takeOrderLock, type ReleaseLock } from "../trading/order-lock.ts";
import { placeOrderMutation, replaceOrderMutation } from "./queries.ts";

const outcomes: ReadonlySet<OrderFlow["step"]> = new Set(["reviewing", "waiting", "filled", "partly", "cancelled", "refused", "absent"]);

/** Runs one order at a time from confirmation to its outcome; takes up an unfinished one after a reload. */
export function useOrderFlow(onOutcome: (flow: OrderFlow) => void) {
  const client = useQueryClient();
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [flow, dispatch] = useReducer(orderFlow, idleFlow);
  const [busyElsewhere, setBusyElsewhere] = useState(false);
  const release = useRef<ReleaseLock | null>(null);
  const sending = useRef(false);
  /** Whose attempt is under way: it may outlive their session. */
  const owner = useRef<string | null>(null);
  const gone = useRef(false);
  /** Done when what became of the last order is noted: only then may another tab, or the next tap, go on. */
  const noted = useRef<Promise<void>>(Promise.resolve());
  const place = useMutation(placeOrderMutation());
  const replace = useMutation(replaceOrderMutation());

  // Another user, or none: what was under way is no longer this page's business.
  useEffect(() => {
    if (userId === null) return;
    const wait = new AbortController();
    owner.current = userId;
    void resumeAttempt(userId, wait.signal, dispatch).then((lock) => {
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
  }, [userId]);

  useEffect(() => {
    const waitMs = nextAskMs(flow);
    if (waitMs === undefined || (flow.step !== "checking" && flow.step !== "accepted")) return;
    const stop = new AbortController();
    void askInTime(flow, waitMs, stop.signal, dispatch);
    return () => stop.abort();
  }, [flow]);

  const doubt = doubtOf(flow);
  useEffect(() => {
    if (doubt === null || userId === null) return;
    const stop = new AbortController();
    void watchDoubt(userId, doubt, stop.signal, dispatch);
    return () => stop.abort();
  }, [doubt, userId]);

  const appear = useEffectEvent(() => void invalidate(client, spotEndpoints.coinOrders, walletEndpoints.walletBalance));
  const finish = useEffectEvent(() => {
    noted.current = note(owner.current, flow).then(() => letGo(release));
    void invalidate(client, walletEndpoints.walletBalance, walletEndpoints.tradeRecord, spotEndpoints.coinOrders, spotEndpoints.coinOrder, spotEndpoints.coinTrades);
    onOutcome(flow);
  });
  const { step } = flow;
  useEffect(() => {
    if (step === "accepted") appear();
    if (outcomes.has(step)) finish();
  }, [step]);

  async function send(confirmed: OrderFlow) {
    const wanted = attemptOf(confirmed, crypto.randomUUID(), Date.now());
    if (!wanted || userId === null || sending.current) return;
    sending.current = true;
    try {
      await noted.current;
      release.current ??= await takeOrderLock(userId);
      setBusyElsewhere(release.current === null);
      if (release.current === null) return;
      // Of this page, or of a tab that has gone: the same id keeps the two from both being placed.
      const open = await openAttempt(userId);
      const attempt = open ? { ...wanted, id: open.id } : wanted;
      await keepAttempt(userId, attempt);
      // Nothing may leave in the name of a session that ended between the tap and here.
      if (store.get(sessionAtom)?.id !== userId) {
        await forgetAttempt(userId);
        return;
      }
      dispatch({ type: "send", attempt, reused: open !== undefined || doubtOf(confirmed) !== null });
      dispatch(await sendOnce(deliver(attempt)));
    } finally {
      sending.current = false;
      if (gone.current) letGo(release);
    }
  }

  function deliver({ id, intent }: Attempt): Promise<CoinOrder> {
    const { replaces, filled_amount, ...order } = intent;
    return replaces === undefined
      ? place.mutateAsync({ ...order, client_order_id: id })
      : replace.mutateAsync({ ...order, client_order_id: id, id: replaces, filled_amount });
  }

  return {
    flow,
    /** Another tab has an order under way; the person may try again. */
    busyElsewhere,
    open: (intent: OrderIntent) => {
      setBusyElsewhere(false);
      dispatch({ type: "open", intent });
    },
    close: () => dispatch({ type: "close" }),
    dismiss: () => dispatch({ type: "dismiss" }),
    confirm: () => send(flow),
    /** Without asking once more, where the person has switched that off. */
    sendNow: (intent: OrderIntent) => {
      setBusyElsewhere(false);
      const event: OrderEvent = { type: "open", intent };
      dispatch(event);
      return send(orderFlow(flow, event));
    },
  };
}

function letGo(release: { current: ReleaseLock | null }): void {
  release.current?.();
  release.current = null;
}

/** What is known needs no asking any more; what may still arrive is kept, also over a reload. */
async function note(userId: string | null, flow: OrderFlow): Promise<void> {
  if (userId === null) return;
  const doubt = doubtOf(flow);
  await (doubt === null ? forgetAttempt(userId) : keepAttempt(userId, doubt, true));
}

/** The attempt whose message the venue may still take. */
async function openAttempt(userId: string): Promise<Attempt | undefined> {
  const kept = await readAttempt(userId);
  return kept && (!kept.told || mayArrive(kept.attempt, Date.now())) ? kept.attempt : undefined;
}

/** Without an envelope the outcome is unknown; that is never a refusal. */
async function sendOnce(answer: Promise<CoinOrder>): Promise<OrderEvent> {
  try {
    return { type: "answered", order: await answer };
  } catch (error) {
    if (error instanceof ApiError && error.status !== null) return { type: "refused", refusal: { status: error.status, data: error.data } };
    return { type: "lost" };
  }
}
