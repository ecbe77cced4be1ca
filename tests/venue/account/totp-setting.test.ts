import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { resetTotp } from "../../../venue/account/security/totp-setting.ts";
import { addNotice } from "../../../venue/account/notices/notices.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { authenticatorCode } from "../../harness/venue/authenticator.ts";
import { startVenue, type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { totp, setupTotp, enableTotp, disableTotp, security, notices } = api.account;
const { login } = api.session;
const password = "correct horse battery";
const account = "ada@example.org";

/** Of the authenticator, by the venue's clock. */
const codeOf = (venue: TestVenue, secret: string, steps = 0) =>
  authenticatorCode(secret, venue.now(), steps);

const logIn = (venue: TestVenue, factor: string, ip = "203.0.113.9") =>
  venue.visitor.tell(
    login,
    { account, logintype: "email", loginway: "password", verifykey: password, totp: factor },
    { ip },
  );

async function turnOn(
  venue: TestVenue,
  ada: TestClient,
): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = await ada.ask(setupTotp, { password });
  const { recovery } = await ada.ask(enableTotp, { code: codeOf(venue, secret) });
  return { secret, recovery };
}

describeDatabases("a second factor", (open) => {
  test("is set up, turned on, asked for at each login, and turned off, with a notice of each", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    expect((await ada.tell(setupTotp, { password: "wrong one" })).status).toBe(200001);
    const begun = await ada.ask(setupTotp, { password });
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toBe(
      `otpauth://totp/Godwit:ada%40example.org?secret=${begun.secret}&issuer=Godwit&algorithm=SHA1&digits=6&period=30`,
    );
    expect(begun.expire_time).toBe(venue.now() + 600_000);
    // Nothing is asked for before it was shown to work.
    expect((await logIn(venue, "")).status).toBe(0);
    expect(await ada.ask(totp, {})).toEqual({
      enabled: 0,
      recovery_left: 0,
      since: null,
      passkeys: 0,
    });
    const { recovery } = await ada.ask(enableTotp, { code: codeOf(venue, begun.secret) });
    expect(new Set(recovery).size).toBe(10);
    // 24 characters of 5 bits each: 120.
    for (const code of recovery) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(await ada.ask(totp, {})).toEqual({
      enabled: 1,
      recovery_left: 10,
      since: venue.now(),
      passkeys: 0,
    });
    expect((await ada.tell(setupTotp, { password })).status).toBe(300017);

    for (const wrong of ["", "000000", "no code at all"])
      expect(await logIn(venue, wrong)).toMatchObject({ status: 300005, data: { factor: "totp" } });
    // The code it was turned on with was used by that.
    expect((await logIn(venue, codeOf(venue, begun.secret))).status).toBe(300005);
    await venue.wind(30_000);
    const code = codeOf(venue, begun.secret);
    expect((await logIn(venue, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(0);
    expect((await logIn(venue, code)).status).toBe(300005);

    await venue.wind(30_000);
    expect((await ada.tell(disableTotp, { password, code: "000000" })).status).toBe(300005);
    expect(
      (await ada.tell(disableTotp, { password: "wrong one", code: codeOf(venue, begun.secret) }))
        .status,
    ).toBe(200001);
    expect(
      (await ada.tell(disableTotp, { password, code: codeOf(venue, begun.secret) })).status,
    ).toBe(0);
    expect((await logIn(venue, "")).status).toBe(0);
    expect(await ada.ask(security, {})).toMatchObject({ held_until: venue.now() + 86_400_000 });
    expect((await ada.ask(notices, {})).list.map(({ title }) => title)).toEqual([
      "Second factor off",
      "Second factor on",
    ]);
    await venue.wind(1000);
    const audit = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select(["event", "outcome"])
        .where("event", "like", "second-factor-%")
        .orderBy("id")
        .execute(),
    );
    expect(audit.map(({ event, outcome }) => `${event} ${outcome}`).toSorted()).toEqual([
      "second-factor-begun 200001",
      "second-factor-begun ok",
      "second-factor-off 200001",
      "second-factor-off 300005",
      "second-factor-off ok",
      "second-factor-on ok",
    ]);
  });

  test("is stood in for by a recovery code, once, however it is typed, and its owner hears of it", async () => {
    const venue = await startVenue({ store: await open(), limits: { loginFreeFailures: 100 } });
    const ada = await venue.user(account);
    const { recovery } = await turnOn(venue, ada);
    const [first = "", second = ""] = recovery;
    expect((await logIn(venue, first.toLowerCase().replaceAll("-", " "))).status).toBe(0);
    expect((await logIn(venue, first)).status).toBe(300005);
    expect(await ada.ask(totp, {})).toMatchObject({ recovery_left: 9 });
    expect((await ada.ask(notices, {})).list[0]).toMatchObject({
      kind: "second_factor",
      facts: { event: "recovery", left: 9 },
    });
    const together = await Promise.all(Array.from({ length: 6 }, () => logIn(venue, second)));
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array(5).fill(300005),
    ]);
    expect((await ada.tell(disableTotp, { password, code: recovery[2] ?? "" })).status).toBe(0);
    // Those that are left belong to what was turned off.
    await turnOn(venue, ada);
    expect((await logIn(venue, recovery[3] ?? "")).status).toBe(300005);
  });

  test("one code of many logins at once opens one session", async () => {
    const venue = await startVenue({ store: await open(), limits: { loginFreeFailures: 100 } });
    const { secret } = await turnOn(venue, await venue.user(account));
    await venue.wind(30_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => logIn(venue, codeOf(venue, secret))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array(7).fill(300005),
    ]);
  });

  test("of one account opens and closes nothing of another; an operator takes it away, and money-out is held", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user(account);
    const eve = await venue.user("eve@example.org");
    const { secret, recovery } = await turnOn(venue, ada);
    await venue.wind(30_000);
    for (const code of [codeOf(venue, secret), recovery[0] ?? ""])
      expect((await eve.tell(disableTotp, { password, code })).status).toBe(300005);
    expect((await logIn(venue, "")).status).toBe(300005);
    const reset = () =>
      resetTotp(
        {
          store: venue.store,
          settings: venue.settings,
          audit: new AuditLog(venue.store, () => undefined),
          addNotice,
        },
        { userId: Number(ada.session?.id), by: "cli:ada", reason: "Lost phone.", now: venue.now() },
      );
    expect([await reset(), await reset()]).toEqual([true, false]);
    expect((await logIn(venue, "")).status).toBe(0);
    expect((await ada.ask(security, {})).held_until).toBe(venue.now() + 86_400_000);
    const audit = await venue.store.read((db) =>
      db.selectFrom("audit").select("facts").where("event", "=", "second-factor-reset").execute(),
    );
    expect(audit).toEqual([{ facts: JSON.stringify({ by: "cli:ada", reason: "Lost phone." }) }]);
  });
});

