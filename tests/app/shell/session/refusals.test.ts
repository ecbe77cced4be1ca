import { i18n } from "@lingui/core";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { call } from "../../../../src/api/call.ts";
import { store } from "../../../../src/shell/app-context.ts";
import { connectCalls } from "../../../../src/shell/session/session-effects.ts";
import { clearToasts, toastsAtom } from "../../../../src/shell/toasts/toasts.ts";

/** A venue that refuses everything with one status. */
function refuseWith(status: number): void {
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/" });
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(JSON.stringify({ status, msg: "no", data: null }), {
        headers: { "content-type": "application/json" },
      }),
  );
}

const poll = () => call(marketEndpoints.mergedTickerRank, {}).catch(() => undefined);
const tap = () =>
  call(sessionEndpoints.sendCode, {
    account: "a@example.org",
    logintype: "email",
    scene: "reg",
  }).catch(() => undefined);

beforeAll(() => {
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  connectCalls();
  clearToasts(store);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a poll refused again and again says so once in five minutes", async () => {
  refuseWith(100010);
  for (let i = 0; i < 5; i++) await poll();
  expect(store.get(toastsAtom)).toHaveLength(1);
  clearToasts(store);
  await poll();
  expect(store.get(toastsAtom)).toHaveLength(0);
  vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
  await poll();
  expect(store.get(toastsAtom)).toHaveLength(1);
});

test("what a person asked for is said each time, and the same words stand there once", async () => {
  refuseWith(100006);
  await tap();
  clearToasts(store);
  await tap();
  await tap();
  expect(store.get(toastsAtom).map((toast) => [toast.id, toast.type])).toEqual([
    ["error-100006", "error"],
  ]);
});

test("rows that could not be read are reported, once", async () => {
  const answer = { status: 0, msg: "ok", data: [{ symbol: "btcusdt" }, { symbol: 7 }] };
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/" });
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } }),
  );
  for (let i = 0; i < 3; i++) expect(await call(marketEndpoints.mergedTickerRank, {})).toEqual([]);
  expect(store.get(toastsAtom)).toMatchObject([
    { type: "warning", description: expect.stringContaining("could not be read") },
  ]);
});
