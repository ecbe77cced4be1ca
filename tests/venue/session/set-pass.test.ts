import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { moneyOutHeldUntil } from "../../../venue/session/password/password-rows.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { codesIn } from "./codes-in.ts";

const { setPass, userInfo, notices } = api.account;
const { setWpass } = api.wallet;
const { login, logout, forgot, sendCode } = api.session;
const old_password = "correct horse battery";
const password = "a wholly new phrase";
const account = "ada@example.org";
const logInWith = (venue: TestVenue, verifykey: string, ip = "203.0.113.9") =>
  venue.visitor.tell(
    login,
    { account, logintype: "email", loginway: "password", verifykey },
    { ip },
  );

describeDatabases("a changed password", (open) => {
  test("ends the other sessions at once, keeps this one, and is reported", async () => {
    const venue = await startVenue({ store: await open() });
    const ended: unknown[] = [];
    const here = await venue.user(account);
    const others = [await venue.login(account), await venue.login(account)];
    const gone = await venue.login(account);
    await gone.ask(logout, {});
    venue.bus.onEnd((sessions) => ended.push(sessions));
    expect(await here.ask(setPass, { old_password, password })).toEqual({ ended: 2 });
    expect(ended).toHaveLength(2);
    for (const other of others) expect((await other.tell(userInfo, {})).status).toBe(401);
    expect((await here.ask(notices, {})).list.map(({ kind }) => kind)).toEqual(["password"]);
    expect((await logInWith(venue, old_password)).status).toBe(200001);
    expect((await logInWith(venue, password)).status).toBe(0);
    expect(await venue.store.read((db) => moneyOutHeldUntil(db, Number(here.session?.id)))).toBe(
      venue.now() + 86_400_000,
    );
    const audit = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select(["event", "outcome", "facts"])
        .where("event", "=", "password-changed")
        .execute(),
    );
    expect(audit).toEqual([
      { event: "password-changed", outcome: "ok", facts: JSON.stringify({ ended: 2 }) },
    ]);
  });

  test("of many at once is changed once", async () => {
    const venue = await startVenue({ store: await open(), limits: { loginFreeFailures: 100 } });
    const ada = await venue.user(account);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ada.tell(setPass, { old_password, password: `${password} ${at}` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array(7).fill(300016),
    ]);
    const at = answers.findIndex(({ status }) => status === 0);
    expect((await logInWith(venue, `${password} ${at}`)).status).toBe(0);
  });
});

describe("the old password", () => {
  test("wrong is 300016: five times free, then with waits that double, and right it is forgiven", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    const wrong = () => ada.tell(setPass, { old_password: "wrong one", password });
    for (let free = 0; free < 5; free++) expect((await wrong()).status).toBe(300016);
    for (const wait of [1, 2, 4]) {
      expect(await wrong()).toMatchObject({ http: 200, status: 200002, data: { wait } });
      expect(await ada.tell(setPass, { old_password, password })).toMatchObject({
        status: 200002,
        data: { wait },
      });
      await venue.wind(wait * 1000);
      expect((await wrong()).status).toBe(300016);
    }
    await venue.wind(8000);
    expect((await ada.tell(setPass, { old_password, password })).status).toBe(0);
    for (let free = 0; free < 5; free++) expect((await wrong()).status).toBe(300016);
    // Who guesses within a session keeps nobody out who logs in.
    expect((await logInWith(venue, password)).status).toBe(0);
  });

  test("wrong a hundred times in a row must be set again with a code, and then all is judged again", async () => {
    const venue = await startVenue({
      limits: { sessionIdleSec: 10_000_000, sessionLifeSec: 10_000_000 },
    });
    const ada = await venue.user(account);
    for (let failures = 0; failures < 100; failures++) {
      await ada.tell(setPass, { old_password: "wrong one", password });
      await venue.wind(900_000);
    }
    expect(await ada.tell(setPass, { old_password, password })).toMatchObject({
      status: 200002,
      data: { reset_required: 1 },
    });
    await venue.visitor.ask(sendCode, { account, logintype: "email", scene: "forgot" });
    await venue.visitor.ask(forgot, {
      account,
      logintype: "email",
      code: (await codesIn(venue)).at(-1) ?? "",
      password,
    });
    const again = await venue.login(account, password);
    expect(
      (await again.tell(setPass, { old_password: password, password: old_password })).status,
    ).toBe(0);
  });

  test("found no room costs no try", async () => {
    const venue = await startVenue({
      limits: { argonPool: 1, argonQueue: 1, argonMemoryKiB: 8192 },
    });
    const ada = await venue.user(account);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.tell(setPass, { old_password: "wrong one", password })),
    );
    const judged = answers.filter(({ status }) => status === 300016).length;
    expect(answers.filter(({ status }) => status === 100006)).toHaveLength(5 - judged);
    const row = await venue.store.read((db) =>
      db
        .selectFrom("throttle")
        .select("count")
        .where("subject", "like", "password user%")
        .executeTakeFirstOrThrow(),
    );
    expect([judged < 5, row.count]).toEqual([true, judged]);
  });
});

describe("the new password", () => {
  test("that is the old one is 200004", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    expect((await ada.tell(setPass, { old_password, password: old_password })).status).toBe(200004);
    expect(
      (await ada.tell(setPass, { old_password: "wrong one", password: "wrong one" })).status,
    ).toBe(300016);
  });

  test.each([
    ["password1", "common"],
    [account, "account"],
  ])("%s is refused: %s", async (weak, problem) => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    expect(await ada.tell(setPass, { old_password, password: weak })).toMatchObject({
      status: 100005,
      data: { field: "password", problem },
    });
    expect((await logInWith(venue, old_password)).status).toBe(0);
  });

  test("is not the withdrawal password, which cannot be guessed here either", async () => {
    const venue = await startVenue();
    const ada = await venue.user(account);
    await ada.ask(setWpass, { wpassword: "48091372", password: old_password });
    expect(await ada.tell(setPass, { old_password, password: "48091372" })).toMatchObject({
      status: 100005,
      data: { field: "password", problem: "withdrawal" },
    });
    let current = old_password;
    for (const guess of ["48091373", "48091374", "48091375", "48091376", "48091377"]) {
      expect((await ada.tell(setPass, { old_password: current, password: guess })).status).toBe(0);
      current = guess;
    }
    expect(await ada.tell(setPass, { old_password: current, password: "48091378" })).toMatchObject({
      status: 200002,
      data: { wait: 900 },
    });
    expect((await ada.tell(setPass, { old_password: current, password })).status).toBe(0);
  });
});

test("neither password stands in the database or the log", async () => {
  const venue = await startVenue();
  const ada = await venue.user(account);
  await ada.ask(setWpass, { wpassword: "48091372", password: old_password });
  await ada.ask(setPass, { old_password, password });
  await venue.wind(1000);
  const tables = ["user", "session", "audit", "throttle", "notice"] as const;
  const dump = JSON.stringify(
    await Promise.all(
      tables.map((table) => venue.store.read((db) => db.selectFrom(table).selectAll().execute())),
    ),
    (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  for (const secret of [old_password, password, "48091372"])
    expect(dump + JSON.stringify(venue.lines)).not.toContain(secret);
});
