import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { migrations } from "../../../venue/migrations.ts";
import { commands } from "../../../venue/operator/commands/command-table.ts";
import { helpText, parseCommand } from "../../../venue/operator/commands/parse-command.ts";
import { operate as runOperate } from "../../harness/venue/operate.ts";
import { type Settings } from "../../../venue/settings/settings.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/database/databases.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";

/** On the venue's own store; `onPause` happens while it waits. */
const operate = (
  venue: { store: Store; now: () => number; settings?: Settings },
  args: readonly string[],
  onPause: () => Promise<boolean> = async () => false,
) => runOperate(venue, args, { pause: onPause });

const askCode = (venue: TestVenue, account: string, scene: "reg" | "forgot" = "forgot") =>
  venue.visitor.ask(api.session.sendCode, { account, logintype: "email", scene });

describeDatabases("the operator's command line", (open) => {
  test("changes a standing: shown to the user, held at the next request, in the audit log", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user("ada@example.org");
    const said = await operate(venue, [
      "status",
      "ADA@example.org",
      "frozen",
      "--reason",
      "Papers are missing.",
    ]);
    expect(said).toEqual({
      code: 0,
      lines: ["ada@example.org is now: frozen, trading on, withdrawals on."],
      faults: [],
    });
    expect((await ada.ask(api.account.userInfo, {})).player).toMatchObject({
      status: 1,
      memo: "Papers are missing.",
    });
    expect(
      (await operate(venue, ["trade", "ada@example.org", "off", "--reason", "No new orders."]))
        .lines,
    ).toEqual(["ada@example.org is now: frozen, trading off, withdrawals on."]);
    await operate(venue, ["withdraw", `#${ada.session?.id}`, "off", "--reason", "No payouts."]);
    expect((await ada.ask(api.account.userInfo, {})).player).toMatchObject({
      status: 1,
      trade_status: 0,
      wstatus: 0,
      memo: "No payouts.",
    });
    await operate(venue, ["status", "ada@example.org", "prohibited", "--reason", "Closed."]);
    expect((await ada.tell(api.account.userInfo, {})).status).toBe(401);
    const audit = await operate(venue, ["audit", "--account", "ada@example.org", "--last", "4"]);
    expect(audit.lines).toHaveLength(5);
    expect(audit.lines[1]).toContain("standing-changed");
    expect(
      audit.lines
        .map((line) => line.slice(line.indexOf("{")))
        .map((text) => /"by":"(.+?)","reason":"(.+?)"/.exec(text)?.slice(1)),
    ).toEqual([
      undefined,
      ["cli:tester", "Papers are missing."],
      ["cli:tester", "No new orders."],
      ["cli:tester", "No payouts."],
      ["cli:tester", "Closed."],
    ]);
  });

  test("lists the codes that are good: not used up, replaced, over or another's", async () => {
    const venue = await startVenue({ store: await open() });
    expect((await operate(venue, ["outbox"])).lines).toEqual(["No code is waiting."]);
    await venue.user("ada@example.org");
    await askCode(venue, "ada@example.org");
    await askCode(venue, "new@example.org", "reg");
    const codeOf = (lines: readonly string[], account: string) =>
      /\d{6}/.exec(lines.find((line) => line.startsWith(account)) ?? "")?.[0] ?? "";
    const first = (await operate(venue, ["outbox"])).lines;
    expect(first).toHaveLength(3);
    expect(first[2]).toMatch(/^ada@example\.org +forgot +\d{6} +10 min +for you to pass on$/);
    expect((await operate(venue, ["outbox", "--account", "New@example.org"])).lines).toHaveLength(
      2,
    );
    await venue.wind(120_000);
    await askCode(venue, "ada@example.org");
    const second = (await operate(venue, ["outbox", "--account", "ada@example.org"])).lines;
    expect(second).toHaveLength(2);
    expect(second[1]).toContain("10 min");
    expect((await operate(venue, ["outbox", "--account", "new@example.org"])).lines[1]).toContain(
      "8 min",
    );
    const code = codeOf((await operate(venue, ["outbox"])).lines, "new@example.org");
    await venue.visitor.ask(api.session.reg, {
      account: "new@example.org",
      logintype: "email",
      password: "correct horse battery",
      code,
    });
    expect((await operate(venue, ["outbox", "--account", "new@example.org"])).lines).toEqual([
      "No code is waiting.",
    ]);
    await venue.wind(600_000);
    expect((await operate(venue, ["outbox"])).lines).toEqual(["No code is waiting."]);
  });

  test("follows the outbox, telling each new code once", async () => {
    const venue = await startVenue({ store: await open() });
    for (const name of ["ada", "bob"]) await venue.user(`${name}@example.org`);
    await askCode(venue, "ada@example.org");
    let pauses = 0;
    const said = await operate(venue, ["outbox", "--follow"], async () => {
      pauses++;
      if (pauses === 2) await askCode(venue, "bob@example.org");
      return pauses < 5;
    });
    expect(said.lines.map((line) => line.split(" ")[0])).toEqual([
      "ACCOUNT",
      "ada@example.org",
      "bob@example.org",
    ]);
  });

  test("says what became of a mail, and follows it", async () => {
    const venue = await startVenue({ store: await open() });
    await venue.user("ada@example.org");
    await askCode(venue, "ada@example.org");
    const become = (state: "queued" | "sent", content?: string) =>
      venue.store.command(
        async ({ db }) =>
          void (await db
            .updateTable("outbox")
            .set({ state, ...(content !== undefined && { content }) })
            .execute()),
      );
    await become("queued");
    let pauses = 0;
    const { lines } = await operate(venue, ["outbox", "--follow"], async () => {
      if (pauses === 1) await become("sent", "");
      return ++pauses < 4;
    });
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^ada@example\.org +forgot +\d{6} +10 min +mail waits$/),
      "ada@example.org  forgot  -  10 min  mail sent",
    ]);
  });

  test("shows a user's facts, and nothing that grants access", async () => {
    const venue = await startVenue({ store: await open() });
    await venue.user("ada@example.org");
    const { lines, code } = await operate(venue, ["user", "ada@example.org"]);
    const text = lines.join("\n");
    expect(code).toBe(0);
    for (const fact of [
      /^account +ada@example\.org \(email\)$/m,
      /^status +normal, trading on, withdrawals on$/m,
      /^withdrawal password +not set$/m,
      /^sessions +1$/m,
      /^funds +USDT 10000 \(available 10000\)$/m,
      /^registered +2023-11-14 22:00:00Z from 203\.0\.113\.9$/m,
    ])
      expect(text).toMatch(fact);
    const [row] = await venue.store.read((db) =>
      db
        .selectFrom("user")
        .innerJoin("session", "session.user_id", "user.id")
        .select(["password_hash", "session.id as sid"])
        .execute(),
    );
    expect(row).toBeDefined();
    expect(text).not.toContain(row?.password_hash ?? "");
    expect(text).not.toContain(String(row?.sid));
    expect(text).not.toMatch(/argon|\$/);
  });

  test("prints nothing that moves the cursor, or turns or hides what stands beside it", async () => {
    const venue = await startVenue({ store: await open() });
    const said = await operate(venue, ["user", "\u202e\u200b\u001b[2Jada\u2028"]);
    expect(said).toEqual({ code: 2, lines: [], faults: ['There is no account "???[2Jada?".'] });
  });

  test("verifies the whole ledger and names what is broken", async () => {
    const venue = await startVenue({ store: await open() });
    await venue.user();
    await venue.wind(2000);
    const good = await operate(venue, ["verify"]);
    expect(good.code).toBe(0);
    const rules = good.lines.length - 1;
    expect(rules).toBeGreaterThanOrEqual(17);
    expect(good.lines.at(-1)).toBe(`All ${rules} invariants hold.`);
    expect(good.lines).toContain("holds   a journal balances in each currency (1 journal)");
    expect(good.lines).toContain("holds   every sealed block has its hash (1 block)");
    await venue.store.command(
      async ({ db }) =>
        void (await sql`update account set balance = balance + 1 where owner like 'user%' and kind = 'available'`.execute(
          db,
        )),
    );
    const bad = await operate(venue, ["verify"]);
    expect(bad.code).toBe(1);
    expect(bad.lines.filter((line) => line.startsWith("BROKEN"))).toEqual([
      "BROKEN  balances sum to zero in each currency (2 accounts)",
      "BROKEN  a balance is the sum of its entries (2 accounts)",
    ]);
    expect(bad.lines.at(-1)).toBe(`2 of ${rules} invariants are broken.`);
  });

  test("does nothing on tables it does not know", async () => {
    const store = await open();
    const said = await operate({ store, now: () => 0 }, ["verify"]);
    expect(said.code).toBe(0);
    await store.command(
      async ({ db }) =>
        void (await sql`update kysely_migration set name = '9999-later' where name = '0050-spot'`.execute(
          db,
        )),
    );
    expect(await operate({ store, now: () => 0 }, ["verify"])).toMatchObject({
      code: 2,
      faults: [expect.stringContaining("older version")],
    });
    await store.command(
      async ({ db }) =>
        void (await sql`insert into kysely_migration (name, timestamp) values ('0050-spot', '0')`.execute(
          db,
        )),
    );
    expect(await operate({ store, now: () => 0 }, ["verify"])).toMatchObject({
      code: 2,
      faults: [expect.stringContaining("newer version")],
    });
  });
});

