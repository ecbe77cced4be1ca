import { i18n } from "@lingui/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  contactsAtom,
  countriesAtom,
  currenciesAtom,
  defaultLocaleAtom,
  offeredCountries,
  platformAtom,
} from "../../src/features/platform/platform-atoms.ts";
import { parseContacts } from "../../src/features/platform/contacts.ts";
import { confirmedFavouritesAtom } from "../../src/features/market/favourites/favourites.ts";
import { marketStore } from "../../src/features/market/feed/market-store.ts";
import { sessionAtom, userAtom } from "../../src/features/session/session-atoms.ts";
import { walletAtom } from "../../src/features/wallet/assets/wallet-atoms.ts";
import { initializedAtom, queryClient, store } from "../../src/shell/app-context.ts";
import { toastsAtom } from "../../src/shell/toasts/toasts.ts";
import { connectCalls } from "../../src/shell/session/session-effects.ts";
import { startAgain, startUp } from "../../src/startup.ts";
import { stubWindowEvents } from "../harness/window-events.ts";
import { fixedStart } from "../harness/venue/fixed-source.ts";
import { startVenue } from "../harness/venue/memory-venue.ts";

const realTimeout = setTimeout;

interface Called {
  at: number;
  path: string;
  query: string;
  body: string;
}

/** A document that takes cookies as lines, newest last. */
function pageWith(cookie: string) {
  const written: string[] = [];
  return {
    written,
    documentElement: { lang: "", dir: "", dataset: {} },
    get cookie() {
      return [cookie, ...written.map((line) => line.split(";")[0] ?? "")]
        .filter((pair) => pair !== "")
        .join("; ");
    },
    set cookie(line: string) {
      written.push(line);
    },
  };
}

/** Runs the startup against the real venue with fake timers; the paths in `fails` get no answer. */
async function run(
  options: {
    session?: boolean;
    cookie?: string;
    fails?: Pick<RegExp, "test">;
    slow?: Record<string, number>;
    answers?: Record<string, unknown>;
    meanwhile?: () => void;
  } = {},
) {
  const venue = await startVenue({
    settings: { contacts: [{ name: "Help", type: "link", url: "https://help.example", icon: "" }] },
  });
  const called: Called[] = [];
  const client = options.session ? await venue.user() : null;
  store.set(sessionAtom, client?.session ?? null);
  vi.stubGlobal("location", {
    origin: "http://venue.test",
    href: "http://venue.test/",
    protocol: "http:",
  });
  const page = pageWith(options.cookie ?? "");
  vi.stubGlobal("document", page);
  const window = stubWindowEvents();
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request =
      typeof input === "string" ? new Request(new URL(input, "http://venue.test")) : input;
    const path = new URL(request.url).pathname;
    called.push({
      at: Date.now(),
      path,
      query: new URL(request.url).search,
      body: await request.clone().text(),
    });
    const slow = options.slow?.[path];
    if (slow !== undefined) await new Promise((done) => setTimeout(done, slow));
    if (path === "/api/auth/language") options.meanwhile?.();
    if (options.answers && path in options.answers) return Response.json(options.answers[path]);
    if (options.fails?.test(path)) throw new TypeError("Failed to fetch");
    return venue.venue.fetch(request, { ip: "198.51.100.4" });
  });
  store.set(initializedAtom, false);
  const began = Date.now();
  const running = startUp();
  await passUntil(() => store.get(initializedAtom));
  await running;
  return {
    called: called.map((call) => ({ ...call, at: call.at - began })),
    /** Each call until now. */
    pathsUntilNow: () => pathsOf(called),
    goOnline: () => window.dispatchEvent(new Event("online")),
    endedAt: Date.now() - began,
    client,
    venue,
    page,
  };
}

/** Lets the time of the page pass until something is so, a minute at most. */
async function passUntil(isSo: () => boolean): Promise<void> {
  for (let ms = 0; !isSo() && ms < 60_000; ms += 10) {
    await vi.advanceTimersByTimeAsync(10);
    // Real work (the database, a language's chunk) runs beside the fake timers.
    await new Promise((done) => realTimeout(done, 1));
  }
}

beforeEach(() => {
  // Signatures need the venue's time; the harness's clock stands still at its own start.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: fixedStart });
  connectCalls();
  store.set(toastsAtom, []);
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  store.set(initializedAtom, false);
  store.set(sessionAtom, null);
  store.set(contactsAtom, []);
  store.set(countriesAtom, []);
  store.set(currenciesAtom, []);
  store.set(platformAtom, null);
});

