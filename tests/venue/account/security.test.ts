import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { ownFreezeMemo } from "#protocol/api/security.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { forgottenPolicy } from "../../../venue/http/files/forgotten-page.ts";
import { agentName } from "../../../venue/session/login/agent-name.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { codesIn } from "../session/codes-in.ts";

const { security, sessions, revokeSession, logins, freeze, unfreeze, userInfo, notices } =
  api.account;
const { login, sendCode, logout } = api.session;
const { coinPlaceOrder, coinCancelAll } = api.spot;
const password = "correct horse battery";
const account = "ada@example.org";
const order = {
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  value: "100",
  client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11",
} as const;
const androidChrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

async function logInAs(venue: TestVenue, userAgent: string, ip: string): Promise<TestClient> {
  const answer = await venue.visitor.ask(
    login,
    { account, logintype: "email", loginway: "password", verifykey: password },
    { ip, headers: { "user-agent": userAgent } },
  );
  return new TestClient(venue, { id: answer.player.id, token: answer.token });
}

async function bindCode(venue: TestVenue): Promise<string> {
  await venue.visitor.ask(sendCode, { account, logintype: "email", scene: "bind" });
  return (await codesIn(venue)).at(-1) ?? "";
}

test.each([
  [androidChrome, "Chrome 142 · Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari 18 · iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Edge 142 · Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox 144 · Linux"],
  ["curl/8.5.0", "curl 8.5.0"],
  ["<script>alert(1)</script>", ""],
  [`${"x".repeat(5000)} \u202eevil`, "x".repeat(40)],
  ["", ""],
])("of %j no more is kept than %j", (userAgent, stored) => {
  expect(agentName(userAgent)).toBe(stored);
});

describeDatabases("sessions", (open) => {
  test("are listed with this one marked, and end one by one or all but this", async () => {
    const venue = await startVenue({ store: await open() });
    await venue.user(account);
    const phone = await logInAs(venue, androidChrome, "192.0.2.7");
    const here = await venue.login(account);
    const list = await here.ask(sessions, {});
    expect(list.filter(({ current }) => current === 1)).toHaveLength(1);
    const theirs = list.find(({ ip }) => ip === "192.0.2.7");
    expect(theirs).toMatchObject({
      agent: "Chrome 142 · Android",
      current: 0,
      create_time: venue.now(),
      signature: "v1",
    });
    const ended: unknown[] = [];
    venue.bus.onEnd((gone) => ended.push(gone));
    expect(await here.ask(revokeSession, { id: theirs?.id ?? "" })).toEqual({ ended: 1 });
    expect(ended).toHaveLength(1);
    expect((await phone.tell(userInfo, {})).status).toBe(401);
    expect((await here.tell(revokeSession, { id: theirs?.id ?? "" })).status).toBe(300014);
    expect(await here.ask(revokeSession, { id: "others" })).toEqual({ ended: 1 });
    expect((await here.ask(sessions, {})).map(({ current }) => current)).toEqual([1]);
    expect(await here.ask(revokeSession, { id: "others" })).toEqual({ ended: 0 });
    expect(
      (await here.ask(notices, {})).list
        .filter(({ kind }) => kind === "sessions_ended")
        .map(({ content }) => content.slice(0, 32)),
    ).toEqual(["One session of your account ende", "One session of your account ende"]);
    const audit = await venue.store.read((db) =>
      db.selectFrom("audit").select("outcome").where("event", "=", "sessions-ended").execute(),
    );
    expect(audit).toHaveLength(3);
  });

  test("and logins of another are neither seen nor ended", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    const eve = await venue.user("eve@example.org");
    const hers = (await ada.ask(sessions, {}))[0]?.id ?? "";
    expect((await eve.ask(sessions, {})).map(({ id }) => id)).not.toContain(hers);
    const [foreign, missing] = [
      await eve.tell(revokeSession, { id: hers }),
      await eve.tell(revokeSession, { id: "0".repeat(12) }),
    ];
    expect([foreign.status, foreign.data]).toEqual([300014, null]);
    expect({ ...foreign, headers: null }).toEqual({ ...missing, headers: null });
    expect(await eve.ask(revokeSession, { id: "others" })).toEqual({ ended: 0 });
    expect((await ada.tell(userInfo, {})).status).toBe(0);
    await venue.visitor.tell(login, {
      account,
      logintype: "email",
      loginway: "password",
      verifykey: "wrong one",
    });
    await venue.wind(1000);
    expect((await ada.ask(logins, {})).total).toBe(2);
    expect((await eve.ask(logins, {})).list.map(({ outcome }) => outcome)).toEqual(["ok"]);
  });
});