describe("a command line that says nothing to be done", () => {
  test.each([
    [["frobnicate"], 'There is no command "frobnicate"; "help" lists them.'],
    [
      ["status", "nobody@example.org", "frozen", "--reason", "x"],
      'There is no account "nobody@example.org".',
    ],
    [["user", "#12"], 'There is no account "#12".'],
    [["user", "\u001b[2Jx"], 'There is no account "?[2Jx".'],
    [
      ["status", "ada@example.org", "frozen"],
      'Give the reason, which the user is shown: --reason "…".',
    ],
    [
      ["status", "ada@example.org", "frozen", "--reason", "a\nb"],
      "A reason is one line of at most 300 characters.",
    ],
    [
      ["status", "ada@example.org", "constructor", "--reason", "x"],
      'A status is normal, frozen, blocked or prohibited, not "constructor".',
    ],
    [["trade", "ada@example.org", "maybe", "--reason", "x"], 'Say on or off, not "maybe".'],
    [["trade", "ada@example.org"], 'Write it as: trade ACCOUNT on|off --reason "…"'],
    [["verify", "--follow"], "Write it as: verify"],
    [["audit", "--last", "0"], "--last is a number from 1 to 10000."],
    [["outbox", "--account", "?"], '"?" is neither an e-mail address nor a phone number.'],
    [["outbox", "--nonsense"], expect.stringContaining("Unknown option '--nonsense'")],
  ])("%j", async (args, message) => {
    expect(await operate(await startVenue(), args)).toEqual({
      code: 2,
      lines: [],
      faults: [message],
    });
  });

  test("every command is refused with its own line, and the help has that line", () => {
    for (const { name, usage } of commands) {
      expect(helpText).toContain(`\n  ${usage}`);
      const one = commands.filter((command) => command.name === name);
      const message = one.map((command) => command.usage).join(", or ");
      // No command knows both of these.
      expect(() => parseCommand([...name.split(" "), "--follow", "--fields", "x"])).toThrow(
        `Write it as: ${message}`,
      );
    }
    expect(() => parseCommand(["coin"])).toThrow(
      'Write it as: coin queue, coin approve ID, or coin reject ID --reason "…"',
    );
    expect(() => parseCommand(["totp", "off"])).toThrow(
      'Write it as: totp reset ACCOUNT --reason "…"',
    );
  });

  test("help needs no database", async () => {
    const { code, lines } = await runOperate({ now: () => 0 }, []);
    expect(code).toBe(0);
    for (const name of [
      "outbox",
      "user",
      "status",
      "trade",
      "withdraw",
      "queue",
      "approve",
      "reject",
      "recharge",
      "house",
      "ledger",
      "conf",
      "add",
      "list",
      "reset",
      "remove",
      "verify",
      "audit",
      "help",
    ])
      expect(lines.some((line) => line.startsWith(`  ${name}`))).toBe(true);
  });
});

describe("beside a running venue", () => {
  test("opens a directory another process holds, and makes none", async () => {
    const dataDir = temporaryDirectory();
    const options = { dataDir, log: () => undefined, random: () => 0.5, minFreeBytes: 0 };
    expect(() => openStore({ ...options, beside: true })).toThrow(
      `there is no database in ${dataDir}`,
    );
    const venue = openStore(options);
    await venue.migrate(migrations);
    expect(() => openStore(options)).toThrow("is in use by");
    const beside = openStore({ ...options, beside: true });
    await beside.command(
      async ({ db }) =>
        void (await db
          .insertInto("currency")
          .values({ flag: "X", scale: 2, created_at: 1 })
          .execute()),
    );
    expect(await venue.read((db) => db.selectFrom("currency").select("flag").execute())).toEqual([
      { flag: "X" },
    ]);
    await beside.close();
    // The venue still holds the directory.
    expect(() => openStore(options)).toThrow("is in use by");
    await venue.close();
  });
});
