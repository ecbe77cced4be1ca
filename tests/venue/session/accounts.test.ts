import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { outboxSender } from "../../../venue/session/codes/codes.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { reg, login, logout, sendCode } = api.session;
const { userInfo } = api.account;
const password = "correct horse battery";
const byMail = (account: string) => ({ account, logintype: "email", password }) as const;
const loginAs = (account: string, verifykey = password) =>
  ({ account, logintype: "email", loginway: "password", verifykey }) as const;

describe("registration", () => {
  test("opens an account, whose owner logs in, sees itself and logs out", async () => {
    const venue = await startVenue();
    await venue.visitor.ask(reg, byMail("Ada@Example.org"));
    const { token, player, certstatus } = await venue.visitor.ask(
      login,
      loginAs("ada@example.ORG"),
    );
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(certstatus).toBe(0);
    expect(player).toMatchObject({
      account: "ada@example.org",
      status: 0,
      trade_status: 1,
      iscontrol: 0,
      wpassword: "",
      token,
      credit_score: 100,
    });

    const ada = await venue.login("ada@example.org");
    const seen = await ada.ask(userInfo, {});
    expect(seen.player).toMatchObject({
      id: player.id,
      token: "",
      regip: "203.0.113.9",
      lastip: "203.0.113.9",
      create_time: venue.now(),
    });

    await ada.ask(logout, {});
    expect((await ada.tell(userInfo, {})).status).toBe(401);
  });

  test("gives the paper funds of the settings, in the books", async () => {
    const venue = await startVenue({ settings: { welcome: { USDT: "10000", BTC: "0.5" } } });
    const ada = await venue.user();
    const { balances } = await ada.ask(api.wallet.walletBalance, {});
    expect(balances.find(({ flag }) => flag === "USDT")).toMatchObject({
      balance: 10000,
      balance_str: "10000.00000000",
    });
    expect(balances.find(({ flag }) => flag === "BTC")).toMatchObject({ balance: 0.5 });
    const bills = await ada.ask(api.wallet.tradeRecord, {});
    expect(
      bills.list.map(({ flag, type, sub_type }) => `${flag} ${type} ${sub_type}`).toSorted(),
    ).toEqual(["BTC 2 welcome", "USDT 2 welcome"]);
  });

  test.each([
    ["no e-mail address", { account: "ada", logintype: "email" }, 300004],
    ["an address without a domain", { account: "ada@", logintype: "email" }, 300004],
    [
      "an address that turns what stands beside it",
      { account: "\u202eada@example.org", logintype: "email" },
      300004,
    ],
    [
      "an address with a letter nobody sees",
      { account: "a\u200bda@example.org", logintype: "email" },
      300004,
    ],
    ["a phone number without its country", { account: "0123456789", logintype: "phone" }, 100005],
    [
      "an unknown invitation",
      { account: "a@example.org", logintype: "email", invite_code: "NOSUCHONE" },
      300003,
    ],
    ["a wrong code", { account: "a@example.org", logintype: "email", code: "000000" }, 300005],
    [
      "a short password",
      { account: "a@example.org", logintype: "email", password: "short" },
      100005,
    ],
  ] as const)("refuses %s", async (_what, request, code) => {
    const venue = await startVenue();
    expect((await venue.visitor.tell(reg, { password, ...request })).status).toBe(code);
  });

  test.each([
    "password1",
    "QWERTYuiop",
    "godwit2024",
    "aaaaaaaa",
    "abcdefgh",
    "ada.love@example.org",
  ])("refuses the common password %s and says which field", async (weak) => {
    const venue = await startVenue();
    const answer = await venue.visitor.tell(reg, {
      account: "ada.love@example.org",
      logintype: "email",
      password: weak,
    });
    expect(answer).toMatchObject({ status: 100005, data: { field: "password" } });
  });

  test("refuses a taken account, whatever its case: e-mail 300024, phone 300002", async () => {
    const venue = await startVenue();
    const phone = { account: "+33612345678", logintype: "phone", password } as const;
    await venue.visitor.ask(reg, byMail("ada@example.org"));
    await venue.visitor.ask(reg, phone);
    expect((await venue.visitor.tell(reg, byMail("ADA@example.org"))).status).toBe(300024);
    expect((await venue.visitor.tell(reg, phone)).status).toBe(300002);
  });

  test("knows an address again that another keyboard writes in other letters", async () => {
    const venue = await startVenue();
    await venue.visitor.ask(reg, byMail("Andr\u00e9@example.org"));
    expect((await venue.visitor.tell(reg, byMail("andre\u0301@example.org"))).status).toBe(300024);
    expect(
      (await venue.visitor.ask(login, loginAs("ANDRE\u0301@example.org"))).player.account,
    ).toBe("andr\u00e9@example.org");
  });

  test("of two at once opens one", async () => {
    const venue = await startVenue();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => venue.visitor.tell(reg, byMail("ada@example.org"))),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 7 }, () => 300024),
    ]);
  });

  test("counts whom someone invited, and whom those invited", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const { player } = await ada.ask(userInfo, {});
    expect(player.invite_code).toMatch(/^[A-Z2-9]{8}$/);
    await venue.visitor.ask(reg, {
      ...byMail("bob@example.org"),
      invite_code: String(player.invite_code).toLowerCase(),
    });
    const bob = await venue.login("bob@example.org");
    const bobSeen = (await bob.ask(userInfo, {})).player;
    expect(bobSeen.pid).toBe(player.id);
    await venue.visitor.ask(reg, {
      ...byMail("cyd@example.org"),
      invite_code: String(bobSeen.invite_code),
    });
    expect((await ada.ask(userInfo, {})).player).toMatchObject({
      invite_member_count: 1,
      team_member_count: 2,
    });
    expect((await bob.ask(userInfo, {})).player).toMatchObject({
      invite_member_count: 1,
      team_member_count: 1,
    });
  });

  test("asks for what the settings require", async () => {
    const venue = await startVenue({
      settings: { reg: { inviteRequired: true, codeRequired: false } },
    });
    expect((await venue.visitor.tell(reg, byMail("ada@example.org"))).status).toBe(300003);
    const strict = await startVenue({
      settings: { reg: { inviteRequired: false, codeRequired: true } },
    });
    expect((await strict.visitor.tell(reg, byMail("ada@example.org"))).status).toBe(300005);
  });

  test("from one address only so often an hour", async () => {
    const venue = await startVenue({ limits: { registrationsPerHour: 2 } });
    const from = (account: string, ip: string) => venue.visitor.tell(reg, byMail(account), { ip });
    expect((await from("a@example.org", "2001:db8:1:2::1")).status).toBe(0);
    expect((await from("b@example.org", "2001:db8:1:2::2")).status).toBe(0);
    const third = await from("c@example.org", "2001:db8:1:2:3::9");
    expect(third).toMatchObject({ http: 429, status: 100006 });
    expect(third.headers.get("retry-after")).toBe("3600");
    expect((await from("c@example.org", "2001:db8:1:3::1")).status).toBe(0);
  });

  test("one that is refused is no registration, and is counted as a try", async () => {
    const venue = await startVenue({ limits: { registrationsPerHour: 1 } });
    await venue.user("ada@example.org");
    const from = (account: string, more = {}) =>
      venue.visitor.tell(reg, { ...byMail(account), ...more }, { ip: "192.0.2.1" });
    expect((await from("ada@example.org")).status).toBe(300024);
    expect((await from("bob@example.org", { invite_code: "NOSUCH" })).status).toBe(300003);
    expect((await from("bob@example.org")).status).toBe(0);
    expect(await from("eve@example.org")).toMatchObject({
      http: 429,
      status: 100006,
      data: { wait: 3600 },
    });
    for (let tries = 4; tries < 12; tries++)
      expect((await from("ada@example.org")).status).toBe(300024);
    expect((await from("ada@example.org")).http).toBe(429);
  });
});

