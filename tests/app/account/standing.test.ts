import { QueryClient } from "@tanstack/react-query";
import { createStore } from "jotai";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../src/api/api-error.ts";
import { followStanding } from "../../../src/features/account/follow-standing.ts";
import { standingAtom, standingReasonAtom } from "../../../src/features/account/standing-atom.ts";
import { userInfoQuery } from "../../../src/features/session/queries.ts";
import { sessionAtom, userAtom } from "../../../src/features/session/session-atoms.ts";
import { standingOf } from "../../../src/features/session/standing.ts";
import * as v from "valibot";
import { user as userSchema } from "#protocol/user.ts";

let stop = () => {};
afterEach(() => stop());

const userWith = (facts: object) => v.parse(userSchema, { id: "7", ...facts });

test.each<[object | null, "blocked" | "served" | undefined, string]>([
  [{ status: 0, trade_status: 1 }, undefined, "normal"],
  [{ status: 1 }, "served", "frozen"],
  [{ status: "1", trade_status: 0 }, "served", "frozen"],
  [{ status: 2 }, undefined, "blocked"],
  [{ status: 2 }, "served", "normal"],
  [{ status: 0 }, "blocked", "blocked"],
  [null, "blocked", "blocked"],
  [{ status: 3 }, "blocked", "prohibited"],
  [{ status: 0, trade_status: 0 }, "served", "closing-only"],
  [{ status: null, trade_status: null }, undefined, "normal"],
])("a user %o whom the venue last %s stands %s", (facts, answered, standing) => {
  expect(standingOf(facts && userWith(facts), answered)).toBe(standing);
});

function stage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = createStore();
  store.set(sessionAtom, { id: "7", token: "t" });
  store.set(userAtom, userWith({ memo: "kept words" }));
  stop = followStanding(client, store);
  const read = (
    answer: () => Promise<unknown>,
    key = "/api/wallet/getWalletBalance",
    isPrivate = true,
  ) =>
    client
      .fetchQuery({ queryKey: [key], queryFn: answer, meta: { private: isPrivate }, staleTime: 0 })
      .catch(() => undefined);
  const write = (path: string, status: number) =>
    client
      .getMutationCache()
      .build(client, {
        mutationFn: () => Promise.reject(new ApiError(path, "no", { status })),
        networkMode: "always",
      })
      .execute(undefined)
      .catch(() => undefined);
  const refuse = (status: number | null, data?: unknown) => () =>
    Promise.reject(new ApiError("/api/wallet/getWalletBalance", "no", { status, data }));
  return { client, store, read, write, refuse };
}

test("a refused read blocks, with the operator's reason; the next that is served lifts it", async () => {
  const { store, read, refuse } = stage();
  await read(refuse(300001, { reason: " lost card " }));
  expect([store.get(standingAtom), store.get(standingReasonAtom)]).toEqual([
    "blocked",
    "lost card",
  ]);
  await read(() => Promise.resolve({}));
  expect([store.get(standingAtom), store.get(standingReasonAtom)]).toEqual([
    "normal",
    "kept words",
  ]);
});

test("a public read that succeeds lifts no block, and a network that fails neither blocks nor lifts", async () => {
  const { store, read, refuse } = stage();
  await read(refuse(null));
  expect(store.get(standingAtom)).toBe("normal");
  await read(refuse(300001));
  await read(() => Promise.resolve({}), "/api/htx/getMergedTicker", false);
  await read(refuse(null));
  expect(store.get(standingAtom)).toBe("blocked");
});

test("a refused write blocks too; the login of another account does not", async () => {
  const { store, write } = stage();
  await write("/api/auth/login", 300001);
  expect(store.get(standingAtom)).toBe("normal");
  await write("/api/coin/placeOrder", 300001);
  expect(store.get(standingAtom)).toBe("blocked");
});

test("a block belongs to its session", async () => {
  const { store, read, refuse } = stage();
  await read(refuse(300001));
  store.set(sessionAtom, { id: "8", token: "u" });
  store.set(userAtom, null);
  expect(store.get(standingAtom)).toBe("normal");
  store.set(sessionAtom, null);
  expect(store.get(standingAtom)).toBe("normal");
});

test("a 402 has the user read anew, since it may have been frozen meanwhile", async () => {
  const { client, write } = stage();
  client.setQueryData(userInfoQuery().queryKey, { player: userWith({}), certstatus: 0 });
  await write("/api/account/setPass", 402);
  expect(client.getQueryState(userInfoQuery().queryKey)?.isInvalidated).toBe(true);
});
