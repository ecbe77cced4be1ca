import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { api } from "#protocol/api/api.ts";
import { ApiError } from "../../../src/api/api-error.ts";
import { call, installCallHooks } from "../../../src/api/call.ts";
import { loadRuntimeConfig } from "../../../src/api/config.ts";
import { learnVenueTime, venueNow } from "../../../src/api/venue-clock.ts";
import {
  changingPassword,
  heldUntil,
} from "../../../src/features/account/security/security-writes.ts";
import { registerMutation } from "../../../src/features/session/login-queries.ts";
import { createWriter } from "../../../src/writes/writer.ts";
import { startVenue, type StartOptions } from "../../harness/venue/memory-venue.ts";

const origin = "http://venue.test";

interface Seen {
  refused: ApiError[];
  inFlight: number[];
  requests: Request[];
}

/** The app's calls against the real venue in memory; `intercept` replaces the network. */
async function connect(
  options: StartOptions & {
    session?: { id: string; token: string } | null;
    intercept?: (request: Request, pass: () => Promise<Response>) => Promise<Response>;
  } = {},
) {
  const venue = await startVenue(options);
  const seen: Seen = { refused: [], inFlight: [], requests: [] };
  let session = options.session ?? null;
  vi.stubGlobal("location", { origin, href: `${origin}/` });
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request = typeof input === "string" ? new Request(new URL(input, origin)) : input;
    seen.requests.push(request.clone());
    const pass = () => venue.venue.fetch(request, { ip: "198.51.100.4" });
    return options.intercept ? options.intercept(request, pass) : pass();
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  installCallHooks({
    session: () => session,
    countInFlight: (delta) => seen.inFlight.push(delta),
    refused: (error) => seen.refused.push(error),
  });
  learnVenueTime(venue.now(), Date.now());
  await loadRuntimeConfig();
  return { venue, seen, logIn: (id: string, token: string) => (session = { id, token }) };
}

const json = (value: unknown, init?: ResponseInit) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" }, ...init });

beforeEach(() => {
  // The offset of an earlier test's venue must not count as noise.
  learnVenueTime(0, Date.now());
});

describe.each([false, true])("with the encoded envelope %s", (base64) => {
  test("a whole session: register, log in, read, write, refuse", async () => {
    const { seen, logIn } = await connect({ settings: { base64 } });
    await call(api.session.reg, {
      account: "ana@example.org",
      logintype: "email",
      password: "a long enough one",
    });
    const login = await call(api.session.login, {
      account: "ana@example.org",
      logintype: "email",
      loginway: "password",
      verifykey: "a long enough one",
    });
    logIn(login.player.id, login.token);
    const { balances } = await call(api.wallet.walletBalance, {});
    expect(balances.find((entry) => entry.flag === "USDT")?.balance).toBe(10_000);
    expect(await call(api.market.setCollect, { symbol: "BTCUSDT", collect: 1 })).toEqual([
      "btcusdt",
    ]);
    await expect(
      call(api.market.setCollect, { symbol: "nosuchusdt", collect: 1 }),
    ).rejects.toMatchObject({ path: "/api/htx/setCollect", status: 300018, cause: 300018 });
    expect(seen.refused.map((error) => error.status)).toEqual([300018]);
    const posts = seen.requests.filter((request) => request.method === "POST");
    const bodies = await Promise.all(posts.map((request) => request.text()));
    expect(bodies.every((body) => /^[0-9a-f]{7}[A-Za-z0-9+/]+=*$/.test(body) === base64)).toBe(
      true,
    );
  });
});

