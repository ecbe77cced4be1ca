import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useRef } from "react";
import * as v from "valibot";
import { secondsOrderEndpoints, type SecondsOrder } from "#protocol/seconds-order.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { useBusy } from "../../ui/use-busy.ts";
import { useOwnStream } from "../trading/use-own-stream.ts";
import { runningSecondsQuery, spoiltBySeconds } from "./running-queries.ts";
import { SettledWatch } from "./settled-watch.ts";

/** Ends that come within this time are dealt out together. */
const gatherMs = 250;
const notFound = 300014;

/**
 * Reads seconds contracts and balances anew when the stream says that they moved, and tells of contracts
 * that have ended: by the stream, or since they are gone from the list of running ones, also after a time
 * offline or a reload.
 */
export function useSettledResults(onEnded: (orders: readonly SecondsOrder[]) => void): void {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const { data: running, dataUpdatedAt } = useQuery({
    ...runningSecondsQuery(),
    enabled: userId !== null,
  });
  useBusy("seconds", (running?.list.length ?? 0) > 0);
  const watch = useRef<{ userId: string | null; of: SettledWatch } | null>(null);
  const gathered = useRef<SecondsOrder[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asking = useRef(new Set<string>());
  const told = useRef(onEnded);
  useEffect(() => {
    told.current = onEnded;
  }, [onEnded]);

  function watchOf(): SettledWatch {
    if (watch.current === null || watch.current.userId !== userId)
      watch.current = { userId, of: new SettledWatch() };
    return watch.current.of;
  }

  function take(order: SecondsOrder) {
    if (!watchOf().ended(order)) return;
    gathered.current.push(order);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      told.current(gathered.current.splice(0));
    }, gatherMs);
  }

  const ask = useEffectEvent((id: string) => {
    if (asking.current.has(id)) return;
    asking.current.add(id);
    const of = watchOf();
    call(secondsOrderEndpoints.secondOrder, { id }, { quiet: true, handles: [notFound] })
      .then(
        (order) => {
          // Somebody else may be here by now.
          if (watch.current?.of === of) take(order);
          void invalidate(client, ...spoiltBySeconds);
        },
        // What the network kept back is asked for again with the next list.
        (error: unknown) =>
          error instanceof ApiError && error.status === notFound && of.unknown(id),
      )
      .finally(() => asking.current.delete(id));
  });

  const look = useEffectEvent((list: readonly SecondsOrder[]) => watchOf().seen(list).forEach(ask));

  useOwnStream(
    "user.second",
    (data) => {
      const order = v.safeParse(secondsOrderEndpoints.secondOrder.data, data);
      if (order.success) take(order.output);
    },
    () => void invalidate(client, ...spoiltBySeconds),
  );

  // Also the device's copy: what ran when the page was left and does not any more has ended meanwhile.
  useEffect(() => {
    if (running) look(running.list);
  }, [running, dataUpdatedAt]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