const steps = {
  platform: ["/api/auth/language", "/api/auth/platBase", "/api/auth/view"],
  markets: ["/api/auth/getCurrencyConf", "/api/htx/getMergedTickerRank"],
  account: ["/api/account/userInfo", "/api/htx/getCollect", "/api/wallet/getWalletBalance"],
};
const pathsOf = (called: readonly Called[]) => called.map(({ path }) => path);

describe("the startup sequence", () => {
  test("a visitor: config, 500 ms, three calls together, currencies and rank, 100 ms, initialized", async () => {
    const { called, endedAt } = await run();
    expect(called[0]).toMatchObject({ path: "/config.json", at: 0 });
    const paths = called.map((call) => call.path);
    expect(paths.slice(1, 4).toSorted()).toEqual([
      "/api/auth/language",
      "/api/auth/platBase",
      "/api/auth/view",
    ]);
    expect(Math.min(...called.slice(1, 4).map((call) => call.at))).toBeGreaterThanOrEqual(500);
    expect(paths.slice(4).toSorted()).toEqual([
      "/api/auth/getCurrencyConf",
      "/api/htx/getMergedTickerRank",
    ]);
    expect(endedAt - Math.max(...called.map((call) => call.at))).toBeGreaterThanOrEqual(100);
    expect([
      store.get(platformAtom)?.base.name,
      store.get(countriesAtom)[0]?.isdefault,
      store.get(currenciesAtom).length > 1,
    ]).toEqual(["Godwit", 1, true]);
    expect([
      store.get(contactsAtom).map(({ name }) => name),
      marketStore.symbols().length > 0,
    ]).toEqual([["Help"], true]);
  });

  test("asks as the specification says, each step only once the one before has ended", async () => {
    const { called, endedAt } = await run({
      session: true,
      slow: {
        "/config.json": 300,
        "/api/auth/language": 400,
        "/api/htx/getMergedTickerRank": 200,
        "/api/htx/getCollect": 150,
      },
    });
    const times = (paths: readonly string[]) =>
      called.filter(({ path }) => paths.includes(path)).map(({ at }) => at);
    for (const at of times(steps.platform)) expect(at).toBeGreaterThanOrEqual(800);
    expect(Math.max(...times(steps.platform)) - Math.min(...times(steps.platform))).toBeLessThan(
      100,
    );
    expect(
      Math.min(...times(steps.markets)) - Math.max(...times(steps.platform)),
    ).toBeGreaterThanOrEqual(300);
    expect(
      Math.min(...times(steps.account)) - Math.max(...times(steps.markets)),
    ).toBeGreaterThanOrEqual(100);
    expect(endedAt - Math.max(...times(steps.account))).toBeGreaterThanOrEqual(150);
    expect(pathsOf(called).toSorted()).toEqual(
      ["/config.json", ...steps.platform, ...steps.markets, ...steps.account].toSorted(),
    );
    expect(JSON.parse(called.find(({ path }) => path === "/api/auth/view")?.body ?? "")).toEqual({
      keys: ["onlineService"],
    });
    expect(
      new URLSearchParams(
        called.find(({ path }) => path === "/api/htx/getMergedTickerRank")?.query,
      ).get("sort"),
    ).toBe("vol");
  });

  test("a call that stays without an answer delays the next step five seconds, and is taken when it comes", async () => {
    const { called, endedAt, pathsUntilNow } = await run({
      slow: { "/api/auth/platBase": 20_000 },
    });
    const at = called.find(({ path }) => path === "/api/auth/getCurrencyConf")?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(5500);
    expect(at).toBeLessThan(6500);
    expect([
      endedAt < 10_000,
      store.get(platformAtom),
      store.get(currenciesAtom).length > 1,
    ]).toEqual([true, null, true]);
    await passUntil(() => store.get(platformAtom) !== null);
    expect(store.get(platformAtom)?.base.name).toBe("Godwit");
    // Nothing is asked for a second time beside it.
    expect(pathsUntilNow().toSorted()).toEqual(
      ["/config.json", ...steps.platform, ...steps.markets].toSorted(),
    );
  });

  test("asks for everything again, however fresh what the device kept is", async () => {
    await run();
    const { called } = await run();
    expect(pathsOf(called).toSorted()).toEqual(
      ["/config.json", ...steps.platform, ...steps.markets].toSorted(),
    );
  });

  test.each([undefined, "", "not JSON", "{}", "[7]", 7, null, "x".repeat(1000)])(
    "a contact list of %j is empty, and says nothing",
    async (list) => {
      await run({
        answers: { "/api/auth/view": { status: 0, msg: "", data: { onlineService: { list } } } },
      });
      expect([store.get(contactsAtom), store.get(toastsAtom)]).toEqual([[], []]);
    },
  );

  test("a refused step is reported, and the ones after it still run", async () => {
    const { called } = await run({
      answers: { "/api/auth/language": { status: 100001, msg: "x", data: null } },
    });
    expect(store.get(toastsAtom).map(({ type, description }) => [type, description])).toEqual([
      ["error", "System error. Nothing was changed; try again."],
    ]);
    expect(pathsOf(called)).toContain("/api/htx/getMergedTickerRank");
  });

  test("an authorized user additionally loads wallet, collects and user, after the currencies", async () => {
    const { called, client } = await run({ session: true });
    expect(
      called
        .slice(6)
        .map((call) => call.path)
        .toSorted(),
    ).toEqual(["/api/account/userInfo", "/api/htx/getCollect", "/api/wallet/getWalletBalance"]);
    expect(store.get(userAtom)?.id).toBe(client?.session?.id);
    expect(store.get(walletAtom)?.balances.find((entry) => entry.flag === "USDT")?.balance).toBe(
      10_000,
    );
    expect(store.get(confirmedFavouritesAtom)).toEqual([]);
  });

  test("a failed config is silent, and a dead network still ends in an initialized app", async () => {
    const { called } = await run({ fails: /./ });
    expect(store.get(initializedAtom)).toBe(true);
    expect(called.length).toBeGreaterThanOrEqual(6);
  });

  test("what a start in a gap of the network could not load is loaded later, quietly, and nothing more", async () => {
    let isGap = true;
    const { pathsUntilNow } = await run({ session: true, fails: { test: () => isGap } });
    expect([store.get(platformAtom), store.get(countriesAtom), store.get(currenciesAtom)]).toEqual([
      null,
      [],
      [],
    ]);
    isGap = false;
    const before = pathsUntilNow().length;
    await passUntil(() => store.get(walletAtom) !== null && store.get(currenciesAtom).length > 1);
    expect([
      store.get(platformAtom)?.base.name,
      store.get(contactsAtom).map(({ name }) => name),
      store.get(countriesAtom)[0]?.isdefault,
      store.get(toastsAtom),
    ]).toEqual(["Godwit", ["Help"], 1, []]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(pathsUntilNow().slice(before).toSorted()).toEqual(
      [...steps.platform, ...steps.markets, ...steps.account].toSorted(),
    );
  });

  test("one part that is missing is loaded at once where the network is back", async () => {
    let isGap = true;
    const { goOnline, pathsUntilNow } = await run({
      fails: { test: (path) => isGap && path === "/api/auth/getCurrencyConf" },
    });
    isGap = false;
    const before = pathsUntilNow().length;
    goOnline();
    await vi.advanceTimersByTimeAsync(0);
    await passUntil(() => store.get(currenciesAtom).length > 1);
    expect(pathsUntilNow().slice(before).toSorted()).toEqual(steps.markets);
  });

  test("the default country's language is taken only without a saved one", async () => {
    const first = await run();
    expect(first.page.documentElement.lang).toBe("en-US");
    expect(first.page.written).toEqual([
      expect.stringMatching(/^i18n_redirected=en-US;.*Max-Age=31536000/),
    ]);
    queryClient.clear();
    const second = await run({ cookie: "i18n_redirected=fr-FR" });
    expect([second.page.documentElement.lang, second.page.written]).toEqual(["", []]);
  });

  const country = (title: string, code: string, status: number, isdefault: number) => ({
    title,
    code,
    iconurl: "",
    isdefault,
    status,
    name: title,
    phone_code: "1",
  });
  test.each([
    ["an underscore", [country("US", "en_US", 1, 0), country("TW", "zh_TW", 1, 1)], "zh-TW"],
    [
      "no default: the first",
      [country("FR", "fr_FR", 1, 0), country("US", "en_US", 1, 0)],
      "fr-FR",
    ],
    [
      "a default that is not offered: the first that is",
      [country("CN", "zh_CN", 0, 1), country("FR", "fr-FR", 1, 0)],
      "fr-FR",
    ],
    ["a language that is none of ours", [country("JP", "ja_JP", 1, 1)], "en-US"],
    ["nothing", [], "en-US"],
  ])(
    "the default country's language is shown and is the fallback: %s",
    async (_what, data, locale) => {
      const { page } = await run({
        answers: { "/api/auth/language": { status: 0, msg: "", data } },
      });
      expect([page.documentElement.lang, store.get(defaultLocaleAtom)]).toEqual([locale, locale]);
    },
  );

  test("a language that a person chooses meanwhile is kept", async () => {
    const { page } = await run({
      meanwhile: () => (document.cookie = "i18n_redirected=zh-CN; Max-Age=1"),
    });
    expect(page.written).toEqual(["i18n_redirected=zh-CN; Max-Age=1"]);
  });
});

describe("once more after a login, without a reload", () => {
  async function logInAfter(options: Parameters<typeof run>[0]): Promise<string[]> {
    const { venue } = await run(options);
    const client = await venue.user();
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      asked.push(new URL(request.url).pathname);
      return venue.venue.fetch(request, { ip: "198.51.100.4" });
    });
    store.set(sessionAtom, client.session);
    await startAgain();
    return asked.toSorted();
  }

  test("where the first run had everything, wallet balance, collects and user info are loaded", async () => {
    expect(await logInAfter({})).toEqual(steps.account);
    expect(store.get(walletAtom)?.balances.find((entry) => entry.flag === "USDT")?.balance).toBe(
      10_000,
    );
  });

  test("currencies and rank that the first run could not have are asked for again", async () => {
    expect(await logInAfter({ fails: /getCurrencyConf/ })).toEqual(
      [...steps.account, ...steps.markets].toSorted(),
    );
    expect(store.get(currenciesAtom).length).toBeGreaterThan(1);
  });

  test("after a first run without a network everything is", async () => {
    expect(await logInAfter({ fails: /./ })).toEqual(
      [...steps.account, ...steps.platform, ...steps.markets].toSorted(),
    );
    expect(store.get(platformAtom)?.base.name).toBe("Godwit");
  });

  test("what fails while everything is asked for once more is not forgotten", async () => {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    const { venue } = await run({ fails: /platBase/ });
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      if (pathname !== "/api/auth/platBase" || asked.filter((path) => path === pathname).length > 1)
        return venue.venue.fetch(request, { ip: "198.51.100.4" });
      await lost;
      throw new TypeError("Failed to fetch");
    });
    await passUntil(() => asked.includes("/api/auth/platBase"));
    const again = startAgain();
    await vi.advanceTimersByTimeAsync(0);
    lose();
    await again;
    await passUntil(() => store.get(platformAtom) !== null);
    expect(store.get(platformAtom)?.base.name).toBe("Godwit");
  });

  test("a login while the first run is under way leaves its steps to it", async () => {
    await run();
    store.set(initializedAtom, false);
    store.set(platformAtom, null);
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      asked.push(new URL(request.url).pathname);
      throw new TypeError("Failed to fetch");
    });
    store.set(sessionAtom, { id: "1", token: "t" });
    await startAgain();
    expect(asked.toSorted()).toEqual(steps.account);
  });
});

describe("contacts", () => {
  test("anything that is not a JSON list is an empty list", () => {
    expect(["", "{", "null", "{}", '"x"', undefined].map(parseContacts)).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  test("only addresses that can be followed safely are kept", () => {
    const list = JSON.stringify([
      { name: "a", url: "https://a.example" },
      { name: "b", url: "javascript:alert(1)" },
      { name: "c", url: "mailto:c@c.example" },
      { url: "https://nameless.example" },
      { name: "d", url: "data:text/html,x" },
      { name: "e", url: "tel:+331" },
      7,
    ]);
    expect(parseContacts(list).map((contact) => contact.name)).toEqual(["a", "c", "e"]);
  });
});

test("only countries with status 1 are offered, the default first", () => {
  const country = (title: string, status: number, isdefault: number) => ({
    title,
    status,
    isdefault,
    code: "en_US",
    iconurl: "",
    name: "",
    phone_code: "",
  });
  expect(
    offeredCountries([
      country("A", 1, 0),
      country("B", 0, 1),
      country("C", 1, 1),
      country("D", 2, 0),
    ]).map((offered) => offered.title),
  ).toEqual(["C", "A"]);
});
