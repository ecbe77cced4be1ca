import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { moneyOutHeldUntil } from "../../../venue/session/password/password-rows.ts";
import { pinWeaknessOf } from "../../../venue/session/password/weak-password.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { setWpass } = api.wallet;
const { sendCode } = api.session;
const { userInfo, notices } = api.account;
const password = "correct horse battery";
const account = "ada@example.org";
const first = { wpassword: "480913", password };
const dayMs = 86_400_000;

async function codeFor(venue: TestVenue, scene: "wpass" | "forgot" = "wpass"): Promise<string> {
  await venue.visitor.ask(sendCode, { account, logintype: "email", scene });
  const rows = await venue.store.read((db) =>
    db.selectFrom("outbox").select("content").orderBy("id").execute(),
  );
  return rows.at(-1)?.content ?? "";
}
const heldUntil = (venue: TestVenue, client: TestClient) =>
  venue.store.read((db) => moneyOutHeldUntil(db, Number(client.session?.id)));
const kinds = async (client: TestClient) =>
  (await client.ask(notices, {})).list.map(({ kind }) => kind);

describeDatabases("the withdrawal password", (open) => {
  test("is set first with the login password: masked from then on, reported, and nothing is held", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    expect((await ada.ask(userInfo, {})).player.wpassword).toBe("");
    expect(await ada.ask(setWpass, first)).toEqual({ held_until: 0 });
    expect((await ada.ask(userInfo, {})).player.wpassword).toBe("******");
    expect(await kinds(ada)).toEqual(["withdrawal_password"]);
    expect(await heldUntil(venue, ada)).toBe(0);
    const { withdraw_hash } = await venue.store.read((db) =>
      db.selectFrom("user").select("withdraw_hash").executeTakeFirstOrThrow(),
    );
    expect(withdraw_hash).toMatch(/^\$argon2id\$/);
    expect((await ada.tell(setWpass, { ...first, wpassword: "591024" })).status).toBe(300017);
    expect((await ada.tell(setWpass, { ...first, wpassword: "591024", code: "" })).status).toBe(
      300017,
    );
  });

  test("is changed with the old one and holds money-out for a day", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    expect(await ada.ask(setWpass, { wpassword: "591024", old_wpassword: "480913" })).toEqual({
      held_until: venue.now() + dayMs,
    });
    expect(
      (await ada.tell(setWpass, { wpassword: "602135", old_wpassword: "480913" })).status,
    ).toBe(300022);
    expect(await heldUntil(venue, ada)).toBe(venue.now() + dayMs);
    expect(await kinds(ada)).toEqual(["withdrawal_password", "withdrawal_password"]);
  });

  test("is set again with login password and code, and holds money-out for a day", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    const code = await codeFor(venue);
    expect(await ada.ask(setWpass, { wpassword: "591024", password, code })).toEqual({
      held_until: venue.now() + dayMs,
    });
    expect((await ada.tell(setWpass, { wpassword: "602135", password, code })).status).toBe(300005);
    expect(
      (await ada.tell(setWpass, { wpassword: "602135", old_wpassword: "591024" })).status,
    ).toBe(0);
    await venue.wind(1000);
    const events = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select(["event", "outcome"])
        .where("event", "like", "withdrawal%")
        .orderBy("id")
        .execute(),
    );
    expect(events.map(({ event, outcome }) => `${event} ${outcome}`).toSorted()).toEqual([
      "withdrawal-password-changed ok",
      "withdrawal-password-reset 300005",
      "withdrawal-password-reset ok",
      "withdrawal-password-set ok",
    ]);
  });

  test("of twenty first ones at once is one", async () => {
    const venue = await startVenue({ store: await open(), limits: { loginFreeFailures: 100 } });
    const ada = await venue.user(account);
    const pins = Array.from({ length: 20 }, (_, at) => String(480_913 + at * 7));
    const answers = await Promise.all(
      pins.map((wpassword) => ada.tell(setWpass, { wpassword, password })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array(19).fill(300017),
    ]);
    const won = pins[answers.findIndex(({ status }) => status === 0)] ?? "";
    expect((await ada.tell(setWpass, { wpassword: "602135", old_wpassword: won })).status).toBe(0);
    expect((await kinds(ada)).length).toBe(2);
  });

  test("is guessed five times by twenty at once, and changed once by those who know it", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        ada.tell(setWpass, { wpassword: "591024", old_wpassword: String(700_000 + at) }),
      ),
    );
    expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(15).fill(200002),
      ...Array(5).fill(300022),
    ]);
    await venue.wind(900_000);
    const changes = await Promise.all(
      ["591024", "602135", "713246"].map((wpassword) =>
        ada.tell(setWpass, { wpassword, old_wpassword: "480913" }),
      ),
    );
    expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0, 300022, 300022,
    ]);
  });
});

