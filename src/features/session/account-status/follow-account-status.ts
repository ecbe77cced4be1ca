import type { QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import * as codes from "#protocol/wire/error-codes.ts";
import { ApiError } from "../../../api/api-error.ts";
import { userInfoQuery } from "../session-queries.ts";
import { sessionAtom } from "../session-atoms.ts";
import { limitedStatus, reasonIn } from "./account-status.ts";
import { answeredAtom } from "./account-status-atom.ts";

type Store = ReturnType<typeof createStore>;

/**
 * Learns from every private read whether the account is blocked: `userInfo` itself then answers accountBlocked, so
 * the `status` of the user does not show it. When a block was lifted, the user is read again. Answers the function
 * that stops it.
 */
export function followAccountStatus(client: QueryClient, store: Store): () => void {
  return client.getQueryCache().subscribe((event: QueryCacheNotifyEvent) => {
    if (event.type !== "updated" || event.query.meta?.["private"] !== true) return;
    const { action } = event;
    if (action.type === "error" && action.error instanceof ApiError)
      learnFromRefusal(client, store, action.error);
    if (action.type === "success" && !action.manual) learn(client, store, "served");
  });
}

/** Learns the same from a refusal of a read or a write. After a notPermitted the user is read again. */
export function learnFromRefusal(
  client: QueryClient,
  store: Store,
  { status, data }: { status: number | null; data: unknown },
): void {
  if (status !== null && limitedStatus(status) === "blocked")
    learn(client, store, "blocked", reasonIn(data));
  if (status === codes.notPermitted)
    void client.invalidateQueries({ queryKey: userInfoQuery().queryKey });
}

function learn(client: QueryClient, store: Store, as: "blocked" | "served", reason = ""): void {
  const token = store.get(sessionAtom)?.token;
  const before = store.get(answeredAtom);
  if (
    token === undefined ||
    (before?.token === token && before.as === as && before.reason === reason)
  )
    return;
  store.set(answeredAtom, { token, as, reason });
  if (before?.token === token && as === "served")
    void client.invalidateQueries({ queryKey: userInfoQuery().queryKey });
}