describe("codes", () => {
  const codeFor = (venue: Awaited<ReturnType<typeof startVenue>>) =>
    venue.store.read(async (db) =>
      (await db.selectFrom("outbox").select("content").orderBy("id").execute()).map(
        ({ content }) => content,
      ),
    );
  const wanted = { account: "ada@example.org", logintype: "email", scene: "reg" } as const;

  test("open an account once, within ten minutes, for their purpose", async () => {
    const venue = await startVenue({
      settings: { reg: { inviteRequired: false, codeRequired: true } },
    });
    expect(await venue.visitor.ask(sendCode, wanted)).toEqual({
      expire: 600,
      resend: 60,
      channel: "operator",
    });
    const [code = ""] = await codeFor(venue);
    expect(code).toMatch(/^\d{6}$/);
    await venue.visitor.ask(reg, { ...byMail("ada@example.org"), code });
    expect((await venue.visitor.tell(reg, { ...byMail("ada@example.org"), code })).status).toBe(
      300005,
    );
  });

  test("stand in the outbox and on the console, never in the log, which names nobody whole", async () => {
    const printed: string[] = [];
    const logged: unknown[] = [];
    const sendCodes = outboxSender(
      (...line) => void logged.push(line),
      (line) => void printed.push(line),
    );
    const venue = await startVenue({ sendCode: sendCodes });
    await venue.visitor.ask(sendCode, wanted);
    await venue.visitor.ask(sendCode, {
      account: "+491701234567",
      logintype: "phone",
      scene: "reg",
    });
    const [mailed = "", texted = ""] = await codeFor(venue);
    expect(printed).toEqual([
      `Code for a***@example.org: ${mailed} (reg, good for 10 minutes)`,
      `Code for +49***67: ${texted} (reg, good for 10 minutes)`,
    ]);
    expect(logged).toEqual([
      ["info", "code sent", { channel: "email", recipient: "a***@example.org", scene: "reg" }],
      ["info", "code sent", { channel: "phone", recipient: "+49***67", scene: "reg" }],
    ]);
    expect(JSON.stringify(venue.lines)).not.toMatch(
      new RegExp(`${mailed}|${texted}|ada@|1701234567`),
    );
  });

  test("die of age and of five wrong guesses, made one by one or at once", async () => {
    const venue = await startVenue({
      settings: { reg: { inviteRequired: false, codeRequired: true } },
    });
    await venue.visitor.ask(sendCode, wanted);
    await venue.wind(600_000);
    expect(
      (
        await venue.visitor.tell(reg, {
          ...byMail("ada@example.org"),
          code: (await codeFor(venue))[0] ?? "",
        })
      ).status,
    ).toBe(300005);

    await venue.visitor.ask(sendCode, wanted);
    const right = (await codeFor(venue))[1] ?? "";
    const wrong = right === "123456" ? "654321" : "123456";
    await Promise.all(
      Array.from({ length: 5 }, () =>
        venue.visitor.tell(reg, { ...byMail("ada@example.org"), code: wrong }),
      ),
    );
    expect(
      (await venue.visitor.tell(reg, { ...byMail("ada@example.org"), code: right })).status,
    ).toBe(300005);
  });

  test("go out once a minute and five times an hour for one account", async () => {
    const venue = await startVenue();
    await venue.visitor.ask(sendCode, wanted);
    expect(await venue.visitor.tell(sendCode, wanted)).toMatchObject({
      http: 429,
      status: 100006,
      data: { wait: 60 },
    });
    for (let sent = 1; sent < 5; sent++) {
      await venue.wind(60_000);
      await venue.visitor.ask(sendCode, wanted);
    }
    await venue.wind(60_000);
    expect(await venue.visitor.tell(sendCode, wanted)).toMatchObject({
      status: 100006,
      data: { wait: 3600 - 300 },
    });
  });

  test("go out only so often an hour from one address, for every recipient; what must wait is not counted", async () => {
    const venue = await startVenue({ limits: { codesPerAddress: 3 } });
    const ask = (account: string, ip: string) =>
      venue.visitor.tell(sendCode, { account, logintype: "email", scene: "reg" }, { ip });
    expect((await ask("a@example.org", "2001:db8::1")).status).toBe(0);
    for (let at = 0; at < 5; at++)
      expect(await ask("a@example.org", "2001:db8::2")).toMatchObject({
        status: 100006,
        data: { wait: 60 },
      });
    for (const account of ["b@example.org", "c@example.org"])
      expect((await ask(account, "2001:db8::3")).status).toBe(0);
    expect(await ask("d@example.org", "2001:db8::4")).toMatchObject({
      http: 429,
      status: 100006,
      data: { wait: 3600 },
    });
    expect((await ask("d@example.org", "192.0.2.1")).status).toBe(0);
    await venue.wind(3_600_000);
    expect((await ask("d@example.org", "2001:db8::4")).status).toBe(0);
  });

  test("are answered alike for known and unknown accounts, and stored as hashes only", async () => {
    const venue = await startVenue();
    await venue.user("known@example.org");
    const known = await venue.visitor.tell(sendCode, {
      ...wanted,
      account: "known@example.org",
      scene: "forgot",
    });
    const unknown = await venue.visitor.tell(sendCode, {
      ...wanted,
      account: "unknown@example.org",
      scene: "forgot",
    });
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null });
    expect(known.data).toEqual({ expire: 600, resend: 60, channel: "operator" });
    expect(await codeFor(venue)).toHaveLength(1);
    const stored = await venue.store.read((db) =>
      db.selectFrom("code").select("code_hash").execute(),
    );
    expect(stored.every(({ code_hash }) => /^[0-9a-f]{64}$/.test(code_hash))).toBe(true);
  });
});

