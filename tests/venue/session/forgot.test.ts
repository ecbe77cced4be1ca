import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { moneyOutHeldUntil } from "../../../venue/session/password/password-rows.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { codesIn } from "./codes-in.ts";

const { forgot, login, reg, sendCode } = api.session;
const { userInfo, notices } = api.account;
const day = 86_400_000;
const ada = { account: "ada@example.org", logintype: "email" } as const;
const fresh = "a wholly new phrase";

async function codeFor(
  venue: TestVenue,
  account: string = ada.account,
  scene: "forgot" | "wpass" | "reg" = "forgot",
): Promise<string> {
  await venue.visitor.ask(sendCode, { account, logintype: "email", scene });
  return (await codesIn(venue)).at(-1) ?? "";
}
const otherThan = (code: string) => (code === "123456" ? "654321" : "123456");
const logInAs = (venue: TestVenue, verifykey: string, ip?: string) =>
  venue.visitor.tell(
    login,
    { ...ada, loginway: "password", verifykey },
    ip === undefined ? {} : { ip },
  );

describeDatabases("a forgotten password", (open) => {
  test("is set again with a code, ends every session at once and logs nobody in", async () => {
    const venue = await startVenue({ store: await open() });
    const ended: unknown[] = [];
    venue.bus.onEnd((sessions) => ended.push(sessions));
    const old = [await venue.user(ada.account), await venue.login(ada.account)];
    const code = await codeFor(venue);
    expect(
      await venue.visitor.ask(forgot, {
        ...ada,
        account: "ADA@example.org",
        code,
        password: fresh,
      }),
    ).toEqual({});
    for (const client of old) expect((await client.tell(userInfo, {})).status).toBe(401);
    expect(ended).toHaveLength(2);
    expect((await logInAs(venue, "correct horse battery")).status).toBe(200001);

    const client = await venue.login(ada.account, fresh);
    const { list } = await client.ask(notices, {});
    expect(list.map(({ kind, facts }) => ({ kind, facts }))).toEqual([
      { kind: "password", facts: { ip: "203.0.113.9", until: venue.now() + day } },
    ]);
    expect(await venue.store.read((db) => moneyOutHeldUntil(db, Number(client.session?.id)))).toBe(
      venue.now() + day,
    );
    await venue.wind(1000);
    const audit = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select(["event", "outcome", "user_id"])
        .where("event", "=", "password-reset")
        .execute(),
    );
    expect(audit).toEqual([
      { event: "password-reset", outcome: "ok", user_id: Number(client.session?.id) },
    ]);
  });

  test("with one code twice at once is set once", async () => {
    const venue = await startVenue({ store: await open() });
    await venue.user(ada.account);
    const code = await codeFor(venue);
    const passwords = ["first of the two", "second of the two"];
    const answers = await Promise.all(
      passwords.map((password) => venue.visitor.tell(forgot, { ...ada, code, password })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([0, 300005]);
    const works = await Promise.all(
      passwords.map(async (password) => (await logInAs(venue, password)).status),
    );
    expect(works).toEqual(answers.map(({ status }) => (status === 0 ? 0 : 200001)));
  });

  test("does not let in who handed in the old one meanwhile", async () => {
    const venue = await startVenue({ store: await open(), limits: { resetsPerHour: 100 } });
    await venue.user(ada.account);
    const code = await codeFor(venue);
    const [reset, ...logins] = await Promise.all([
      venue.visitor.tell(forgot, { ...ada, code, password: fresh }),
      ...Array.from({ length: 6 }, () => logInAs(venue, "correct horse battery")),
    ]);
    expect(reset?.status).toBe(0);
    const unended = await venue.store.read((db) =>
      db.selectFrom("session").select("id").where("ended_at", "is", null).execute(),
    );
    expect(unended).toEqual([]);
    expect(logins.filter(({ status }) => ![0, 200001, 200002].includes(status))).toEqual([]);
    expect((await logInAs(venue, "correct horse battery")).status).not.toBe(0);
  });
});

describe("a code for a new password", () => {
  test.each([
    ["of another purpose", "wpass"],
    ["of nobody", undefined],
  ] as const)("%s is none", async (_what, scene) => {
    const venue = await startVenue();
    await venue.user(ada.account);
    const code = scene === undefined ? "123456" : await codeFor(venue, ada.account, scene);
    expect((await venue.visitor.tell(forgot, { ...ada, code, password: fresh })).status).toBe(
      300005,
    );
    expect((await logInAs(venue, "correct horse battery")).status).toBe(0);
  });

  test("works once, for ten minutes, for five tries", async () => {
    const venue = await startVenue({ limits: { resetsPerHour: 100 } });
    await venue.user(ada.account);
    const used = await codeFor(venue);
    await venue.visitor.ask(forgot, { ...ada, code: used, password: fresh });
    expect(
      (await venue.visitor.tell(forgot, { ...ada, code: used, password: "yet another phrase" }))
        .status,
    ).toBe(300005);

    await venue.wind(60_000);
    const old = await codeFor(venue);
    await venue.wind(600_000);
    expect((await venue.visitor.tell(forgot, { ...ada, code: old, password: fresh })).status).toBe(
      300005,
    );

    const guessed = await codeFor(venue);
    for (let tries = 0; tries < 5; tries++)
      expect(
        (await venue.visitor.tell(forgot, { ...ada, code: otherThan(guessed), password: fresh }))
          .status,
      ).toBe(300005);
    expect(
      (await venue.visitor.tell(forgot, { ...ada, code: guessed, password: fresh })).status,
    ).toBe(300005);
  });

  test("is tried five times an hour from one address, and not counted for want of room", async () => {
    const venue = await startVenue();
    await venue.user(ada.account);
    const code = await codeFor(venue);
    const attempt = (ip: string) =>
      venue.visitor.tell(forgot, { ...ada, code: otherThan(code), password: fresh }, { ip });
    for (let at = 0; at < 5; at++) expect((await attempt(`2001:db8::${at}`)).status).toBe(300005);
    expect(await attempt("2001:db8::9")).toMatchObject({
      http: 429,
      status: 100006,
      data: { wait: 3600 },
    });
    expect((await attempt("192.0.2.1")).status).toBe(300005);
    await venue.wind(3_600_000);
    expect((await attempt("2001:db8::9")).status).toBe(300005);

    const full = await startVenue({
      limits: { argonPool: 1, argonQueue: 1, argonMemoryKiB: 8192 },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        full.visitor.tell(forgot, { ...ada, code: "123456", password: fresh }, { ip: "192.0.2.1" }),
      ),
    );
    const judged = answers.filter(({ status }) => status === 300005).length;
    expect(judged).toBeLessThan(5);
    const row = await full.store.read((db) =>
      db
        .selectFrom("throttle")
        .select("count")
        .where("subject", "like", "reset address%")
        .executeTakeFirstOrThrow(),
    );
    expect(row.count).toBe(judged);
  });
});

describe("whether an account exists", () => {
  test("shows neither in the answers nor in the hashes made", async () => {
    const story = async (account: string, password: string) => {
      const venue = await startVenue({
        limits: { argonPool: 1, argonQueue: 1, argonMemoryKiB: 8192, resetsPerHour: 100 },
      });
      await venue.user("known@example.org");
      const answerTo = async (code: string) => {
        const { status, data, msg, http } = await venue.visitor.tell(forgot, {
          account,
          logintype: "email",
          code,
          password,
        });
        return { status, data, msg, http };
      };
      const answers = [
        await venue.visitor
          .tell(sendCode, { account, logintype: "email", scene: "forgot" })
          .then(({ status, data, msg }) => ({ status, data, msg, http: 200 })),
      ];
      for (const code of ["000000", "111111", "222222", "333333", "444444", "555555"])
        answers.push(await answerTo(code));
      // One hashes, one waits, the rest find no room: a call that did not hash would be refused otherwise.
      const crowd = await Promise.all(Array.from({ length: 4 }, () => answerTo("000000")));
      return [...answers, ...crowd.toSorted((a, b) => a.status - b.status)];
    };
    for (const password of [fresh, "4809137265"]) {
      const known = await story("known@example.org", password);
      expect(await story("unknown@example.org", password)).toEqual(known);
      expect(known.map(({ status }) => status)).toEqual([
        0, 300005, 300005, 300005, 300005, 300005, 300005, 100006, 100006, 300005, 300005,
      ]);
    }
  });

  test("an unknown account gets no password, whatever the code", async () => {
    const venue = await startVenue();
    const code = await codeFor(venue, "nobody@example.org", "reg");
    expect(
      (
        await venue.visitor.tell(forgot, {
          account: "nobody@example.org",
          logintype: "email",
          code,
          password: fresh,
        })
      ).status,
    ).toBe(300005);
    expect(await venue.store.read((db) => db.selectFrom("user").select("id").execute())).toEqual(
      [],
    );
  });
});

describe("the new password", () => {
  test.each([
    ["password1", { field: "password", problem: "common" }],
    ["ada@example.org", { field: "password", problem: "account" }],
  ])("%s is refused with the reason, before anything is counted", async (password, data) => {
    const venue = await startVenue();
    await venue.user(ada.account);
    const code = await codeFor(venue);
    for (let at = 0; at < 6; at++)
      expect(await venue.visitor.tell(forgot, { ...ada, code, password })).toMatchObject({
        status: 100005,
        data,
      });
    expect((await venue.visitor.tell(forgot, { ...ada, code, password: fresh })).status).toBe(0);
  });

  test("is not the withdrawal password", async () => {
    const venue = await startVenue();
    const client = await venue.user(ada.account);
    await client.ask(api.wallet.setWpass, {
      wpassword: "48091372",
      password: "correct horse battery",
    });
    const code = await codeFor(venue);
    expect(await venue.visitor.tell(forgot, { ...ada, code, password: "48091372" })).toMatchObject({
      status: 100005,
      data: { field: "password", problem: "withdrawal" },
    });
    expect((await venue.visitor.tell(forgot, { ...ada, code, password: "48091373" })).status).toBe(
      0,
    );
  });

  test.each([
    ["ada", "email", 300004],
    ["0123", "phone", 100005],
  ] as const)("for %s, which is no %s account, is refused", async (account, logintype, status) => {
    const venue = await startVenue();
    expect(
      (await venue.visitor.tell(forgot, { account, logintype, code: "123456", password: fresh }))
        .status,
    ).toBe(status);
  });
});

describe("a hundred failures in a row", () => {
  async function failHundredTimes(venue: TestVenue, ip: string): Promise<void> {
    for (let failures = 0; failures < 100; failures++) {
      expect((await logInAs(venue, "wrong one", ip)).status).toBe(200001);
      await venue.wind(900_000);
    }
  }
  const capped = { status: 200002, data: { wait: 900, reset_required: 1 } };

  test("leave only a new password, from wherever; it lifts every count of the account", async () => {
    const venue = await startVenue({
      limits: { sessionIdleSec: 10_000_000, sessionLifeSec: 10_000_000 },
    });
    await venue.user(ada.account);
    await failHundredTimes(venue, "192.0.2.66");
    expect(await logInAs(venue, "correct horse battery", "192.0.2.66")).toMatchObject(capped);
    // Neither time nor the sweep lifts it, nor a clock set back.
    await venue.wind(40 * day);
    expect(await logInAs(venue, "correct horse battery", "192.0.2.66")).toMatchObject(capped);
    await venue.wind(-80 * day);
    expect(await logInAs(venue, "correct horse battery", "192.0.2.66")).toMatchObject(capped);
    await venue.wind(80 * day);
    // Where the owner logged in before, there is a count of its own.
    expect((await logInAs(venue, "correct horse battery")).status).toBe(0);
    await failHundredTimes(venue, "203.0.113.9");
    expect(await logInAs(venue, "correct horse battery")).toMatchObject(capped);

    await venue.visitor.ask(forgot, { ...ada, code: await codeFor(venue), password: fresh });
    expect((await logInAs(venue, fresh, "192.0.2.66")).status).toBe(0);
    expect((await logInAs(venue, fresh)).status).toBe(0);
  });

  test("are answered alike for an account that does not exist, and its later owner is let in", async () => {
    const venue = await startVenue();
    await failHundredTimes(venue, "192.0.2.66");
    expect(await logInAs(venue, "wrong one", "192.0.2.66")).toMatchObject(capped);
    await venue.visitor.ask(reg, { ...ada, password: "correct horse battery" });
    expect((await logInAs(venue, "correct horse battery", "192.0.2.66")).status).toBe(0);
  });
});

test("a login from a place not seen before leaves a notice, the first one and known places none", async () => {
  const venue = await startVenue();
  await venue.user(ada.account);
  await logInAs(venue, "correct horse battery");
  await logInAs(venue, "correct horse battery", "192.0.2.66");
  await logInAs(venue, "correct horse battery", "192.0.2.66");
  const client = await venue.login(ada.account);
  const { list } = await client.ask(notices, {});
  expect(list.map(({ kind, facts }) => ({ kind, facts }))).toEqual([
    { kind: "login", facts: { ip: "192.0.2.66" } },
  ]);
});
