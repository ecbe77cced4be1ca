import * as v from "valibot";
import type { Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import type { Call, SessionUser } from "../../../venue/deps/handler.ts";
import { idempotent } from "../../../venue/ledger/idempotent.ts";
import type { Store } from "../../../venue/store/store.ts";

/** Somebody with nothing against them. */
export function userOf(id: number, facts: Partial<SessionUser> = {}): SessionUser {
  return {
    id: String(id),
    sessionId: `s${id}`,
    hasDeviceKey: false,
    status: 0,
    tradeStatus: 1,
    withdrawStatus: 1,
    certStatus: 0,
    memo: "",
    ...facts,
  };
}

/** Asks handlers as the door does, with the kept answer of calls that move money; answers are held against their row. */
export function createCaller(store: Store, clock: { now: () => number }) {
  return async function call<E extends Endpoint>(
    row: E,
    handler: (call: Call<E>) => Promise<v.InferOutput<E["data"]>> | v.InferOutput<E["data"]>,
    user: number | SessionUser,
    input: RequestOf<E>,
  ): Promise<v.InferOutput<E["data"]>> {
    const request = v.parse(row.request, input);
    const session = typeof user === "number" ? userOf(user) : user;
    const clientOrderId = v.is(v.object({ client_order_id: v.string() }), request)
      ? request.client_order_id
      : "";
    const now = clock.now();
    const once = {
      key: `${row.path}:${session.id}:${clientOrderId}`,
      requestHash: JSON.stringify(request),
      now,
    };
    const asked = {
      request,
      user: session,
      now,
      ip: "127.0.0.1",
      requestId: "test",
      command: (run) =>
        store.command((tx) => (row.movesMoney ? idempotent(tx, once, () => run(tx)) : run(tx))),
    } as Call<E>;
    return v.parse(row.data, await handler(asked));
  };
}
