import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countriesAtom, contactsAtom, currenciesAtom, platformAtom } from "../../src/features/platform/platform-atoms.ts";
import { offeredCountries } from "../../src/features/platform/countries.ts";
import { parseContacts } from "../../src/features/platform/contacts.ts";
import { collectsAtom } from "../../src/features/market/collects-atom.ts";
import { marketStore } from "../../src/features/market/market-store.ts";
import { sessionAtom, userAtom } from "../../src/features/session/session-atoms.ts";
import { walletAtom } from "../../src/features/wallet/wallet-atoms.ts";
import { queryClient, store } from "../../src/shell/app-context.ts";
import { initializedAtom } from "../../src/shell/initialized.ts";
import { connectCalls } from "../../src/shell/session-effects.ts";
import { startUp } from "../../src/startup.ts";
import { fixedStart } from "../harness/fixed-source.ts";
import { startVenue } from "../harness/venue.ts";

const realTimeout = setTimeout;

interface Called {
  at: number;
  path: string;
}

/** Runs the startup against the real venue with timers wound by hand; `fails` answers no path it names. */
async function run(options: { session?: boolean; cookie?: string; fails?: RegExp } = {}) {
  const venue = await startVenue({ settings: { contacts: [{ name: "Help", type: "link", url: "https://help.example", icon: "" }] } });
  const called: Called[] = [];
  const client = options.session ? await venue.user() : null;
  store.set(sessionAtom, client?.session ?? null);
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/", protocol: "http:" });
  vi.stubGlobal("document", { cookie: options.cookie ?? "", documentElement: { lang: "", dataset: {} } });
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request = typeof input === "string" ? new Request(new URL(input, "http://venue.test")) : input;
    const path = new URL(request.url).pathname;
    called.push({ at: Date.now(), path });
    if (options.fails?.test(path)) throw new TypeError("Failed to fetch");
    return venue.venue.fetch(request, { ip: "198.51.100.4" });
  });
  store.set(initializedAtom, false);
  const began = Date.now();
  const running = startUp();
  while (!store.get(initializedAtom)) {
    await vi.advanceTimersByTimeAsync(10);
    // Real work (the database, a language's chunk) runs beside the fake timers.
    await new Promise((done) => realTimeout(done, 1));
  }
  await running;
  return { called: called.map((call) => ({ ...call, at: call.at - began })), endedAt: Date.now() - began, client };
}

beforeEach(() => {
  // Signatures need the venue's time; the harness's clock stands still at its own start.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: fixedStart });
  connectCalls();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  store.set(initializedAtom, false);
  store.set(sessionAtom, null);
});

describe("the startup sequence", () => {
  test("a visitor: config, 500 ms, three calls together, currencies and rank, 100 ms, initialized", async () => {
    const { called, endedAt } = await run();
    expect(called[0]).toMatchObject({ path: "/config.json", at: 0 });
    const paths = called.map((call) => call.path);
    expect(paths.slice(1, 4).toSorted()).toEqual(["/api/auth/language", "/api/auth/platBase", "/api/auth/view"]);
    expect(Math.min(...called.slice(1, 4).map((call) => call.at))).toBeGreaterThanOrEqual(500);
    expect(paths.slice(4).toSorted()).toEqual(["/api/auth/getCurrencyConf", "/api/htx/getMergedTickerRank"]);
    expect(endedAt - Math.max(...called.map((call) => call.at))).toBeGreaterThanOrEqual(100);
    expect([store.get(platformAtom)?.base.name, store.get(countriesAtom)[0]?.isdefault, store.get(currenciesAtom).length > 1]).toEqual(["Godwit", 1, true]);
    expect([store.get(contactsAtom).map(({ name }) => name), marketStore.symbols().length > 0]).toEqual([["Help"], true]);
  });

  test("an authorized user additionally loads wallet, collects and user, after the currencies", async () => {
    const { called, client } = await run({ session: true });
    expect(called.slice(6).map((call) => call.path).toSorted()).toEqual(["/api/account/userInfo", "/api/htx/getCollect", "/api/wallet/getWalletBalance"]);
    expect(store.get(userAtom)?.id).toBe(client?.session?.id);
    expect(store.get(walletAtom)?.balances.find((entry) => entry.flag === "USDT")?.balance).toBe(10_000);
    expect(store.get(collectsAtom)).toEqual([]);
  });

  test("a failed config is silent, and a dead network still ends in an initialized app", async () => {
    const { called } = await run({ fails: /./ });
    expect(store.get(initializedAtom)).toBe(true);
    expect(called.length).toBeGreaterThanOrEqual(6);
  });

  test("the default country's language is taken only without a saved one", async () => {
    await run();
    expect(document.documentElement.lang).toBe("en-US");
    await run({ cookie: "i18n_redirected=fr-FR" });
    expect(document.documentElement.lang).toBe("");
  });
});

describe("contacts", () => {
  test("anything that is not a JSON list is an empty list", () => {
    expect(["", "{", "null", "{}", '"x"', undefined].map(parseContacts)).toEqual([[], [], [], [], [], []]);
  });

  test("only addresses that can be followed safely are kept", () => {
    const list = JSON.stringify([
      { name: "a", url: "https://a.example" }, { name: "b", url: "javascript:alert(1)" }, { name: "c", url: "mailto:c@c.example" }, { url: "https://nameless.example" },
      { name: "d", url: "data:text/html,x" }, { name: "e", url: "tel:+331" }, 7,
    ]);
    expect(parseContacts(list).map((contact) => contact.name)).toEqual(["a", "c", "e"]);
  });
});

test("only countries with status 1 are offered, the default first", () => {
  const country = (title: string, status: number, isdefault: number) => ({ title, status, isdefault, code: "en_US", iconurl: "", name: "", phone_code: "" });
  expect(offeredCountries([country("A", 1, 0), country("B", 0, 1), country("C", 1, 1), country("D", 2, 0)]).map((offered) => offered.title)).toEqual(["C", "A"]);
});