describeDatabases("one's own freeze", (open) => {
  test("ends the other sessions, leaves looking and cancelling, and is undone with password and code", async () => {
    const venue = await startVenue({ store: await open() });
    const here = await venue.user(account);
    const other = await venue.login(account);
    expect((await here.tell(freeze, { password: "wrong one" })).status).toBe(200001);
    expect(await here.ask(freeze, { password })).toEqual({ ended: 1 });
    expect((await other.tell(userInfo, {})).status).toBe(401);
    expect((await here.ask(userInfo, {})).player).toMatchObject({
      status: accountStatus.frozen,
      memo: ownFreezeMemo,
    });
    expect([
      (await here.tell(coinPlaceOrder, order)).status,
      (await here.tell(coinCancelAll, {})).status,
    ]).toEqual([402, 0]);
    expect(await here.ask(security, {})).toEqual({ frozen_by: "owner", held_until: 0 });
    // The freeze applies after any login, and logging in stays possible.
    const again = await venue.login(account);
    expect((await again.tell(freeze, { password })).status).toBe(402);
    expect((await again.tell(unfreeze, { password, code: "000000" })).status).toBe(300005);
    expect(
      (await again.tell(unfreeze, { password: "wrong one", code: await bindCode(venue) })).status,
    ).toBe(200001);
    expect((await again.ask(userInfo, {})).player.status).toBe(accountStatus.frozen);
    const code = (await codesIn(venue)).at(-1) ?? "";
    expect((await again.tell(unfreeze, { password, code })).status).toBe(0);
    expect((await again.ask(userInfo, {})).player).toMatchObject({
      status: accountStatus.normal,
      memo: "",
    });
    expect((await again.tell(coinPlaceOrder, order)).status).toBe(0);
    expect(await again.ask(security, {})).toEqual({
      frozen_by: "",
      held_until: venue.now() + 86_400_000,
    });
    expect((await again.ask(notices, {})).list.map(({ title }) => title)).toEqual([
      "You opened your account again",
      "You froze your account",
    ]);
    const audit = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select("facts")
        .where("event", "=", "standing-changed")
        .where("outcome", "=", "ok")
        .orderBy("id")
        .execute(),
    );
    expect(audit.map(({ facts }) => (JSON.parse(facts) as { after: number[] }).after[0])).toEqual([
      1, 0,
    ]);
  });

  test("an operator's freeze is not the owner's to undo, be it on top of theirs", async () => {
    const venue = await startVenue({ store: await open(), limits: { codeResendSec: 1 } });
    const ada = await venue.user(account);
    const undo = async () => {
      await venue.wind(2000);
      return ada.tell(unfreeze, { password, code: await bindCode(venue) });
    };
    await venue.setRights(ada, { status: accountStatus.frozen }, "Papers, please.");
    expect(await undo()).toMatchObject({ status: 402, data: { reason: "Papers, please." } });
    expect(await ada.ask(security, {})).toMatchObject({ frozen_by: "venue" });
    await venue.setRights(ada, { status: accountStatus.normal });
    await ada.ask(freeze, { password });
    // A limit beside the freeze leaves it the owner's; a freeze on top does not.
    await venue.setRights(ada, { tradeStatus: 0 }, "No orders.");
    expect(await ada.ask(security, {})).toMatchObject({ frozen_by: "owner" });
    expect((await undo()).status).toBe(0);
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      status: 0,
      trade_status: 0,
      memo: "No orders.",
    });
    await ada.ask(freeze, { password });
    await venue.setRights(ada, { status: accountStatus.frozen }, "Ours now.");
    expect(await undo()).toMatchObject({ status: 402, data: { reason: "Ours now." } });
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      status: accountStatus.frozen,
      memo: "Ours now.",
    });
  });

  test("of many at once happens once", async () => {
    const venue = await startVenue({ store: await open(), limits: { loginFreeFailures: 100 } });
    const ada = await venue.user(account);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ada.tell(freeze, { password })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0, 402, 402, 402, 402, 402,
    ]);
  });
});

test("a device is asked to forget everything, by a form of this very page alone", async () => {
  const venue = await startVenue();
  const post = (headers: Record<string, string>, lang = "en-US") =>
    venue.fetch(`/forget/${lang}`, { method: "POST", headers });
  // Pages of ours send no referrer, so that a form's origin is null.
  const answer = await post({ origin: "null", "sec-fetch-site": "same-origin" }, "zh-TW");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("clear-site-data")).toBe('"cache", "cookies", "storage"');
  expect([
    answer.headers.get("cache-control"),
    answer.headers.get("content-security-policy"),
    answer.headers.get("x-content-type-options"),
  ]).toEqual(["no-store", forgottenPolicy, "nosniff"]);
  const text = await answer.text();
  expect(text).toContain('lang="zh-TW"');
  expect(text).not.toContain("<script");
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ]) {
    const foreign = await post(headers);
    expect([foreign.status, foreign.headers.get("clear-site-data")]).toEqual([403, null]);
  }
  const untold = await post({ origin: "null" });
  expect([untold.status, untold.headers.get("clear-site-data")]).toEqual([200, null]);
  expect((await post({ origin: "http://venue.test" })).headers.get("clear-site-data")).toContain(
    "storage",
  );
  expect((await venue.fetch("/forget/en")).headers.get("clear-site-data")).toBeNull();
});

describe("sessions and logins, whatever the database", () => {
  test("those too old are not among them, and the secret id of none is reported", async () => {
    const venue = await startVenue();
    await venue.user(account);
    await venue.wind(venue.settings.limits.sessionIdleSec * 1000);
    const here = await venue.login(account);
    const list = await here.ask(sessions, {});
    expect(list).toHaveLength(1);
    const ids = await venue.store.read((db) => db.selectFrom("session").select("id").execute());
    expect(ids.filter(({ id }) => JSON.stringify(list).includes(id))).toEqual([]);
  });

  test("logins are listed newest first, good and bad, page by page", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    await venue.wind(1000);
    await venue.visitor.tell(
      login,
      { account, logintype: "email", loginway: "password", verifykey: "wrong one" },
      { ip: "198.51.100.9", headers: { "user-agent": androidChrome } },
    );
    await venue.wind(1000);
    await ada.ask(logout, {});
    const here = await venue.login(account);
    expect(await here.ask(logins, { size: 2 })).toMatchObject({
      total: 3,
      list: [
        { outcome: "ok" },
        {
          outcome: "200001",
          ip: "198.51.100.9",
          agent: "Chrome 142 · Android",
          time: venue.now() - 1000,
        },
      ],
    });
    expect(
      (await here.ask(logins, { size: 2, page: 2 })).list.map(({ outcome }) => outcome),
    ).toEqual(["ok"]);
    expect((await here.ask(logins, { start_time: venue.now() })).total).toBe(1);
  });
});
