import { mutationOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import type { DataOf, Endpoint, RequestOf } from "#protocol/endpoint.ts";
import { keptAnswer } from "../storage/kept-queries.ts";
import { call, type CallOptions } from "./call.ts";
import type { ApiError } from "./api-error.ts";

/** Key of a read: its path and its request, so that a word's rows are the only place where keys are made. */
export function keyOf<E extends Endpoint>(endpoint: E, request?: RequestOf<E>): readonly unknown[] {
  return request === undefined ? [endpoint.path] : [endpoint.path, request];
}

/** Query options of a GET of the contract; they begin with what this device kept of it. */
export function read<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: Omit<CallOptions, "signal"> = {},
) {
  return queryOptions<DataOf<E>, ApiError>({
    queryKey: keyOf(endpoint, request),
    queryFn: ({ signal }) => call(endpoint, request, { ...options, signal }),
    ...keptAnswer<DataOf<E>>(
      keyOf(endpoint, request),
      endpoint.data as v.GenericSchema<unknown, DataOf<E>>,
      endpoint.access === "user",
    ),
    meta: { private: endpoint.access === "user" },
  });
}

/** The form of an endless list as the cache holds it: its pages, and the numbers they were asked for by. */
export function pagesOf<E extends Endpoint>(endpoint: E) {
  return v.object({
    pages: v.array(endpoint.data as v.GenericSchema<unknown, DataOf<E>>),
    pageParams: v.array(v.number()),
  });
}

/** Mutation options of a POST of the contract. */
export function send<E extends Endpoint>(endpoint: E, options: Omit<CallOptions, "signal"> = {}) {
  return unrepeated<E, DataOf<E>>(endpoint, (request) => call(endpoint, request, options));
}

/**
 * Mutation options of what is done by a POST of the contract. Never retried and never held for later: an order
 * tapped in a tunnel must not fill minutes later at another price.
 */
export function unrepeated<E extends Endpoint, Answer>(
  endpoint: E,
  perform: (request: RequestOf<E>) => Promise<Answer>,
) {
  return mutationOptions<Answer, ApiError, RequestOf<E>>({
    mutationKey: [endpoint.path],
    mutationFn: perform,
    networkMode: "always",
    retry: false,
    gcTime: 0,
  });
}

/** Marks what a write has spoilt. */
export async function invalidate(
  client: QueryClient,
  ...endpoints: readonly Endpoint[]
): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}