describe("signing", () => {
  test("headers travel only with a session", async () => {
    const { seen, venue, logIn } = await connect();
    await call(api.platform.platBase, {});
    const client = await venue.user();
    if (!client.session) throw new Error("no session");
    logIn(client.session.id, client.session.token);
    await call(api.account.userInfo, {});
    const names = ["nonce", "timestamp", "userid", "sign"];
    expect(
      seen.requests
        .slice(1)
        .map((request) => names.filter((name) => request.headers.has(name)).length),
    ).toEqual([0, 4]);
  });

  test("a phone that is a day off is set right by the first refusal, and asked only twice", async () => {
    const { seen, venue, logIn } = await connect();
    const client = await venue.user();
    if (!client.session) throw new Error("no session");
    logIn(client.session.id, client.session.token);
    learnVenueTime(venue.now() + 86_400_000, Date.now());
    const before = seen.requests.length;
    expect((await call(api.account.userInfo, {})).player.id).toBe(client.session.id);
    expect(seen.requests.length - before).toBe(2);
    expect(Math.abs(venueNow() - venue.now())).toBeLessThan(5000);
    expect(seen.refused).toEqual([]);
  });

  test("what a browser sends once more by itself, where the line broke before the answer, is looked up and no refusal", async () => {
    const twice = async (request: Request, pass: () => Promise<Response>) => {
      if (/reg$|setPass$/.test(new URL(request.url).pathname)) {
        const again = new Request(request.url, {
          method: "POST",
          headers: request.headers,
          body: await request.clone().text(),
        });
        await pass();
        return venue.venue.fetch(again, { ip: "198.51.100.4" });
      }
      return pass();
    };
    const { venue, seen, logIn } = await connect({ intercept: twice });
    const client = new MutationObserver(new QueryClient(), registerMutation());
    const opened = await client.mutate({
      account: "ana@example.org",
      logintype: "email",
      password: "a long enough one",
    });
    logIn(opened?.player.id ?? "", opened?.token ?? "");
    const writer = createWriter(
      () => ({
        userId: () => opened?.player.id ?? null,
        onUserChange: () => () => {},
        invalidate: () => Promise.resolve(),
        refused: () => {},
      }),
      { now: () => Date.now(), newId: () => "", wait: () => Promise.resolve() },
    );
    const request = { old_password: "a long enough one", password: "another long enough one" };
    expect(
      await writer.send(changingPassword, {
        takeRequest: () => request,
        heldBefore: heldUntil(),
      }),
    ).toMatchObject({ step: "done", answer: { ended: null } });
    expect(seen.refused).toEqual([]);
    // A name that another user has is refused, and the refusal is reported.
    await expect(
      client.mutate({
        account: "ana@example.org",
        logintype: "email",
        password: "some other long one",
      }),
    ).rejects.toMatchObject({ status: 300024 });
    expect(seen.refused.map(({ status }) => status)).toEqual([300024]);
  });

  test("401 is reported whether it comes as envelope or as HTTP status", async () => {
    const { seen, logIn } = await connect();
    logIn("1", "not a token");
    await expect(call(api.account.userInfo, {}, { handles: [401] })).rejects.toMatchObject({
      status: 401,
    });
    vi.stubGlobal("fetch", async () => new Response("no", { status: 401 }));
    await expect(call(api.account.userInfo, {})).rejects.toMatchObject({ status: 401 });
    vi.stubGlobal("fetch", async () => json({ status: 5, msg: "x", data: null }, { status: 401 }));
    await expect(call(api.account.userInfo, {})).rejects.toMatchObject({ status: 401 });
    expect(seen.refused.map((error) => error.status)).toEqual([401, 401, 401]);
  });
});

describe("retries", () => {
  const retried = [408, 409, 425, 429, 500, 502, 503, 504];
  const notRetried = [400, 403, 404, 410, 422, 501, 505];

  test.each([...retried, ...notRetried])("HTTP %i on a read", async (status) => {
    let tries = 0;
    const { seen } = await connect({
      intercept: async (request, pass) =>
        new URL(request.url).pathname.startsWith("/api/") && tries++ === 0
          ? new Response("trouble", { status })
          : pass(),
    });
    const before = seen.requests.length;
    const answer = call(api.platform.platBase, {});
    if (retried.includes(status)) expect((await answer).platformbase.name).toBe("Godwit");
    else await expect(answer).rejects.toMatchObject({ status: null });
    expect(seen.requests.length - before).toBe(retried.includes(status) ? 2 : 1);
  });

  test.each(retried)("HTTP %i on a write is never tried again", async (status) => {
    let tries = 0;
    await connect({
      intercept: async (request, pass) => {
        if (request.method === "GET") return pass();
        tries += 1;
        return new Response("trouble", { status });
      },
    });
    await expect(call(api.platform.view, { keys: ["onlineService"] })).rejects.toMatchObject({
      status: null,
      path: "/api/auth/view",
    });
    expect(tries).toBe(1);
  });

  test("a read is tried again once and no more", async () => {
    let tries = 0;
    await connect({
      intercept: async (request, pass) => {
        if (!request.url.includes("/api/")) return pass();
        tries += 1;
        return new Response("trouble", { status: 503 });
      },
    });
    await expect(call(api.platform.platBase, {})).rejects.toBeInstanceOf(ApiError);
    expect(tries).toBe(2);
  });
});

