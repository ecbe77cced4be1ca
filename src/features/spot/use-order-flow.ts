import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { walletEndpoints } from "#protocol/wallet.ts";
import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { forgetAttempt, keepAttempt, readAttempt } from "./kept-attempt.ts";
import { attemptOf, idleFlow, nextAskMs, orderFlow, type OrderEvent, type OrderFlow, type OrderIntent } from "./order-flow.ts";
import { takeOrderLock, waitForOrderLock, type ReleaseLock } from "./order-lock.ts";
import { placeOrderMutation } from "./queries.ts";

const noSuchOrder = 300014;
const outcomes: ReadonlySet<OrderFlow["step"]> = new Set(["reviewing", "filled", "partly", "cancelled", "refused", "absent"]);

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
  const place = useMutation(placeOrderMutation());

  const letGo = useCallback(() => {
    release.current?.();
    release.current = null;
  }, []);

  // Another user, or none: what was under way is no longer this page's business.
  useEffect(() => {
    if (userId === null) return;
    const wait = new AbortController();
    owner.current = userId;
    void resume(userId, wait.signal, dispatch, release);
    gone.current = false;
    return () => {
      gone.current = true;
      wait.abort();
      // While a message is on its way nobody may ask for it and conclude that it was never sent.
      if (!sending.current) letGo();
      dispatch({ type: "leave" });
    };
  }, [userId, letGo]);

  useEffect(() => {
    const waitMs = nextAskMs(flow);
    if (waitMs === undefined || (flow.step !== "checking" && flow.step !== "accepted")) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void ask(flow, stop.signal, dispatch), waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [flow]);

  const appear = useEffectEvent(() => void invalidate(client, spotEndpoints.coinOrders, walletEndpoints.walletBalance));
  const finish = useEffectEvent(() => {
    letGo();
    if (owner.current !== null) void forgetAttempt(owner.current);
    void invalidate(client, walletEndpoints.walletBalance, walletEndpoints.tradeRecord, spotEndpoints.coinOrders, spotEndpoints.coinOrder);
    onOutcome(flow);
  });
  const { step } = flow;
  useEffect(() => {
    if (step === "accepted") appear();
    if (outcomes.has(step)) finish();
  }, [step]);

  async function confirm() {
    const attempt = attemptOf(flow, crypto.randomUUID());
    if (!attempt || userId === null || sending.current) return;
    sending.current = true;
    try {
      release.current ??= await takeOrderLock(userId);
      setBusyElsewhere(release.current === null);
      if (release.current === null) return;
      await keepAttempt(userId, attempt);
      // Nothing may leave in the name of a session that ended between the tap and here.
      if (store.get(sessionAtom)?.id !== userId) {
        await forgetAttempt(userId);
        return;
      }
      dispatch({ type: "send", attempt });
      dispatch(await sendOnce(place.mutateAsync({ ...attempt.intent, client_order_id: attempt.id })));
    } finally {
      sending.current = false;
      if (gone.current) letGo();
    }
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
    confirm,
  };
}

/** Without an envelope the outcome is unknown; that is never a refusal. */
async function sendOnce(answer: Promise<CoinOrder>): Promise<OrderEvent> {
  try {
    return { type: "answered", order: await answer };
  } catch (error) {
    return error instanceof ApiError && error.status !== null ? { type: "refused", status: error.status } : { type: "lost" };
  }
}

async function ask(flow: Extract<OrderFlow, { step: "checking" | "accepted" }>, signal: AbortSignal, dispatch: (event: OrderEvent) => void): Promise<void> {
  const event = await question(flow, signal);
  if (!signal.aborted) dispatch(event);
}

async function question(flow: Extract<OrderFlow, { step: "checking" | "accepted" }>, signal: AbortSignal): Promise<OrderEvent> {
  const which = flow.step === "accepted" ? { id: flow.order.id } : { client_order_id: flow.attempt.id };
  try {
    return { type: "answered", order: await call(spotEndpoints.coinOrder, which, { signal, handles: [noSuchOrder] }) };
  } catch (error) {
    return error instanceof ApiError && error.status === noSuchOrder ? { type: "unknown" } : { type: "unreachable" };
  }
}

/** Waits for a tab that may still be sending, then asks for what an earlier life of this page left open. */
async function resume(userId: string, signal: AbortSignal, dispatch: (event: OrderEvent) => void, release: { current: ReleaseLock | null }): Promise<void> {
  if (!(await readAttempt(userId))) return;
  const lock = await waitForOrderLock(userId, signal);
  const attempt = await readAttempt(userId);
  if (signal.aborted || !lock || !attempt) return lock?.();
  release.current = lock;
  dispatch({ type: "resume", attempt });
}
