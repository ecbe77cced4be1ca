import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useRef } from "react";
import * as v from "valibot";
import {
  type SecondsOrder,
  secondsOrderEndpoints,
  secondsStatus,
} from "#protocol/api/seconds-order.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/query.ts";
import { useBusy } from "../../../ui/actions/use-busy-flag.ts";
import { sessionAtom } from "../../session/session-atoms.ts";
import { useOwnStream } from "../../trade/own-orders/use-own-stream.ts";
import { invalidatedBySeconds, runningSecondsQuery } from "../figures/seconds-queries.ts";

/** Ends within this time are reported together. */
const gatherMs = 250;

/**
 * Reads seconds contracts and balances again when the stream reports a change, and reports contracts that
 * have ended: by the stream, or because they left the list of running ones, also after a reload or offline.
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
  const report = useRef(onEnded);
  useEffect(() => {
    report.current = onEnded;
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
      report.current(gathered.current.splice(0));
    }, gatherMs);
  }

  const ask = useEffectEvent((id: string) => {
    if (asking.current.has(id)) return;
    asking.current.add(id);
    const of = watchOf();
    call(secondsOrderEndpoints.secondOrder, { id }, { quiet: true, handles: [codes.noSuchOrder] })
      .then(
        (order) => {
          // Another user may be logged in by now.
          if (watch.current?.of === of) take(order);
          void invalidate(client, ...invalidatedBySeconds);
        },
        // After a network failure the next list asks again.
        (error: unknown) =>
          error instanceof ApiError && error.status === codes.noSuchOrder && of.unknown(id),
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
    () => void invalidate(client, ...invalidatedBySeconds),
  );

  // The stored list counts too: a contract that ran when the page was left may have ended since.
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

/**
 * Detects which contracts have ended since they were seen running, by the stream or because they left the
 * list of running ones. Each end is reported once.
 */
export class SettledWatch {
  readonly #awaited = new Set<string>();
  readonly #reported = new Set<string>();

  /** Adds a list of running contracts. Returns the ids that left it, whose outcome has to be read. */
  seen(running: readonly Pick<SecondsOrder, "id">[]): string[] {
    const ids = new Set(running.map(({ id }) => id));
    for (const id of ids) if (!this.#reported.has(id)) this.#awaited.add(id);
    return [...this.#awaited].filter((id) => !ids.has(id));
  }

  /** Adds a contract from the venue. Returns whether its end is new. */
  ended(order: Pick<SecondsOrder, "id" | "status">): boolean {
    if (order.status !== secondsStatus.closed) return false;
    this.#awaited.delete(order.id);
    if (this.#reported.has(order.id)) return false;
    this.#reported.add(order.id);
    return true;
  }

  /** Forgets a contract that the venue does not know. */
  unknown(id: string): void {
    this.#awaited.delete(id);
  }
}
