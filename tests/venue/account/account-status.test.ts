import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { setUserStatus } from "../../../venue/account/security/set-user-status.ts";
import type { EndedSessions } from "../../../venue/deps/notify-bus.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { userInfo, notices, readNotices } = api.account;
const { coinPlaceOrder, coinOrders } = api.spot;
const order = {
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  value: "100",
  client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11",
} as const;
const reason = "Please send your papers.";

/** The status codes that a read, an opening write and a login answer. */
async function statusesOf(
  venue: TestVenue,
  client: TestClient,
  account: string,
): Promise<number[]> {
  const login = await venue.visitor.tell(api.session.login, {
    account,
    logintype: "email",
    loginway: "password",
    verifykey: "correct horse battery",
  });
  return [
    (await client.tell(userInfo, {})).status,
    (await client.tell(coinPlaceOrder, order)).status,
    login.status,
  ];
}

const withAudit = (venue: TestVenue) => ({
  store: venue.store,
  bus: venue.bus,
  audit: new AuditLog(venue.store, () => undefined),
});

describeDatabases("an account's standing", (open) => {
  test.each([
    ["normal", accountStatus.normal, [0, 0, 0]],
    ["frozen", accountStatus.frozen, [0, 402, 0]],
    ["blocked", accountStatus.blocked, [300001, 300001, 0]],
    ["prohibited", accountStatus.prohibited, [401, 401, 200007]],
  ] as const)("%s holds from the next request on", async (_name, status, expected) => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user("ada@example.org");
    expect((await ada.tell(userInfo, {})).status).toBe(0);
    await venue.setRights(ada, { status }, reason);
    expect(await statusesOf(venue, ada, "ada@example.org")).toEqual(expected);
  });

  test("a session that outlived its end serves nobody who is prohibited", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user("ada@example.org");
    // As if the status had come by another way than the operator's, which ends the sessions.
    await venue.store.command(async ({ db }) => {
      await db.updateTable("user").set({ status: accountStatus.prohibited }).execute();
    });
    expect((await ada.tell(userInfo, {})).status).toBe(401);
  });

  test("every refusal says the operator's reason, and so does the user", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user("ada@example.org");
    await venue.setRights(ada, { status: accountStatus.frozen }, reason);
    expect((await ada.ask(userInfo, {})).player).toMatchObject({ status: 1, memo: reason });
    expect((await ada.tell(coinPlaceOrder, order)).data).toEqual({ reason });
    await venue.setRights(ada, { status: accountStatus.blocked }, "Blocked now.");
    expect((await ada.tell(userInfo, {})).data).toEqual({ reason: "Blocked now." });
    await venue.setRights(ada, { status: accountStatus.prohibited }, "Closed now.");
    const login = { account: "ada@example.org", logintype: "email", loginway: "password" } as const;
    expect(
      (
        await venue.visitor.tell(api.session.login, {
          ...login,
          verifykey: "correct horse battery",
        })
      ).data,
    ).toEqual({ reason: "Closed now." });
    // Without the password nobody learns of the status.
    expect(
      await venue.visitor.tell(api.session.login, {
        ...login,
        verifykey: "wrong horse battery",
      }),
    ).toMatchObject({ status: 200001, data: null });
  });

  test("a frozen account still reads its notices and leaves", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user();
    await venue.setRights(ada, { status: accountStatus.frozen }, reason);
    const { list } = await ada.ask(notices, {});
    expect(list).toMatchObject([{ kind: "account_status", facts: { status: 1, reason } }]);
    expect(await ada.ask(readNotices, { ids: "all" })).toEqual({ unread: 0 });
    await ada.ask(api.session.logout, {});
  });

  test("without trading nothing new is opened, and all else goes on", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user();
    await venue.setRights(ada, { tradeStatus: 0 }, reason);
    expect((await ada.tell(coinPlaceOrder, order)).status).toBe(402);
    expect((await ada.ask(coinOrders, {})).list).toEqual([]);
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      status: 0,
      trade_status: 0,
      wstatus: 1,
      memo: reason,
    });
    await venue.setRights(ada, { wstatus: 0 }, "No withdrawals either.");
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      trade_status: 0,
      wstatus: 0,
      memo: "No withdrawals either.",
    });
    await venue.setRights(ada, { tradeStatus: 1 }, "Trade again.");
    // The reason of lifting one restriction is not the reason of the other.
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      trade_status: 1,
      wstatus: 0,
      memo: "No withdrawals either.",
    });
    await venue.setRights(ada, { wstatus: 1 }, "All clear.");
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      status: 0,
      trade_status: 1,
      wstatus: 1,
      memo: "",
    });
    expect((await ada.tell(coinPlaceOrder, order)).status).toBe(0);
  });

  test("who was blocked goes on in the same session; who was prohibited logs in again", async () => {
    const venue = await startVenue({ store: await open() });
    const [ada, eve] = [await venue.user(), await venue.user("eve@example.org")];
    for (const status of [accountStatus.blocked, accountStatus.normal])
      await venue.setRights(ada, { status });
    for (const status of [accountStatus.prohibited, accountStatus.normal])
      await venue.setRights(eve, { status });
    expect((await ada.tell(userInfo, {})).status).toBe(0);
    expect((await eve.tell(userInfo, {})).status).toBe(401);
    await (await venue.login("eve@example.org")).ask(userInfo, {});
  });

  test("who is barred while a login is judged gets no session", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user("ada@example.org");
    const [login] = await Promise.all([
      venue.visitor.tell(api.session.login, {
        account: "ada@example.org",
        logintype: "email",
        loginway: "password",
        verifykey: "correct horse battery",
      }),
      venue.setRights(ada, { status: accountStatus.prohibited }, reason),
    ]);
    // A login that was done before is ended by the decision; one that was not is refused with its reason.
    if (login.status !== 0) expect(login).toMatchObject({ status: 200007, data: { reason } });
    expect(
      await venue.store.read((db) =>
        db.selectFrom("session").select("id").where("ended_at", "is", null).execute(),
      ),
    ).toEqual([]);
  });

  test("streams of who is shut out end: here at once, elsewhere at the next look", async () => {
    const venue = await startVenue({ store: await open() });
    const ended: EndedSessions[] = [];
    venue.bus.onEnd((sessions) => ended.push(sessions));
    for (const [status, isEnded] of [
      [accountStatus.frozen, false],
      [accountStatus.blocked, true],
      [accountStatus.prohibited, true],
    ] as const) {
      const ada = await venue.user();
      const { rows } = await sessionsOf(venue, ada);
      expect([...(await venue.venue.liveSessions(rows))]).toEqual(rows);
      await venue.setRights(ada, { status });
      expect(ended.splice(0)).toEqual(isEnded ? [{ userId: ada.session?.id }] : []);
      expect([...(await venue.venue.liveSessions(rows))]).toEqual(isEnded ? [] : rows);
    }
  });

  test("each change stands in the audit log with who, why, and from what to what", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user();
    const userId = ada.session?.id ?? "";
    await setUserStatus(withAudit(venue), {
      userId,
      status: accountStatus.prohibited,
      reason,
      by: "cli:root",
      now: venue.now(),
    });
    const rows = await venue.store.read((db) =>
      db.selectFrom("audit").selectAll().where("event", "=", "standing-changed").execute(),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ user_id: Number(userId), outcome: "ok" });
    expect(JSON.parse(rows[0]?.facts ?? "")).toEqual({
      by: "cli:root",
      reason,
      sessions_ended: 1,
      before: [0, 1, 1],
      after: [3, 1, 1],
    });
    expect(
      await setUserStatus(withAudit(venue), {
        userId: 999_999,
        status: 1,
        reason,
        by: "cli:root",
        now: venue.now(),
      }),
    ).toBeUndefined();
  });
});

async function sessionsOf(venue: TestVenue, client: TestClient): Promise<{ rows: string[] }> {
  const rows = await venue.store.read((db) =>
    db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", Number(client.session?.id))
      .execute(),
  );
  return { rows: rows.map(({ id }) => id) };
}