describe("the old withdrawal password", () => {
  const wrong = (client: TestClient) =>
    client.tell(setWpass, { wpassword: "591024", old_wpassword: "700000" });

  test("wrong five times in a row waits a quarter of an hour, ten times in a day locks money-out for a day", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    for (let tries = 0; tries < 5; tries++) expect((await wrong(ada)).status).toBe(300022);
    expect(await wrong(ada)).toMatchObject({ http: 200, status: 200002, data: { wait: 900 } });
    await venue.wind(899_000);
    expect(
      await ada.tell(setWpass, { wpassword: "591024", old_wpassword: "480913" }),
    ).toMatchObject({ status: 200002, data: { wait: 1 } });
    await venue.wind(1000);
    expect(await heldUntil(venue, ada)).toBe(0);
    for (let tries = 0; tries < 5; tries++) expect((await wrong(ada)).status).toBe(300022);
    expect(await wrong(ada)).toMatchObject({ status: 200002, data: { wait: 86_400 } });
    expect(await heldUntil(venue, ada)).toBe(venue.now() + dayMs);
    expect((await ada.ask(notices, {})).list[0]).toMatchObject({
      kind: "withdrawal_locked",
      facts: { until: venue.now() + dayMs, ip: "203.0.113.9" },
    });
    await venue.wind(dayMs - 3_600_000);
    await ada.ask(userInfo, {});
    await venue.wind(3_600_000);
    expect(
      (await ada.tell(setWpass, { wpassword: "591024", old_wpassword: "480913" })).status,
    ).toBe(0);
    expect(await kinds(ada)).toEqual([
      "withdrawal_password",
      "withdrawal_locked",
      "withdrawal_password",
    ]);
  });

  test("right ends the row and not the day", async () => {
    const venue = await startVenue({ limits: { sessionIdleSec: 1_000_000 } });
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    let current = "480913";
    for (const next of ["591024", "602135"]) {
      for (let tries = 0; tries < 4; tries++)
        expect(
          (await ada.tell(setWpass, { wpassword: next, old_wpassword: "700000" })).status,
        ).toBe(300022);
      await ada.ask(setWpass, { wpassword: next, old_wpassword: current });
      current = next;
    }
    for (let tries = 0; tries < 2; tries++) expect((await wrong(ada)).status).toBe(300022);
    expect(await wrong(ada)).toMatchObject({ status: 200002, data: { wait: 86_400 } });
  });

  test("wrong now and then, never ten times within a day, locks nothing", async () => {
    const venue = await startVenue({
      limits: { sessionIdleSec: 1_000_000, sessionLifeSec: 10_000_000 },
    });
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    for (let days = 0; days < 3; days++) {
      for (let tries = 0; tries < 4; tries++) {
        expect((await wrong(ada)).status).toBe(300022);
        await venue.wind(900_000);
      }
      await venue.wind(dayMs);
    }
    expect(await heldUntil(venue, ada)).toBe(0);
  });

  test("waits no longer than a quarter of an hour after the clock was set back", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    for (let tries = 0; tries < 5; tries++) await wrong(ada);
    await venue.wind(-dayMs);
    expect(await wrong(ada)).toMatchObject({ status: 200002, data: { wait: 900 } });
    await venue.wind(900_000);
    expect(
      (await ada.tell(setWpass, { wpassword: "591024", old_wpassword: "480913" })).status,
    ).toBe(0);
  });

  test("found no room costs no try, and a code lifts every count", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    for (let tries = 0; tries < 5; tries++) await wrong(ada);
    await ada.ask(setWpass, { wpassword: "591024", password, code: await codeFor(venue) });
    expect(
      (await ada.tell(setWpass, { wpassword: "602135", old_wpassword: "591024" })).status,
    ).toBe(0);

    const full = await startVenue({
      limits: { argonPool: 1, argonQueue: 1, argonMemoryKiB: 8192 },
    });
    const bob = await full.user();
    await bob.ask(setWpass, first);
    const answers = await Promise.all(Array.from({ length: 4 }, () => wrong(bob)));
    const judged = answers.filter(({ status }) => status === 300022).length;
    const counts = await full.store.read((db) =>
      db.selectFrom("throttle").select("count").where("subject", "like", "withdrawal %").execute(),
    );
    expect([judged < 4, counts.map(({ count }) => count)]).toEqual([true, [judged, judged]]);
  });
});

