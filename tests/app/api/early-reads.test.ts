/** What a page's first script asks for, and that the app takes it over: asked once, and never in place of a signed read. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { call, installCallHooks } from "../../../src/api/call.ts";
import { loadRuntimeConfig, runtimeConfig } from "../../../src/api/config.ts";
import { hasEarlyMarkets, readEarly, takeEarly } from "../../../src/api/early-reads.ts";

const origin = "http://venue.test";
const rank = { sort: "vol", limit: 5000 } as const;
const rankAddress = `${origin}/api/htx/getMergedTickerRank?sort=vol&limit=5000`;

/** The addresses asked for, and how each is answered. */
function answerWith(
  config: () => Promise<Response>,
  market: () => Promise<Response> = async () => Response.json({ status: 0, msg: "ok", data: [] }),
): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (input: Request | string) => {
    const address = new URL(typeof input === "string" ? input : input.url, origin).href;
    asked.push(address);
    return address.endsWith("/config.json") ? config() : market();
  });
  return asked;
}

const settled = () => new Promise((done) => setTimeout(done, 0));
const plainConfig = async () => Response.json({ base: { "/": "" }, icons: ["/coins"] });
const signer = { id: "1", token: "t" };
const hooksFor = (session: typeof signer | null) =>
  installCallHooks({ session: () => session, countInFlight: () => {}, refused: () => {} });

beforeEach(() => {
  vi.stubGlobal("location", { origin, href: `${origin}/` });
  hooksFor(null);
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete (globalThis as { godwitEarly?: unknown }).godwitEarly;
});

describe("the config and all markets, asked for before the app is here", () => {
  test("are taken over and not asked for again, once", async () => {
    const asked = answerWith(plainConfig);
    void readEarly(true);
    await settled();
    expect(asked).toEqual([`${origin}/config.json`, rankAddress]);
    await loadRuntimeConfig();
    expect(runtimeConfig().icons).toEqual(["/coins"]);
    expect(hasEarlyMarkets()).toBe(true);
    await call(marketEndpoints.mergedTickerRank, rank);
    expect([hasEarlyMarkets(), asked.length]).toEqual([false, 2]);
    await call(marketEndpoints.mergedTickerRank, rank);
    expect(asked.slice(2)).toEqual([rankAddress]);
  });

  test("go where the config says", async () => {
    const asked = answerWith(async () =>
      Response.json({ base: { "/api": "https://other.example" } }),
    );
    void readEarly(true);
    await settled();
    expect(asked[1]).toBe("https://other.example/api/htx/getMergedTickerRank?sort=vol&limit=5000");
  });

  test.each([
    ["no config", async () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a portal's page", async () => new Response("<html>")],
  ])("%s: no market is asked for, and nothing is thrown", async (_what, config) => {
    const asked = answerWith(config);
    void readEarly(true);
    await settled();
    expect(asked).toEqual([`${origin}/config.json`]);
    await loadRuntimeConfig();
    expect(asked.length).toBe(1);
  });

  test("an app that is faster than the config asks for the markets itself, alone", async () => {
    let answer: (response: Response) => void = () => undefined;
    const asked = answerWith(() => new Promise((done) => (answer = done)));
    void readEarly(true);
    const loaded = loadRuntimeConfig();
    answer(await plainConfig());
    await loaded;
    await settled();
    expect([hasEarlyMarkets(), asked]).toEqual([false, [`${origin}/config.json`]]);
  });

  test("somebody who is logged in, or does not look, asks for the config alone", async () => {
    const asked = answerWith(plainConfig);
    void readEarly(false);
    await settled();
    expect(asked).toEqual([`${origin}/config.json`]);
  });

  test("somebody who logs in meanwhile gets an answer to a signed read", async () => {
    const asked = answerWith(plainConfig);
    void readEarly(true);
    await settled();
    hooksFor(signer);
    await loadRuntimeConfig();
    await call(marketEndpoints.mergedTickerRank, rank);
    expect(asked).toEqual([`${origin}/config.json`, rankAddress, rankAddress]);
  });

  test("an early answer that fails, or has become old, is requested again", async () => {
    let tries = 0;
    const asked = answerWith(plainConfig, async () =>
      ++tries === 1
        ? new Response("", { status: 502 })
        : Response.json({ status: 0, msg: "ok", data: [] }),
    );
    void readEarly(true);
    await settled();
    await expect(call(marketEndpoints.mergedTickerRank, rank)).resolves.toEqual([]);
    expect(asked.length).toBe(3);
    void readEarly(true);
    await settled();
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 11_000);
    expect(takeEarly(rankAddress)).toBeUndefined();
    vi.restoreAllMocks();
  });
});
