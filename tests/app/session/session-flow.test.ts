import { i18n } from "@lingui/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#protocol/api/api.ts";
import { ApiError } from "../../../src/api/api-error.ts";
import { call } from "../../../src/api/call.ts";
import { loadRuntimeConfig } from "../../../src/api/config.ts";
import { learnVenueTime } from "../../../src/api/venue-clock.ts";
import { confirmedFavouritesAtom } from "../../../src/features/market/favourites/favourites.ts";
import {
  authPromptAtom,
  sessionAtom,
  userAtom,
  type Session,
} from "../../../src/features/session/session-atoms.ts";
import {
  closeSession,
  logOut,
  openSession,
  resumeSession,
  storeUser,
} from "../../../src/features/session/session-flow.ts";
import { formsAreNew, formsAtom } from "../../../src/features/session/draft-owner.ts";
import { coinOrders } from "../../../src/features/spot/confirm/coin-orders.ts";
import { keepDraft, readDraft } from "../../../src/features/spot/ticket/ticket-draft.ts";
import { walletBalanceQuery } from "../../../src/features/wallet/assets/balance-query.ts";
import { walletAtom } from "../../../src/features/wallet/assets/wallet-atoms.ts";
import { tokenExpiredText } from "../../../src/i18n/error-messages.ts";
import { queryClient, store } from "../../../src/shell/app-context.ts";
import { connectCalls, followSession } from "../../../src/shell/session/session-effects.ts";
import { showToast, toastsAtom } from "../../../src/shell/toasts/toasts.ts";
import { loadAccount } from "../../../src/startup.ts";
import {
  removeItem,
  removeWhere,
  setItem,
  getKeys,
  getItem,
} from "../../../src/storage/database.ts";
import { persistQueries } from "../../../src/storage/persisted-queries.ts";
import { startVenue, TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const origin = "http://venue.test";
const password = "correct horse battery";
const attempt = {
  id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  intent: {
    symbol: "btcusdt",
    side: "buy" as const,
    type: "market" as const,
    amount: null,
    value: "1000",
  },
  sentAt: Date.now(),
};
const draft = {
  side: "buy" as const,
  type: "market" as const,
  tif: "gtc" as const,
  by: "value" as const,
  price: null,
  stopPrice: null,
  value: "25",
  amount: null,
};

/** The specification's user. */
const userFields = [
  "token",
  "id",
  "account",
  "cert_info",
  "create_time",
  "devicecode",
  "info",
  "invite_code",
  "invite_member_count",
  "iscert",
  "iscontrol",
  "last_time",
  "lastip",
  "memo",
  "pid",
  "regip",
  "status",
  "team_member_count",
  "total_commission",
  "trade_status",
  "type",
  "wpassword",
  "wstatus",
  "wallet_address",
  "credit_score",
  "certstatus",
];

/** A browser's document, as far as cookies and events go. */
class FakeDocument extends EventTarget {
  readonly #cookies = new Map<string, string>();
  /** As written, with their attributes. */
  readonly lines: string[] = [];
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }
  set cookie(line: string) {
    this.lines.push(line);
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (line.includes("Max-Age=0")) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

let venue: TestVenue;
/** Replaces the network; it may hold an answer back. */
let line: (request: Request, pass: () => Promise<Response>) => Promise<Response>;
let stops: (() => void)[] = [];
let arrivals: Promise<void>[] = [];
/** What the log-in dialog asked for at the logout. */
let departures: unknown[] = [];

beforeEach(async () => {
  venue = await startVenue();
  line = (_request, pass) => pass();
  vi.stubGlobal("location", { origin, href: `${origin}/`, protocol: "https:" });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new FakeDocument());
  vi.stubGlobal("fetch", (input: Request | string) => {
    const request = typeof input === "string" ? new Request(new URL(input, origin)) : input;
    return line(request, () => venue.venue.fetch(request, { ip: "198.51.100.4" }));
  });
  learnVenueTime(0, Date.now());
  learnVenueTime(venue.now(), Date.now());
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
  connectCalls();
  await loadRuntimeConfig();
  formsAreNew();
  // A logout at the end of a test is announced during the next one, which must not count it as its own.
  const left: unknown[] = [];
  departures = left;
  stops = [
    followSession({
      arrived: () => void arrivals.push(loadAccount()),
      left: () => void left.push(store.get(authPromptAtom)),
    }),
    persistQueries(queryClient, () => store.get(sessionAtom)?.id ?? null),
    // As the frame does after it has removed the forms.
    store.sub(formsAtom, formsAreNew),
  ];
});

afterEach(async () => {
  for (const stop of stops) stop();
  arrivals = [];
  store.set(sessionAtom, null);
  store.set(userAtom, null);
  store.set(authPromptAtom, null);
  store.set(walletAtom, null);
  store.set(confirmedFavouritesAtom, []);
  store.set(toastsAtom, []);
  queryClient.clear();
  await removeWhere(() => true);
  vi.unstubAllGlobals();
});

/** Logs in as the app does, and waits until the account is there. */
async function logIn(account: string): Promise<Session> {
  const answer = await call(api.session.login, {
    account,
    logintype: "email",
    loginway: "password",
    verifykey: password,
  });
  openSession(store, answer);
  await vi.waitFor(() => expect(store.get(walletAtom)).not.toBeNull());
  await Promise.all(arrivals);
  return { id: answer.player.id, token: answer.token };
}

async function register(account: string): Promise<void> {
  await venue.visitor.ask(api.session.reg, { account, logintype: "email", password });
}

async function collectSomething(): Promise<void> {
  await call(api.market.setCollect, { symbol: "btcusdt", collect: 1 });
  await loadAccount();
}

const statusOf = async (session: Session) =>
  (await new TestClient(venue, session).tell(api.account.userInfo, {})).status;
const privateReads = () =>
  queryClient.getQueryCache().findAll({
    predicate: (query) => query.meta?.["private"] === true && query.state.data !== undefined,
  });

/** Nothing of a user is left in memory, and on the device only the named keys. */
async function expectNothingOf({ id, token }: Session) {
  expect([store.get(walletAtom), store.get(confirmedFavouritesAtom), privateReads()]).toEqual([
    null,
    [],
    [],
  ]);
  expect([store.get(sessionAtom)?.id, store.get(userAtom)?.id]).not.toContain(id);
  expect(document.cookie).not.toContain(token);
  await vi.waitFor(async () =>
    expect(await Promise.all(([`user:${id}`, `queries:user:${id}`] as const).map(getItem))).toEqual(
      [undefined, undefined],
    ),
  );
}

describe("login", () => {
  test("keeps what a visitor typed, and brings the user's own", async () => {
    await register("ana@example.org");
    await keepDraft("btcusdt", draft);
    store.set(authPromptAtom, { reason: "required", to: null });
    const session = await logIn("ana@example.org");
    expect(store.get(userAtom)?.id).toBe(session.id);
    expect(store.get(authPromptAtom)).toBeNull();
    expect(store.get(walletAtom)?.balances.find(({ flag }) => flag === "USDT")?.balance).toBe(
      10_000,
    );
    const [name, value = ""] = (
      document.cookie.split("; ").find((pair) => pair.startsWith("__Host-")) ?? ""
    ).split("=");
    expect([name, JSON.parse(decodeURIComponent(value))]).toEqual([
      "__Host-godwit-client",
      session,
    ]);
    expect((document as unknown as FakeDocument).lines.at(-1)).toMatch(
      /; Path=\/; SameSite=Strict; Max-Age=604800; Secure$/,
    );
    // The user is in memory and on the device, without the token.
    expect(Object.keys(store.get(userAtom) ?? {})).toEqual(expect.arrayContaining(userFields));
    await vi.waitFor(async () =>
      expect(await getItem(`user:${session.id}`)).toEqual(store.get(userAtom)),
    );
    expect(JSON.stringify(store.get(userAtom))).not.toContain(session.token);
    expect(await readDraft("btcusdt")).toEqual(draft);
  });
});

describe("logout", () => {
  test("ends the session at the venue, opens no dialog, and leaves nothing behind", async () => {
    await register("ana@example.org");
    const session = await logIn("ana@example.org");
    await collectSomething();
    await vi.waitFor(async () => expect(await getItem(`queries:user:${session.id}`)).toBeDefined());
    await keepDraft("btcusdt", draft);
    await coinOrders.persisted?.save(session.id, attempt);
    showToast(store, { type: "success", description: "Bought 0.1 BTC" });
    await logOut(store);
    expect(await statusOf(session)).toBe(401);
    expect([store.get(authPromptAtom), store.get(toastsAtom)]).toEqual([null, []]);
    await expectNothingOf(session);
    await vi.waitFor(() => expect(departures).toEqual([null]));
    expect([await readDraft("btcusdt"), await coinOrders.persisted?.read(session.id)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("a venue that ended the session first opens no dialog either", async () => {
    await register("ana@example.org");
    const session = await logIn("ana@example.org");
    await new TestClient(venue, session).tell(api.session.logout, {});
    await logOut(store);
    expect([store.get(sessionAtom), store.get(authPromptAtom), store.get(toastsAtom)]).toEqual([
      null,
      null,
      [],
    ]);
  });

  test("what was still on its way belongs to nobody", async () => {
    await register("ana@example.org");
    const session = await logIn("ana@example.org");
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    line = async (request, pass) => {
      if (request.url.includes("getCollect")) await held;
      return pass();
    };
    const loading = loadAccount();
    // The balances are there; the favourites are not yet.
    await vi.waitFor(() =>
      expect(queryClient.getQueryState(walletBalanceQuery().queryKey)?.fetchStatus).toBe("idle"),
    );
    closeSession(store);
    release();
    await loading;
    await expectNothingOf(session);
  });

  test("a user that is not the session's own is neither shown nor kept", async () => {
    await register("ana@example.org");
    const { id } = await logIn("ana@example.org");
    const own = store.get(userAtom);
    if (!own) throw new Error("nobody is logged in");
    storeUser(store, { ...own, id: "999999", account: "eve@example.org" }, 2);
    expect(store.get(userAtom)).toMatchObject({ id, account: "ana@example.org", certstatus: 0 });
    expect(await getItem("user:999999")).toBeUndefined();
    storeUser(store, own, 2);
    expect(store.get(userAtom)).toMatchObject({ id, certstatus: 2 });
  });

  test("a user read from the device too late is not shown", async () => {
    await register("ana@example.org");
    await logIn("ana@example.org");
    const resuming = resumeSession(store);
    closeSession(store);
    await resuming;
    expect(store.get(userAtom)).toBeNull();
  });
});

describe("an ended session", () => {
  test("asks for the login, keeps the draft and the order whose outcome is unknown, and finds both after it", async () => {
    await register("ana@example.org");
    const session = await logIn("ana@example.org");
    await keepDraft("btcusdt", draft);
    await coinOrders.persisted?.save(session.id, attempt);
    await new TestClient(venue, session).tell(api.session.logout, {});
    await expect(call(api.wallet.walletBalance, {})).rejects.toMatchObject({ status: 401 });
    expect(store.get(authPromptAtom)).toEqual({ reason: "expired", to: null });
    expect(store.get(toastsAtom).map(({ type, description }) => [type, description])).toEqual([
      ["warning", i18n._(tokenExpiredText)],
    ]);
    await expectNothingOf(session);
    // Listeners see that the session ended: the page and the typed text stay.
    await vi.waitFor(() => expect(departures).toEqual([{ reason: "expired", to: null }]));
    await logIn("ana@example.org");
    expect([
      await readDraft("btcusdt"),
      await coinOrders.persisted?.read(session.id),
    ]).toMatchObject([draft, attempt]);
    await coinOrders.persisted?.remove(session.id);
    expect(await coinOrders.persisted?.read(session.id)).toBeUndefined();
  });

  test("by age is announced by 200003 in its own words, and asks for the login as well", async () => {
    await register("ana@example.org");
    const session = await logIn("ana@example.org");
    line = async (request, pass) =>
      request.url.includes("userInfo")
        ? Response.json({ status: 200003, msg: "Token expired", data: null })
        : pass();
    await expect(call(api.account.userInfo, {})).rejects.toMatchObject({
      status: 200003,
      path: "/api/account/userInfo",
      message: "Token expired",
      cause: 200003,
    });
    expect(store.get(authPromptAtom)).toEqual({ reason: "expired", to: null });
    expect(store.get(toastsAtom).map(({ type, description }) => [type, description])).toEqual([
      ["error", "Token expired. Log in again."],
    ]);
    await expectNothingOf(session);
  });

  test.each([
    [
      "in the envelope",
      () => Response.json({ status: 401, msg: "Unauthorized request", data: null }),
    ],
    [
      "by HTTP status with an envelope",
      () => Response.json({ status: 0, msg: "", data: {} }, { status: 401 }),
    ],
    ["by HTTP status alone", () => new Response("no", { status: 401 })],
  ])(
    "401 %s clears everything, and says so once for calls that were under way together",
    async (_how, answer) => {
      await register("ana@example.org");
      const session = await logIn("ana@example.org");
      line = async (request, pass) => (request.headers.has("sign") ? answer() : pass());
      const failures = await Promise.all(
        [api.account.userInfo, api.wallet.walletBalance, api.market.collect].map((row) =>
          call(row, {}).catch((error: unknown) => error),
        ),
      );
      expect(
        failures.map((error) => (error instanceof ApiError ? [error.status, error.cause] : error)),
      ).toEqual([
        [401, 401],
        [401, 401],
        [401, 401],
      ]);
      expect(store.get(authPromptAtom)).toEqual({ reason: "expired", to: null });
      expect(store.get(toastsAtom).map(({ description }) => description)).toEqual([
        i18n._(tokenExpiredText),
      ]);
      await expectNothingOf(session);
    },
  );

  test("a visitor's 401 asks for the login, too", async () => {
    await expect(call(api.account.userInfo, {})).rejects.toMatchObject({ status: 401 });
    expect(store.get(authPromptAtom)).toEqual({ reason: "required", to: null });
    expect(store.get(toastsAtom).map(({ description }) => description)).toEqual([
      i18n._(tokenExpiredText),
    ]);
  });

  test("a late answer to a session left behind does not end the next one", async () => {
    await register("ana@example.org");
    await register("ben@example.org");
    const ana = await logIn("ana@example.org");
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    line = async (request, pass) => {
      if (request.headers.get("userid") === ana.id && request.url.includes("userInfo")) await held;
      return pass();
    };
    const late = call(api.account.userInfo, {}).catch((error: unknown) => error);
    await logOut(store);
    const ben = await logIn("ben@example.org");
    release();
    expect(await late).toMatchObject({ status: 401 });
    expect([store.get(sessionAtom)?.id, store.get(authPromptAtom)]).toEqual([ben.id, null]);
  });
});

test("without a secure cookie the session lives in memory: it works, and is gone with the page", async () => {
  // As a browser does over plain http.
  Object.defineProperty(document, "cookie", { get: () => "", set: () => {} });
  await register("ana@example.org");
  const session = await logIn("ana@example.org");
  expect((await call(api.account.userInfo, {})).player.id).toBe(session.id);
  await resumeSession(store);
  expect(store.get(sessionAtom)).toBeNull();
});

test("a logout on another page that a refused read reported first closes the dialog and takes what was typed along", async () => {
  await register("ana@example.org");
  const session = await logIn("ana@example.org");
  await keepDraft("btcusdt", draft);
  await new TestClient(venue, session).tell(api.session.logout, {});
  await expect(call(api.wallet.walletBalance, {})).rejects.toMatchObject({ status: 401 });
  await vi.waitFor(() => expect(departures).toEqual([{ reason: "expired", to: null }]));
  const other = new BroadcastChannel("godwit-session");
  other.postMessage({ loggedOut: session.id });
  await vi.waitFor(() => expect(departures).toEqual([{ reason: "expired", to: null }, null]));
  other.close();
  expect([store.get(authPromptAtom), await readDraft("btcusdt")]).toEqual([null, undefined]);
});

test("a read that is refused just after a logout on another page keeps nobody on the page", async () => {
  await register("ana@example.org");
  const session = await logIn("ana@example.org");
  // What a screen that is still there asks is refused before what is private is gone.
  stops.push(
    store.sub(sessionAtom, () => store.set(authPromptAtom, { reason: "required", to: null })),
  );
  document.cookie = "__Host-godwit-client=; Max-Age=0";
  const other = new BroadcastChannel("godwit-session");
  other.postMessage({ loggedOut: session.id });
  other.close();
  await vi.waitFor(() => expect(departures).toEqual([null]));
});

test("a visitor's poll that is refused asks nobody for a log-in", async () => {
  await expect(call(api.account.userInfo, {}, { quiet: true })).rejects.toMatchObject({
    status: 401,
  });
  expect([store.get(authPromptAtom), store.get(toastsAtom)]).toEqual([null, []]);
});

test("a logout on another page counts here, also where this page's browser still shows its cookie", async () => {
  await register("ana@example.org");
  const session = await logIn("ana@example.org");
  const other = new BroadcastChannel("godwit-session");
  other.postMessage({ loggedOut: session.id });
  await new Promise((done) => setTimeout(done, 100));
  document.cookie = "__Host-godwit-client=; Max-Age=0";
  await vi.waitFor(() => expect(departures).toEqual([null]));
  other.close();
  expect([store.get(sessionAtom), store.get(authPromptAtom)]).toEqual([null, null]);
});

test("a logout on another page counts where this page's browser never shows that the cookie went", async () => {
  await register("ana@example.org");
  const session = await logIn("ana@example.org");
  const other = new BroadcastChannel("godwit-session");
  other.postMessage({ loggedOut: session.id });
  await vi.waitFor(() => expect(departures).toEqual([null]), { timeout: 5000 });
  other.close();
  expect([store.get(sessionAtom), store.get(authPromptAtom), document.cookie]).toEqual([
    null,
    null,
    "",
  ]);
});

test("a logout on another page while this one was starting is seen as soon as it follows", async () => {
  await register("ana@example.org");
  await logIn("ana@example.org");
  await keepDraft("btcusdt", draft);
  await removeItem("owner");
  stops.shift()?.();
  document.cookie = "__Host-godwit-client=; Max-Age=0";
  stops.push(followSession({ arrived: () => {}, left: () => departures.push("left") }));
  await vi.waitFor(async () =>
    expect([store.get(sessionAtom), departures, await readDraft("btcusdt")]).toEqual([
      null,
      ["left"],
      undefined,
    ]),
  );
});

test("a dialog that says why it is open, and where it leads, is not replaced by a visitor's refused read", async () => {
  for (const prompt of [
    { reason: "expired", to: null },
    { reason: "required", to: "/assets" },
  ] as const) {
    store.set(authPromptAtom, prompt);
    await expect(call(api.account.userInfo, {})).rejects.toMatchObject({ status: 401 });
    expect(store.get(authPromptAtom)).toEqual(prompt);
  }
});

describe("another session of this device", () => {
  const logInElsewhere = (session: Session) => {
    document.cookie = `__Host-godwit-client=${encodeURIComponent(JSON.stringify(session))}`;
  };

  test.each(["the same user", "another user"])(
    "of %s, begun on a page whose word was slept through, is not ended by an answer to the old one",
    async (who) => {
      await register("ana@example.org");
      const ana = await logIn("ana@example.org");
      await new TestClient(venue, ana).tell(api.session.logout, {});
      const next =
        who === "the same user"
          ? await venue.visitor
              .ask(api.session.login, {
                account: "ana@example.org",
                logintype: "email",
                loginway: "password",
                verifykey: password,
              })
              .then(({ token, player }) => ({ token, id: player.id }))
          : (await venue.user("ben@example.org")).session;
      if (!next) throw new Error("no session");
      logInElsewhere(next);
      await call(api.wallet.walletBalance, {}).catch(() => undefined);
      await vi.waitFor(() => expect(store.get(sessionAtom)).toEqual(next));
      await Promise.all(arrivals);
      expect([document.cookie.includes(next.token), store.get(authPromptAtom)]).toEqual([
        true,
        null,
      ]);
      expect(store.get(userAtom)?.account ?? "").not.toBe(
        who === "the same user" ? "" : "ana@example.org",
      );
    },
  );
});

describe("what somebody typed", () => {
  test("goes with their logout on another tab, from open forms too; over an ended session it stays", async () => {
    await register("ana@example.org");
    const ana = await logIn("ana@example.org");
    // Until the previous user's forms are removed, no draft is stored.
    await vi.waitFor(async () => {
      await keepDraft("btcusdt", draft);
      expect(await readDraft("btcusdt")).toEqual(draft);
    });
    const before = store.get(formsAtom);
    const channel = new BroadcastChannel("godwit-session");
    document.cookie = "__Host-godwit-client=; Max-Age=0";
    channel.postMessage(null);
    await vi.waitFor(() => expect(store.get(sessionAtom)).toBeNull());
    await vi.waitFor(() => expect(departures).toHaveLength(1));
    expect([store.get(formsAtom), await readDraft("btcusdt")]).toEqual([before, draft]);
    await logIn("ana@example.org");
    document.cookie = "__Host-godwit-client=; Max-Age=0";
    channel.postMessage({ loggedOut: ana.id });
    channel.close();
    await vi.waitFor(async () =>
      expect([store.get(formsAtom), await readDraft("btcusdt")]).toEqual([before + 1, undefined]),
    );
  });

  test("goes from open forms where somebody else arrives, and a form that goes writes no more", async () => {
    await register("ana@example.org");
    await register("ben@example.org");
    await logIn("ana@example.org");
    closeSession(store);
    const before = store.get(formsAtom);
    const writes: Promise<void>[] = [];
    const stop = store.sub(formsAtom, () => writes.push(keepDraft("ethusdt", draft)));
    await logIn("ben@example.org");
    await Promise.all(writes);
    stop();
    expect([store.get(formsAtom), writes.length, await getItem("draft:coin:ethusdt")]).toEqual([
      before + 1,
      1,
      undefined,
    ]);
  });

  test("and orders under way of every kind go with a logout; others' go once no venue can take them", async () => {
    await register("ana@example.org");
    const ana = await logIn("ana@example.org");
    for (const key of [
      `attempt:${ana.id}`,
      `attempt:contract:${ana.id}`,
      `write:${ana.id}:wallet`,
    ] as const)
      await setItem(key, { sent_at: Date.now() });
    await setItem("attempt:contract:999", { sent_at: Date.now() - 96_000 });
    await setItem("attempt:998", { sent_at: Date.now() });
    await logOut(store);
    await register("ben@example.org");
    await logIn("ben@example.org");
    await vi.waitFor(async () =>
      expect((await getKeys("")).filter((key) => /^(attempt|write):/.test(key))).toEqual([
        "attempt:998",
      ]),
    );
    await removeItem("attempt:998");
  });
});

describe("another tab", () => {
  const tell = (message: unknown) => {
    const channel = new BroadcastChannel("godwit-session");
    channel.postMessage(message);
    channel.close();
  };

  test("logs out: so does this one", async () => {
    await register("ana@example.org");
    const session = await logIn("ana@example.org");
    document.cookie = "__Host-godwit-client=; Max-Age=0";
    tell(null);
    await vi.waitFor(() => expect(store.get(sessionAtom)).toBeNull());
    await expectNothingOf(session);
    expect(store.get(authPromptAtom)).toBeNull();
    await vi.waitFor(() => expect(departures).toEqual([null]));
  });

  test("logs in: what this one asks is answered", async () => {
    const ben = (await venue.user("ben@example.org")).session;
    if (!ben) throw new Error("no session");
    store.set(authPromptAtom, { reason: "required", to: "/assets" });
    document.cookie = `__Host-godwit-client=${encodeURIComponent(JSON.stringify(ben))}`;
    tell(ben.id);
    await vi.waitFor(() => expect(store.get(walletAtom)).not.toBeNull());
    expect([store.get(sessionAtom)?.id, store.get(authPromptAtom)]).toEqual([ben.id, null]);
    await Promise.all(arrivals);
  });

  test("logs in as somebody else: this one shows their account, and nothing of the first user", async () => {
    await register("ana@example.org");
    const ana = await logIn("ana@example.org");
    await collectSomething();
    const ben = (await venue.user("ben@example.org")).session;
    if (!ben) throw new Error("no session");
    document.cookie = `__Host-godwit-client=${encodeURIComponent(JSON.stringify(ben))}`;
    tell(ben.id);
    await vi.waitFor(() => expect(store.get(userAtom)?.id).toBe(ben.id));
    await Promise.all(arrivals);
    expect(store.get(confirmedFavouritesAtom)).toEqual([]);
    expect(
      await Promise.all(([`user:${ana.id}`, `queries:user:${ana.id}`] as const).map(getItem)),
    ).toEqual([undefined, undefined]);
  });
});

test("user A becomes user B: nothing of A is left, not even what A typed; A's unknown order waits for A", async () => {
  await register("ana@example.org");
  await register("ben@example.org");
  const ana = await logIn("ana@example.org");
  await collectSomething();
  await keepDraft("btcusdt", draft);
  await coinOrders.persisted?.save(ana.id, attempt);
  await setItem(`queries:user:${ana.id}`, []);
  await new TestClient(venue, ana).tell(api.session.logout, {});
  await call(api.wallet.walletBalance, {}).catch(() => undefined);
  await expectNothingOf(ana);
  const ben = await logIn("ben@example.org");
  expect([store.get(userAtom)?.id, store.get(confirmedFavouritesAtom)]).toEqual([ben.id, []]);
  expect(await readDraft("btcusdt")).toBeUndefined();
  expect([
    await coinOrders.persisted?.read(ben.id),
    await coinOrders.persisted?.read(ana.id),
  ]).toMatchObject([undefined, attempt]);
  await logOut(store);
  expect(await coinOrders.persisted?.read(ana.id)).toMatchObject(attempt);
});