describe("the login password", () => {
  test("wrong is 200001, throttled together with a change of it", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    for (let free = 0; free < 3; free++)
      expect((await ada.tell(setWpass, { ...first, password: "wrong one" })).status).toBe(200001);
    for (let free = 0; free < 2; free++)
      expect(
        (
          await ada.tell(api.account.setPass, {
            old_password: "wrong one",
            password: "a wholly new phrase",
          })
        ).status,
      ).toBe(300016);
    expect(await ada.tell(setWpass, first)).toMatchObject({ status: 200002, data: { wait: 1 } });
    await venue.wind(1000);
    expect((await ada.tell(setWpass, first)).status).toBe(0);
  });

  test.each([
    ["first", {}],
    ["anew", { code: "123456" }],
  ])("is wanted to set one %s", async (way, extra) => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    if (way === "anew") await ada.ask(setWpass, first);
    expect(await ada.tell(setWpass, { wpassword: "591024", ...extra })).toMatchObject({
      status: 100005,
      data: { field: "password", problem: "missing" },
    });
    expect(
      (await ada.tell(setWpass, { wpassword: "591024", password: "wrong one", ...extra })).status,
    ).toBe(200001);
  });

  test("is none for withdrawals, and cannot be guessed by changing them", async () => {
    const venue = await startVenue();
    await venue.visitor.ask(api.session.reg, {
      account,
      logintype: "email",
      password: "48091372",
    });
    const ada = await venue.login(account, "48091372");
    const same = { status: 100005, data: { field: "wpassword", problem: "same" } };
    expect(await ada.tell(setWpass, { wpassword: "48091372", password: "48091372" })).toMatchObject(
      same,
    );
    await ada.ask(setWpass, { wpassword: "480913", password: "48091372" });
    expect(
      await ada.tell(setWpass, { wpassword: "48091372", old_wpassword: "480913" }),
    ).toMatchObject(same);
    expect(
      await ada.tell(setWpass, {
        wpassword: "48091372",
        password: "48091372",
        code: await codeFor(venue),
      }),
    ).toMatchObject(same);
    // The right one above forgave its try: five are free again.
    let current = "480913";
    for (const guess of ["59102431", "59102432", "59102433", "59102434", "59102435"]) {
      await ada.ask(setWpass, { wpassword: guess, old_wpassword: current });
      current = guess;
    }
    expect(
      await ada.tell(setWpass, { wpassword: "59102436", old_wpassword: current }),
    ).toMatchObject({ status: 200002, data: { wait: 1 } });
    expect((await ada.tell(setWpass, { wpassword: "591024", old_wpassword: current })).status).toBe(
      0,
    );
  });
});

describe("the code", () => {
  test("of another purpose is none; five wrong tries spend it; it dies in ten minutes", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    const reset = (code: string) => ada.tell(setWpass, { wpassword: "591024", password, code });
    const other = await codeFor(venue, "forgot");
    expect((await reset(other)).status).toBe(300005);
    await venue.wind(60_000);
    const right = await codeFor(venue);
    const wrong = right === "123456" ? "654321" : "123456";
    for (let tries = 0; tries < 5; tries++) expect((await reset(wrong)).status).toBe(300005);
    expect((await reset(right)).status).toBe(300005);
    await venue.wind(60_000);
    const late = await codeFor(venue);
    await venue.wind(600_000);
    expect((await reset(late)).status).toBe(300005);
    expect(
      (await ada.tell(setWpass, { wpassword: "591024", old_wpassword: "480913" })).status,
    ).toBe(0);
  });
});

describe("the new one", () => {
  test.each(["000000", "123456", "654321", "890123", "121212", "123123", "77777777", "987654321"])(
    "%s is everyone's first guess",
    async (wpassword) => {
      const venue = await startVenue();
      const ada = await venue.user();
      expect(await ada.tell(setWpass, { wpassword, password })).toMatchObject({
        status: 100005,
        data: { field: "wpassword", problem: "common" },
      });
    },
  );

  test("is no part of the account, and not the one before", async () => {
    expect(pinWeaknessOf("491701", "+491701234567")).toBe("account");
    expect([pinWeaknessOf("480913", "+491701234567"), pinWeaknessOf("135790", account)]).toEqual([
      undefined,
      undefined,
    ]);
    const venue = await startVenue();
    const ada = await venue.user(account);
    await ada.ask(setWpass, first);
    expect(
      (await ada.tell(setWpass, { wpassword: "480913", old_wpassword: "480913" })).status,
    ).toBe(200004);
  });

  test.each(["12345", "1234567890123", "48091a", "４８０９１３", "480913\n", " 480913"])(
    "%j is no withdrawal password",
    async (wpassword) => {
      const venue = await startVenue();
      const ada = await venue.user();
      expect((await ada.tell(setWpass, { wpassword, password })).status).toBe(100005);
    },
  );
});
