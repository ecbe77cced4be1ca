import { i18n } from "@lingui/core";
import { QueryClient } from "@tanstack/react-query";
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installCallHooks } from "../../../../src/api/call.ts";
import {
  confirmedFavouritesAtom,
  favouritesAtom,
  pendingFavouritesAtom,
  setFavourite,
  addFavouriteAfterLogin,
  favouriteAfterLoginAtom,
  favouriteFailureAtom,
} from "../../../../src/features/market/favourites/favourites.ts";
import { collectQuery } from "../../../../src/features/market/feed/market-queries.ts";
import { connectWrites } from "../../../../src/writes/write-context.ts";
import { sessionAtom } from "../../../../src/features/session/session-atoms.ts";
import { fixedStart } from "../../../harness/venue/fixed-source.ts";
import { startVenue } from "../../../harness/venue/memory-venue.ts";

type Meddle = (path: string, pass: () => Promise<Response>) => Promise<Response>;

/** Of the page's writer, which outlives the test that it was made in. */
const userListeners = new Set<() => void>();

/** A logged-in user of the real venue; `meddle` stands on the line between. */
async function stage(meddle: Meddle = (_path, pass) => pass()) {
  const venue = await startVenue();
  const { session } = await venue.user();
  const store = createStore();
  store.set(sessionAtom, session);
  store.sub(sessionAtom, () => userListeners.forEach((listener) => listener()));
  connectWrites({
    userId: () => store.get(sessionAtom)?.id ?? null,
    onUserChange: (listener) => (userListeners.add(listener), () => userListeners.delete(listener)),
    invalidate: () => Promise.resolve(),
    refused: () => {},
  });
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
    held: () => store.get(confirmedFavouritesAtom),
    trouble: () => store.get(favouriteFailureAtom),
  };
}

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  // Signatures need the venue's time, which stands still.
  vi.useFakeTimers({ toFake: ["Date"], now: fixedStart });
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a favourite shows at once, is sent to the venue, and the list is read again", async () => {
  const { store, client, asked, shown, held, trouble } = await stage();
  const done = setFavourite(store, client, "btcusdt", true);
  expect([shown(), held()]).toEqual([["btcusdt"], []]);
  await done;
  expect([asked, shown(), held(), trouble(), store.get(pendingFavouritesAtom).size]).toEqual([
    ["setCollect", "getCollect"],
    ["btcusdt"],
    ["btcusdt"],
    null,
    0,
  ]);
  await setFavourite(store, client, "btcusdt", false);
  expect([shown(), held()]).toEqual([[], []]);
});

test("two favourites at once: the answer to one does not remove the other", async () => {
  const { store, client, shown, held } = await stage();
  const both = [
    setFavourite(store, client, "btcusdt", true),
    setFavourite(store, client, "dogeusdt", true),
  ];
  expect(shown()).toEqual(["btcusdt", "dogeusdt"]);
  await both[0];
  expect(shown()).toContain("dogeusdt");
  await both[1];
  expect(held().toSorted()).toEqual(["btcusdt", "dogeusdt"]);
});

test("taps while the first is on its way: each shows at once, the last one wins", async () => {
  const { store, client, shown, held, asked } = await stage();
  const done = setFavourite(store, client, "btcusdt", true);
  void setFavourite(store, client, "btcusdt", false);
  expect(shown()).toEqual([]);
  await done;
  expect([shown(), held(), asked.filter((path) => path === "setCollect").length]).toEqual([
    [],
    [],
    2,
  ]);
});

