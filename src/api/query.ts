import { mutationOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import type { DataOf, Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import { persistedAnswer } from "../storage/persisted-queries.ts";
import { call, type CallOptions } from "./call.ts";
import type { ApiError } from "./api-error.ts";

/** Key of a read: its path and its request. Keys are made here only. */
export function keyOf<E extends Endpoint>(endpoint: E, request?: RequestOf<E>): readonly unknown[] {
  return request === undefined ? [endpoint.path] : [endpoint.path, request];
}

/** Query options of a GET; they begin with the answer that this device has stored. */
export function read<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: Omit<CallOptions, "signal"> = {},
) {
  return queryOptions<DataOf<E>, ApiError>({
    queryKey: keyOf(endpoint, request),
    queryFn: ({ signal }) => call(endpoint, request, { ...options, signal }),
    ...persistedAnswer<DataOf<E>>(
      keyOf(endpoint, request),
      endpoint.data,
      endpoint.access === "user",
    ),
    meta: { private: endpoint.access === "user" },
  });
}

/** Schema of an endless list in the cache: its pages, and their page numbers. */
export function pagesOf<E extends Endpoint>(endpoint: E) {
  return v.object({
    pages: v.array(endpoint.data as v.GenericSchema<unknown, DataOf<E>>),
    pageParams: v.array(v.number()),
  });
}

/** Mutation options of a POST. */
export function send<E extends Endpoint>(endpoint: E, options: Omit<CallOptions, "signal"> = {}) {
  return unrepeated<E, DataOf<E>>(endpoint, (request) => call(endpoint, request, options));
}

/**
 * Mutation options of a function that sends a POST. It is never retried and never paused: an order tapped in a
 * tunnel must not fill minutes later at another price.
 */
export function unrepeated<E extends Endpoint, Answer>(
  endpoint: E,
  perform: (request: RequestOf<E>, client: QueryClient) => Promise<Answer>,
) {
  return mutationOptions<Answer, ApiError, RequestOf<E>>({
    mutationKey: [endpoint.path],
    mutationFn: (request, { client }) => perform(request, client),
    networkMode: "always",
    retry: false,
    gcTime: 0,
  });
}

/** Invalidates the reads that a write has changed. */
export async function invalidate(
  client: QueryClient,
  ...endpoints: readonly Endpoint[]
): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}