test.each([
  ["application/json", true],
  ["application/json; charset=utf-8", true],
  ["application/problem+json", true],
  ["text/plain", false],
  ["text/html", false],
  ["application/octet-stream", false],
  ["application/jsonp", false],
  [undefined, false],
])("an envelope of type %s is an answer: %s", async (type, isAnswer) => {
  await connect();
  vi.stubGlobal("fetch", async () => {
    const response = new Response(
      JSON.stringify({ status: 0, msg: "ok", data: { platformbase: {} } }),
    );
    if (type === undefined) response.headers.delete("content-type");
    else response.headers.set("content-type", type);
    return response;
  });
  const asked = call(api.platform.platBase, {});
  await (isAnswer
    ? expect(asked).resolves.toMatchObject({ secondContractConf: [] })
    : expect(asked).rejects.toMatchObject({ isTransport: true }));
});

describe("what is not an answer", () => {
  const captive = [
    () =>
      new Response("<html>Log in to the hotel</html>", {
        headers: { "content-type": "text/html" },
      }),
    () => new Response("{", { headers: { "content-type": "application/json" } }),
    () =>
      new Response(JSON.stringify({ status: 0, msg: "ok", data: { platformbase: {} } }), {
        headers: { "content-type": "text/html" },
      }),
    () => json([1, 2]),
    () => json("ok"),
    () => json({ ok: true }),
    () => json({ status: "0", data: {} }),
    () => json({ status: 0, msg: "ok", data: { platformbase: 7 } }),
  ];
  test.each(captive.map((make, at) => [at, make] as const))(
    "form %i is a transport failure and shows no toast",
    async (_at, make) => {
      const { seen } = await connect({
        intercept: async (request, pass) => (request.url.includes("/api/") ? make() : pass()),
      });
      await expect(call(api.platform.platBase, {})).rejects.toMatchObject({
        status: null,
        isTransport: true,
      });
      expect(seen.refused).toEqual([]);
    },
  );

  test("a dead network carries its cause", async () => {
    const cause = new TypeError("Failed to fetch");
    await connect({
      intercept: async (request, pass) =>
        request.url.includes("/api/") ? Promise.reject(cause) : pass(),
    });
    await expect(call(api.platform.platBase, {})).rejects.toMatchObject({
      message: "Failed to fetch",
      cause,
    });
  });
});

describe("the overlay's counter", () => {
  test("rises before and falls after each call a person waits for, whatever its end", async () => {
    const { seen } = await connect();
    await call(api.platform.platBase, {});
    await call(api.market.setCollect, { symbol: "btcusdt", collect: 1 }).catch(() => undefined);
    expect(seen.inFlight).toEqual([1, -1, 1, -1]);
  });

  test("falls as soon as the person need not wait any more, and once", async () => {
    const late = Promise.withResolvers<void>();
    const { seen } = await connect({
      intercept: async (request, pass) => {
        if (request.url.includes("platBase")) await late.promise;
        return pass();
      },
    });
    const waited = new AbortController();
    const asked = call(api.platform.platBase, {}, { waited: waited.signal });
    expect(seen.inFlight).toEqual([1]);
    waited.abort();
    expect(seen.inFlight).toEqual([1, -1]);
    late.resolve();
    await asked;
    expect(seen.inFlight).toEqual([1, -1]);
  });

  test("does not move for background reads", async () => {
    const { seen } = await connect();
    await call(api.market.mergedTickerRank, {});
    await call(api.platform.platBase, {}, { quiet: true });
    expect(seen.inFlight).toEqual([]);
  });
});
