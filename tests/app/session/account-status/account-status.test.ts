import { QueryClient } from "@tanstack/react-query";
import { createStore } from "jotai";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../../src/api/api-error.ts";
import {
  followAccountStatus,
  learnFromRefusal,
} from "../../../../src/features/session/account-status/follow-account-status.ts";
import {
  accountStatusAtom,
  statusReasonAtom,
} from "../../../../src/features/session/account-status/account-status-atom.ts";
import { userInfoQuery } from "../../../../src/features/session/session-queries.ts";
import { sessionAtom, userAtom } from "../../../../src/features/session/session-atoms.ts";
import { accountStatusOf } from "../../../../src/features/session/account-status/account-status.ts";
import * as v from "valibot";
import { user as userSchema } from "#protocol/api/user.ts";

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
])("a user %o whom the venue last %s stands %s", (facts, answered, status) => {
  expect(accountStatusOf(facts && userWith(facts), answered)).toBe(status);
});

function stage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = createStore();
  store.set(sessionAtom, { id: "7", token: "t" });
  store.set(userAtom, userWith({ memo: "kept words" }));
  stop = followAccountStatus(client, store);
  const read = (
    answer: () => Promise<unknown>,
    key = "/api/wallet/getWalletBalance",
    isPrivate = true,
  ) =>
    client
      .fetchQuery({ queryKey: [key], queryFn: answer, meta: { private: isPrivate }, staleTime: 0 })
      .catch(() => undefined);
  const write = (status: number) => learnFromRefusal(client, store, { status, data: null });
  const refuse = (status: number | null, data?: unknown) => () =>
    Promise.reject(new ApiError("/api/wallet/getWalletBalance", "no", { status, data }));
  return { client, store, read, write, refuse };
}

test("a refused read blocks, with the operator's reason; the next that is served lifts it", async () => {
  const { store, read, refuse } = stage();
  await read(refuse(300001, { reason: " lost card " }));
  expect([store.get(accountStatusAtom), store.get(statusReasonAtom)]).toEqual([
    "blocked",
    "lost card",
  ]);
  await read(() => Promise.resolve({}));
  expect([store.get(accountStatusAtom), store.get(statusReasonAtom)]).toEqual([
    "normal",
    "kept words",
  ]);
});

test("a public read that succeeds lifts no block, and a network that fails neither blocks nor lifts", async () => {
  const { store, read, refuse } = stage();
  await read(refuse(null));
  expect(store.get(accountStatusAtom)).toBe("normal");
  await read(refuse(300001));
  await read(() => Promise.resolve({}), "/api/htx/getMergedTicker", false);
  await read(refuse(null));
  expect(store.get(accountStatusAtom)).toBe("blocked");
});

test("a refused write blocks too", () => {
  const { store, write } = stage();
  write(300001);
  expect(store.get(accountStatusAtom)).toBe("blocked");
});

test("a block belongs to its session", async () => {
  const { store, read, refuse } = stage();
  await read(refuse(300001));
  store.set(sessionAtom, { id: "8", token: "u" });
  store.set(userAtom, null);
  expect(store.get(accountStatusAtom)).toBe("normal");
  store.set(sessionAtom, null);
  expect(store.get(accountStatusAtom)).toBe("normal");
});

test("a 402 has the user read again, since it may have been frozen meanwhile", () => {
  const { client, write } = stage();
  client.setQueryData(userInfoQuery().queryKey, { player: userWith({}), certstatus: 0 });
  write(402);
  expect(client.getQueryState(userInfoQuery().queryKey)?.isInvalidated).toBe(true);
});