describe("sessions", () => {
  test("at most five live at once; the oldest goes", async () => {
    const venue = await startVenue();
    const first = await venue.user("ada@example.org");
    const later = [];
    for (let at = 0; at < 5; at++) {
      await venue.wind(1000);
      later.push(await venue.login("ada@example.org"));
    }
    expect((await first.tell(userInfo, {})).status).toBe(401);
    expect(
      await Promise.all(later.map(async (client) => (await client.tell(userInfo, {})).status)),
    ).toEqual([0, 0, 0, 0, 0]);
  });

  test("end by age with 200003: idle for a day, or a week old", async () => {
    const venue = await startVenue();
    const idle = await venue.user("idle@example.org");
    const busy = await venue.user("busy@example.org");
    await venue.wind(86_399_000);
    expect((await busy.tell(userInfo, {})).status).toBe(0);
    await venue.wind(1000);
    expect((await idle.tell(userInfo, {})).status).toBe(200003);
    for (let hours = 24; hours < 7 * 24; hours += 12) {
      expect((await busy.tell(userInfo, {})).status).toBe(0);
      await venue.wind(43_200_000);
    }
    expect((await busy.tell(userInfo, {})).status).toBe(200003);
  });

  test("their streams hear of the end", async () => {
    const venue = await startVenue();
    const ended: unknown[] = [];
    venue.bus.onEnd((sessions) => ended.push(sessions));
    const ada = await venue.user();
    await ada.ask(logout, {});
    expect(ended).toEqual([{ sessionId: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  });

  test("the database holds no token and no password", async () => {
    const venue = await startVenue();
    const ada = await venue.user("ada@example.org");
    const tables = ["user", "session", "audit", "throttle", "spent_nonce"] as const;
    const dump = JSON.stringify(
      await Promise.all(
        tables.map((table) => venue.store.read((db) => db.selectFrom(table).selectAll().execute())),
      ),
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(dump).toContain("ada@example.org");
    expect(dump).not.toContain(ada.session?.token);
    expect(dump).not.toContain(password);
    expect(JSON.stringify(venue.lines)).not.toContain(ada.session?.token);
  });
});

describe("audit", () => {
  test("keeps logins, refusals and refused signatures, and lets nobody change them", async () => {
    const venue = await startVenue();
    const ada = await venue.user("ada@example.org");
    await venue.visitor.tell(login, loginAs("ada@example.org", "wrong password"));
    await venue.visitor.send(
      { method: "GET", path: "/api/account/userInfo" },
      {},
      { headers: { ...ada.sign(), sign: "0".repeat(32) } },
    );
    await venue.wind(1000);
    const rows = await venue.store.read((db) =>
      db.selectFrom("audit").select(["event", "outcome"]).orderBy("id").execute(),
    );
    expect(rows).toEqual([
      { event: "register", outcome: "ok" },
      { event: "login", outcome: "ok" },
      { event: "login", outcome: "200001" },
      { event: "signature-refused", outcome: "401" },
    ]);
    await expect(
      venue.store.command(({ db }) => db.updateTable("audit").set({ outcome: "ok" }).execute()),
    ).rejects.toThrow(/append-only/);
  });
});
