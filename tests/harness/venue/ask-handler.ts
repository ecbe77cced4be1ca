import * as v from "valibot";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import type { Call, SessionUser } from "../../../venue/deps/handler.ts";
import type { Store } from "../../../venue/store/store.ts";

/** A user in good standing. */
export const alice: SessionUser = {
  id: "7",
  sessionId: "s1",
  hasDeviceKey: false,
  status: 0,
  tradeStatus: 1,
  withdrawStatus: 1,
  certStatus: 0,
  memo: "",
};

/**
 * Calls a handler as the API does: the request is validated by the endpoint, and the
 * answer too.
 */
export async function ask<E extends Endpoint>(
  row: E,
  handler: (call: Call<E>) => Promise<v.InferOutput<E["data"]>> | v.InferOutput<E["data"]>,
  input: v.InferInput<E["request"]>,
  options: { now: number; store?: Store; user?: SessionUser | null },
): Promise<v.InferOutput<E["data"]>> {
  const call = {
    request: v.parse(row.request, input),
    user: options.user ?? null,
    now: options.now,
    ip: "127.0.0.1",
    requestId: "test",
    command: (run) => {
      if (!options.store) throw new Error("this call was not to write");
      return options.store.command(run);
    },
  } as Call<E>;
  const answer = await handler(call);
  v.parse(row.data, answer);
  return answer;
}
