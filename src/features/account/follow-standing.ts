import type {
  MutationCacheNotifyEvent,
  QueryCacheNotifyEvent,
  QueryClient,
} from "@tanstack/react-query";
import type { createStore } from "jotai";
import { ApiError } from "../../api/api-error.ts";
import { sessionEndpoints } from "#protocol/session.ts";
import { userInfoQuery } from "../session/queries.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { limitedStanding, reasonIn } from "../session/standing.ts";
import { answeredAtom } from "./standing-atom.ts";

const noPermission = 402;
/** Calls that are no session's own, whatever they answer. */
const visitorPaths: ReadonlySet<string> = new Set(
  Object.values(sessionEndpoints)
    .filter((row) => row.access === "visitor")
    .map((row) => row.path),
);

/**
 * Learns from every private call whether the account is blocked: `userInfo` itself answers 300001 then, so
 * the user's own `status` cannot tell. A 402, or a block that was lifted, has the user read anew. Answers
 * the way to stop.
 */
export function followStanding(
  client: QueryClient,
  store: ReturnType<typeof createStore>,
): () => void {
  function learn(as: "blocked" | "served", reason = ""): void {
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

  function failed(error: unknown): void {
    if (!(error instanceof ApiError) || visitorPaths.has(error.path)) return;
    if (error.status !== null && limitedStanding(error.status) === "blocked")
      learn("blocked", reasonIn(error.data));
    if (error.status === noPermission)
      void client.invalidateQueries({ queryKey: userInfoQuery().queryKey });
  }

  function read(event: QueryCacheNotifyEvent): void {
    if (event.type !== "updated" || event.query.meta?.["private"] !== true) return;
    if (event.action.type === "error") failed(event.action.error);
    if (event.action.type === "success" && !event.action.manual) learn("served");
  }

  function written(event: MutationCacheNotifyEvent): void {
    if (event.type === "updated" && event.action.type === "error") failed(event.action.error);
  }

  const stops = [
    client.getQueryCache().subscribe(read),
    client.getMutationCache().subscribe(written),
  ];
  return () => stops.forEach((stop) => stop());
}