test("a refused change is undone with its reason; an undelivered one, too", async () => {
  const { store, client, shown, trouble } = await stage((path, pass) =>
    path === "setCollect" && isLost ? Promise.reject(new TypeError("Failed to fetch")) : pass(),
  );
  let isLost = false;
  const refused = setFavourite(store, client, "nosuchusdt", true);
  expect(shown()).toEqual(["nosuchusdt"]);
  await refused;
  expect([shown(), trouble()]).toEqual([
    [],
    { symbol: "nosuchusdt", favourite: true, status: 300018 },
  ]);
  isLost = true;
  await setFavourite(store, client, "btcusdt", true);
  expect([shown(), trouble()]).toEqual([[], { symbol: "btcusdt", favourite: true, status: null }]);
}, 20_000);

test("without a connection a change is undone at once, and nothing is sent", async () => {
  const { store, client, asked, shown, trouble } = await stage();
  vi.stubGlobal("navigator", { onLine: false });
  await setFavourite(store, client, "btcusdt", true);
  expect([asked.includes("setCollect"), shown(), trouble()]).toEqual([
    false,
    [],
    { symbol: "btcusdt", favourite: true, status: null },
  ]);
});

test("where the venue cannot be asked either it goes back with a word, and shows once it is known to be made", async () => {
  let isAway = true;
  const { store, client, asked, shown, trouble } = await stage(async (path, pass) => {
    const answer = path === "setCollect" || !isAway ? await pass() : undefined;
    if (isAway || !answer) throw new TypeError("Failed to fetch");
    return answer;
  });
  await setFavourite(store, client, "btcusdt", true);
  expect([shown(), trouble()]).toEqual([[], { symbol: "btcusdt", favourite: true, status: null }]);
  isAway = false;
  await expect.poll(shown).toEqual(["btcusdt"]);
  expect(asked.filter((path) => path === "setCollect")).toHaveLength(1);
}, 60_000);

test("a lost answer is no failure: the list shows that the change was made", async () => {
  const { store, client, shown, trouble } = await stage(async (path, pass) => {
    const answer = await pass();
    if (path === "setCollect") throw new TypeError("Failed to fetch");
    return answer;
  });
  await setFavourite(store, client, "btcusdt", true);
  expect([shown(), trouble()]).toEqual([["btcusdt"], null]);
});

test("a pending change ends with the session and does not reach the next user", async () => {
  let leave = () => {};
  const { store, client, shown, held } = await stage(async (path, pass) => {
    const answer = await pass();
    if (path === "setCollect") leave();
    return answer;
  });
  leave = () => store.set(sessionAtom, null);
  await setFavourite(store, client, "btcusdt", true);
  expect([shown(), held(), store.get(pendingFavouritesAtom).size]).toEqual([[], [], 0]);
});

test("a visitor's favourite is added after the log-in, once, and not after a long time", async () => {
  const { store, client, held, asked } = await stage();
  const now = Date.now();
  store.set(favouriteAfterLoginAtom, { symbol: "btcusdt", at: now - 60_000 });
  await addFavouriteAfterLogin(store, client, now);
  expect(held()).toEqual(["btcusdt"]);
  asked.length = 0;
  await addFavouriteAfterLogin(store, client, now);
  store.set(favouriteAfterLoginAtom, { symbol: "dogeusdt", at: now - 11 * 60_000 });
  await addFavouriteAfterLogin(store, client, now);
  expect([asked, held()]).toEqual([[], ["btcusdt"]]);
});

test("a list that was asked for before the change does not undo it", async () => {
  const early = Promise.withResolvers<void>();
  let reads = 0;
  const { store, client, shown, held } = await stage(async (path, pass) => {
    if (path !== "getCollect" || reads++ > 0) return pass();
    const old = await pass();
    await early.promise;
    return old;
  });
  const read = client.fetchQuery(collectQuery()).catch(() => undefined);
  await vi.waitFor(() => expect(reads).toBe(1));
  const done = setFavourite(store, client, "btcusdt", true);
  setTimeout(early.resolve, 50);
  await done;
  expect([shown(), held()]).toEqual([["btcusdt"], ["btcusdt"]]);
  await read;
  expect(client.getQueryData(collectQuery().queryKey)).toEqual(["btcusdt"]);
});
