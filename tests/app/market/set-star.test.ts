import { i18n } from "@lingui/core";
import { QueryClient } from "@tanstack/react-query";
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installCallHooks } from "../../../src/api/call.ts";
import {
  collectsAtom,
  favouritesAtom,
  starAfterLoginAtom,
  starTroubleAtom,
  starWishesAtom,
} from "../../../src/features/market/collects-atom.ts";
import { setStar, starAfterLogin } from "../../../src/features/market/set-star.ts";
import { sessionAtom } from "../../../src/features/session/session-atoms.ts";
import { fixedStart } from "../../harness/fixed-source.ts";
import { startVenue } from "../../harness/venue.ts";

type Meddle = (path: string, pass: () => Promise<Response>) => Promise<Response>;

/** A logged-in user of the real venue; `meddle` stands on the line between. */
async function stage(meddle: Meddle = (_path, pass) => pass()) {
  const venue = await startVenue();
  const { session } = await venue.user();
  const store = createStore();
  store.set(sessionAtom, session);
  installCallHooks({
    session: () => store.get(sessionAtom),
    countInFlight: () => {},
    refused: () => {},
  });
  const asked: string[] = [];
  vi.stubGlobal("location", {
    origin: "http://venue.test",
    href: "http://venue.test/",
    protocol: "http:",
  });
  vi.stubGlobal("fetch", (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/htx/", "");
    asked.push(path);
    return meddle(path, async () => venue.venue.fetch(request, { ip: "198.51.100.4" }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    store,
    client,
    asked,
    shown: () => store.get(favouritesAtom),
    held: () => store.get(collectsAtom),
    trouble: () => store.get(starTroubleAtom),
  };
}

beforeEach(() => {
  // Signatures need the venue's time, which stands still.
  vi.useFakeTimers({ toFake: ["Date"], now: fixedStart });
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a star shows at once, is told to the venue, and the list is asked for anew", async () => {
  const { store, client, asked, shown, held, trouble } = await stage();
  const done = setStar(store, client, "btcusdt", true);
  expect([shown(), held()]).toEqual([["btcusdt"], []]);
  await done;
  expect([asked, shown(), held(), trouble(), store.get(starWishesAtom).size]).toEqual([
    ["setCollect", "getCollect"],
    ["btcusdt"],
    ["btcusdt"],
    null,
    0,
  ]);
  await setStar(store, client, "btcusdt", false);
  expect([shown(), held()]).toEqual([[], []]);
});

test("two stars at once: the answer to one does not take the other away", async () => {
  const { store, client, shown, held } = await stage();
  const both = [setStar(store, client, "btcusdt", true), setStar(store, client, "dogeusdt", true)];
  expect(shown()).toEqual(["btcusdt", "dogeusdt"]);
  await both[0];
  expect(shown()).toContain("dogeusdt");
  await both[1];
  expect(held().toSorted()).toEqual(["btcusdt", "dogeusdt"]);
});

test("taps while the first is on its way: each shows at once, the last one wins", async () => {
  const { store, client, shown, held, asked } = await stage();
  const done = setStar(store, client, "btcusdt", true);
  void setStar(store, client, "btcusdt", false);
  expect(shown()).toEqual([]);
  await done;
  expect([shown(), held(), asked.filter((path) => path === "setCollect").length]).toEqual([
    [],
    [],
    2,
  ]);
});

test("what the venue refuses goes back, with its reason; what does not reach it too", async () => {
  const { store, client, shown, trouble } = await stage((path, pass) =>
    path === "setCollect" && !offline ? pass() : Promise.reject(new TypeError("Failed to fetch")),
  );
  let offline = false;
  const refused = setStar(store, client, "nosuchusdt", true);
  expect(shown()).toEqual(["nosuchusdt"]);
  await refused;
  expect([shown(), trouble()]).toEqual([
    [],
    { symbol: "nosuchusdt", starred: true, status: 300018 },
  ]);
  offline = true;
  await setStar(store, client, "btcusdt", true);
  expect([shown(), trouble()]).toEqual([[], { symbol: "btcusdt", starred: true, status: null }]);
}, 20_000);

test("an answer lost on its way back is no failure: the list says that it was done", async () => {
  const { store, client, shown, trouble } = await stage(async (path, pass) => {
    const answer = await pass();
    if (path === "setCollect") throw new TypeError("Failed to fetch");
    return answer;
  });
  await setStar(store, client, "btcusdt", true);
  expect([shown(), trouble()]).toEqual([["btcusdt"], null]);
});

test("whoever leaves takes the wish along: nothing of it reaches the next user", async () => {
  let leave = () => {};
  const { store, client, shown, held } = await stage(async (path, pass) => {
    const answer = await pass();
    if (path === "setCollect") leave();
    return answer;
  });
  leave = () => store.set(sessionAtom, null);
  await setStar(store, client, "btcusdt", true);
  expect([shown(), held(), store.get(starWishesAtom).size]).toEqual([[], [], 0]);
});

test("a visitor's star is set after the log-in, once, and not when that took the day", async () => {
  const { store, client, held, asked } = await stage();
  const now = Date.now();
  store.set(starAfterLoginAtom, { symbol: "btcusdt", at: now - 60_000 });
  await starAfterLogin(store, client, now);
  expect(held()).toEqual(["btcusdt"]);
  asked.length = 0;
  await starAfterLogin(store, client, now);
  store.set(starAfterLoginAtom, { symbol: "dogeusdt", at: now - 11 * 60_000 });
  await starAfterLogin(store, client, now);
  expect([asked, held()]).toEqual([[], ["btcusdt"]]);
});