describe("a second factor, whatever the database", () => {
  test("takes the code of the step before and after, and no other; setting up is good for ten minutes and starts again each time", async () => {
    const venue = await startVenue({ limits: { loginFreeFailures: 100 } });
    const ada = await venue.user(account);
    const first = await ada.ask(setupTotp, { password });
    await venue.wind(600_000);
    expect(await ada.tell(enableTotp, { code: codeOf(venue, first.secret) })).toMatchObject({
      status: 300005,
      data: { reason: "expired" },
    });
    const second = await ada.ask(setupTotp, { password });
    expect(second.secret).not.toBe(first.secret);
    expect((await ada.tell(enableTotp, { code: codeOf(venue, first.secret) })).status).toBe(300005);
    expect((await ada.tell(enableTotp, { code: codeOf(venue, second.secret) })).status).toBe(0);
    expect(await ada.tell(enableTotp, { code: codeOf(venue, second.secret, 1) })).toMatchObject({
      status: 300005,
      data: { reason: "expired" },
    });
    await venue.wind(3_600_000);
    const answerTo = async (steps: number) =>
      (await logIn(venue, codeOf(venue, second.secret, steps))).status;
    expect([
      await answerTo(-2),
      await answerTo(2),
      await answerTo(-1),
      await answerTo(1),
      await answerTo(0),
    ]).toEqual([300005, 300005, 0, 0, 300005]);
  });

  test("is guessed no faster than a password, also within a session; asking what is wanted is no guess", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    const { secret } = await turnOn(venue, ada);
    for (let asked = 0; asked < 8; asked++) expect((await logIn(venue, "")).status).toBe(300005);
    for (let free = 0; free < 5; free++) expect((await logIn(venue, "000000")).status).toBe(300005);
    await venue.wind(30_000);
    // The wait began with the fifth.
    for (const wait of [1, 2, 4]) {
      expect((await logIn(venue, "000000")).status).toBe(300005);
      expect(await logIn(venue, codeOf(venue, secret))).toMatchObject({
        status: 200002,
        data: { wait: wait * 2 },
      });
      await venue.wind(wait * 2000);
    }
    expect((await logIn(venue, codeOf(venue, secret))).status).toBe(0);
    for (let free = 0; free < 5; free++)
      expect((await ada.tell(disableTotp, { password, code: "000000" })).status).toBe(300005);
    expect(await ada.tell(disableTotp, { password, code: codeOf(venue, secret, 1) })).toMatchObject(
      { status: 200002, data: { wait: 1 } },
    );
  });

  test("the database holds neither secret nor recovery code", async () => {
    const venue = await startVenue();
    const { secret, recovery } = await turnOn(venue, await venue.user(account));
    const held = JSON.stringify(
      await venue.store.read(async (db) => [
        await db.selectFrom("second_factor").selectAll().execute(),
        await db.selectFrom("recovery_code").selectAll().execute(),
        await db.selectFrom("audit").selectAll().execute(),
        await db.selectFrom("notice").selectAll().execute(),
      ]),
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(
      [secret, ...recovery, ...recovery.map((code) => code.replaceAll("-", ""))].filter((text) =>
        held.includes(text),
      ),
    ).toEqual([]);
    expect(JSON.stringify(venue.lines)).not.toContain(secret);
  });
});
