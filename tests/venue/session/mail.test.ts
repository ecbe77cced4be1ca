import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { emailPattern } from "#protocol/api/session.ts";
import { codeMail } from "../../../venue/session/mail/code-mail.ts";
import {
  createSmtpSender,
  type Mail,
  MailFailure,
  type SendMail,
} from "../../../venue/session/mail/smtp-sender.ts";
import {
  readMailFrom,
  readSmtpUrl,
  type SmtpServer,
} from "../../../venue/settings/smtp-settings.ts";
import { readSettings } from "../../../venue/settings/read-settings.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/database/databases.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { headersOf, openPostOffice } from "./mail-server.ts";

const { sendCode, reg } = api.session;
const from = { name: "Godwit", address: "codes@godwit.example" };
const wanted = { account: "ada@example.org", logintype: "email", scene: "reg" } as const;
const local = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: "127.0.0.1",
  port,
  isSecure: false,
  login: null,
  ...more,
});
const outboxOf = (venue: TestVenue) =>
  venue.store.read((db) =>
    db.selectFrom("outbox").select(["state", "tries", "content"]).orderBy("id").execute(),
  );
const states = async (venue: TestVenue) => (await outboxOf(venue)).map(({ state }) => state);
/** Ticks, and waits until the mails under way are sent or failed. */
async function deliver(venue: TestVenue, ms = 0): Promise<void> {
  await venue.wind(ms);
  await venue.venue.close();
}

describe("through a real mail server", () => {
  test("a code arrives in a plain mail, is good, and is kept no longer", async () => {
    const office = await openPostOffice();
    const sendMail = createSmtpSender({
      server: local(office.port, { login: { user: "godwit", pass: "pass:word" } }),
      from,
      timeoutMs: 5000,
    });
    const venue = await startVenue({
      sendMail,
      settings: {
        publicUrl: "https://godwit.example",
        reg: { codeRequired: true, inviteRequired: false },
      },
    });
    expect((await venue.visitor.ask(sendCode, wanted)).channel).toBe("email");
    expect(
      (
        await venue.visitor.ask(sendCode, {
          ...wanted,
          account: "+33612345678",
          logintype: "phone",
        })
      ).channel,
    ).toBe("operator");
    expect(office.delivered).toEqual([]);
    await deliver(venue);
    const [mail] = office.delivered;
    expect(mail).toMatchObject({ user: "godwit", from: from.address, to: ["ada@example.org"] });
    expect(headersOf(mail?.raw ?? "")).toEqual(
      expect.arrayContaining([
        "From: Godwit <codes@godwit.example>",
        "To: ada@example.org",
        "Subject: Godwit: your code to open your account",
        "Auto-Submitted: auto-generated",
      ]),
    );
    const [code = ""] = /^\d{6}/.exec(mail?.text ?? "") ?? [];
    expect(mail?.text.replaceAll("\r\n", "\n"))
      .toBe(`${code} is your code to open your account at Godwit.

It works once, within 10 minutes. Type it into Godwit only; nobody there will ever ask you for it.

If you did not ask for it, ignore this mail: without the code nothing changes.

-- 
Godwit · https://godwit.example
`);
    expect((await outboxOf(venue))[0]).toEqual({ state: "sent", tries: 1, content: "" });
    await venue.visitor.ask(reg, {
      account: wanted.account,
      logintype: "email",
      password: "correct horse battery",
      code,
    });
    expect(JSON.stringify(venue.lines)).not.toMatch(new RegExp(`${code}|ada@`));
    expect(venue.lines).toContainEqual({
      level: "info",
      event: "code sent",
      facts: { channel: "email", recipient: "a***@example.org", scene: "reg" },
    });
    await deliver(venue, 60_000);
    expect(office.delivered).toHaveLength(1);
  });

  test("that the settings of the program name", async () => {
    const office = await openPostOffice();
    const venue = await runVenue(temporaryDirectory(), {
      SMTP_URL: `smtp://godwit:pass%3Aword@127.0.0.1:${office.port}`,
      MAIL_FROM: "codes@godwit.example",
    });
    onTestFinished(() => venue.dispose());
    await fetch(`${venue.address}/api/auth/sendCode`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wanted),
    });
    await expect
      .poll(() => office.delivered.map(({ user, from: sender, to }) => ({ user, sender, to })), {
        timeout: 20_000,
      })
      .toEqual([{ user: "godwit", sender: "codes@godwit.example", to: ["ada@example.org"] }]);
  });

  test("only who has an account is written to, and a phone's code waits for the operator", async () => {
    const office = await openPostOffice();
    const venue = await startVenue({
      sendMail: createSmtpSender({ server: local(office.port), from, timeoutMs: 5000 }),
    });
    await venue.visitor.ask(sendCode, { ...wanted, scene: "forgot" });
    await venue.visitor.ask(sendCode, {
      account: "+491701234567",
      logintype: "phone",
      scene: "reg",
    });
    await deliver(venue);
    expect(office.delivered).toEqual([]);
    expect(await states(venue)).toEqual(["manual"]);
  });

  test("the reader's language is the mail's", async () => {
    const office = await openPostOffice();
    const venue = await startVenue({
      sendMail: createSmtpSender({ server: local(office.port), from, timeoutMs: 5000 }),
    });
    await venue.visitor.ask(sendCode, { ...wanted, lang: "zh-TW" });
    await deliver(venue);
    expect(office.delivered[0]?.text).toContain("您在 Godwit 註冊帳戶的驗證碼為 ");
    expect(
      (await venue.visitor.send(sendCode, { ...wanted, lang: "en\r\nBcc: eve@example.org" }))
        .status,
    ).toBe(100005);
  });

  test("credentials a server refuses, a clear connection beyond this machine and a certificate nobody vouches for send nothing", async () => {
    const office = await openPostOffice();
    const secure = await openPostOffice({ secure: true });
    const mail = { to: "ada@example.org", subject: "s", text: "t" };
    const send = (server: SmtpServer) => createSmtpSender({ server, from, timeoutMs: 5000 })(mail);
    await expect(
      send(local(office.port, { login: { user: "godwit", pass: "wrong" } })),
    ).rejects.toMatchObject({ reason: "535", isLasting: true });
    await expect(send(local(office.port, { host: "0.0.0.0" }))).rejects.toBeInstanceOf(MailFailure);
    await expect(send(local(secure.port, { isSecure: true }))).rejects.toBeInstanceOf(MailFailure);
    expect([...office.delivered, ...secure.delivered]).toEqual([]);
  });

  test("one that keeps silent, or talks without end, is given up in time", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on("error", () => undefined));
      const talk = setInterval(() => socket.write("220-wait\r\n"), 20);
      socket.on("close", () => clearInterval(talk));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    });
    await once(server, "listening");
    const port = (server.address() as AddressInfo).port;
    await expect(
      createSmtpSender({ server: local(port), from, timeoutMs: 200 })({
        to: "ada@example.org",
        subject: "s",
        text: "t",
      }),
    ).rejects.toMatchObject({ reason: "ETIMEDOUT", isLasting: false });
  });
});

describeDatabases("mails on their way", (open) => {
  /** A server that refuses as often as given, then accepts. */
  function moody(failures: Error[]) {
    const taken: Mail[] = [];
    const send: SendMail = async (mail) => {
      const failure = failures.shift();
      if (failure) throw failure;
      taken.push(mail);
    };
    return { send, taken };
  }
  const busy = () => new MailFailure("451", false);

  test("are tried four times, after 5, 20 and 80 seconds, then given up: logged, audited, the code left for the operator", async () => {
    const { send, taken } = moody([busy(), busy(), busy(), new Error("what"), busy()]);
    const venue = await startVenue({ store: await open(), sendMail: send });
    await venue.visitor.ask(sendCode, wanted);
    const tries: number[] = [];
    for (const ms of [0, 4999, 1, 19_999, 1, 79_999, 1, 200_000]) {
      await deliver(venue, ms);
      tries.push((await outboxOf(venue))[0]?.tries ?? 0);
    }
    expect(tries).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(taken).toEqual([]);
    const [row] = await outboxOf(venue);
    expect(row).toMatchObject({ state: "failed", content: expect.stringMatching(/^\d{6}$/) });
    const facts = {
      channel: "email",
      recipient: "a***@example.org",
      scene: "reg",
      reason: "unknown",
      tries: 4,
    };
    expect(
      venue.lines
        .filter(({ event }) => event.startsWith("code not sent"))
        .map(({ level }) => level),
    ).toEqual(["warn", "warn", "warn", "error"]);
    expect(venue.lines).toContainEqual({ level: "error", event: "code not sent", facts });
    const audit = await venue.store.read((db) =>
      db.selectFrom("audit").select("facts").where("event", "=", "code-not-sent").execute(),
    );
    expect(audit.map((entry) => JSON.parse(entry.facts) as unknown)).toEqual([facts]);
    expect(JSON.stringify([venue.lines, audit])).not.toMatch(new RegExp(`${row?.content}|ada@`));
  });

  test("are not tried again where the server will never take them", async () => {
    const { send } = moody([new MailFailure("550", true)]);
    const venue = await startVenue({ store: await open(), sendMail: send });
    await venue.visitor.ask(sendCode, wanted);
    await deliver(venue);
    expect(await states(venue)).toEqual(["failed"]);
  });

  test("left behind by a crash are taken up by another process, and by one of two", async () => {
    const store = await open();
    const first = await startVenue({ store, sendMail: () => new Promise(() => undefined) });
    const { send, taken } = moody([]);
    for (const account of ["ada@example.org", "bob@example.org"])
      await first.visitor.ask(sendCode, { ...wanted, account });
    const others = [
      await startVenue({ store, sendMail: send }),
      await startVenue({ store, sendMail: send }),
    ];
    await Promise.all(others.map((venue) => deliver(venue, 1000)));
    expect(taken.map(({ to }) => to).toSorted()).toEqual(["ada@example.org", "bob@example.org"]);
    expect(await states(first)).toEqual(["sent", "sent"]);
  });

  test("a mail server that hangs holds up neither the tick nor the answers", async () => {
    let answer: () => void = () => undefined;
    const venue = await startVenue({
      store: await open(),
      sendMail: () => new Promise((done) => (answer = done)),
    });
    await venue.visitor.ask(sendCode, wanted);
    await venue.venue.tick(venue.now());
    expect((await outboxOf(venue))[0]).toMatchObject({ state: "queued", tries: 1 });
    expect((await venue.visitor.tell(api.market.timestamp, {})).status).toBe(0);
    answer();
    await venue.venue.close();
    expect(await states(venue)).toEqual(["sent"]);
  });

  test("of a command that was rolled back are never sent", async () => {
    const { send, taken } = moody([]);
    const store = await open();
    const venue = await startVenue({ store, sendMail: send });
    await expect(
      store.command(async ({ db }) => {
        await db
          .insertInto("outbox")
          .values({
            channel: "email",
            recipient: "ada@example.org",
            scene: "reg",
            content: "123456",
            state: "queued",
            lang: "",
            tries: 0,
            due_at: 0,
            created_at: 0,
            expires_at: 8.64e15,
          })
          .execute();
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await deliver(venue);
    expect(taken).toEqual([]);
  });
});

describe("hostile text", () => {
  const hostile = [
    "ada@example.org\r\nBcc: eve@example.org",
    "ada@example.org\nBcc:eve@example.org",
    "ada@example.org,eve@example.org",
    "ada@example.org;eve@example.org",
    "<eve@example.org>ada@example.org",
    '"eve@example.org>"@example.org',
    "ada@example.org\u0000",
    "a\u0000da@example.org",
    "a\u0085da@example.org",
    "a\u001bda@example.org",
    "a\u2028da@example.org",
    "ada @example.org",
    "eve:ada@example.org",
    "ada@[127.0.0.1]",
    "ada@localhost",
    `${"a".repeat(65)}@example.org`,
    "ada@example.org ",
  ];
  test.each(hostile)("%j is no address", async (account) => {
    expect(emailPattern.test(account)).toBe(false);
    const venue = await startVenue({ sendMail: async () => undefined });
    // Characters that no JSON text of ours may contain are refused before the address is checked.
    expect((await venue.visitor.tell(sendCode, { ...wanted, account })).status).toBe(
      account.includes("\u0000") ? 100005 : 300004,
    );
    expect(await outboxOf(venue)).toEqual([]);
  });

  test("in what the sender is handed adds neither header nor recipient", async () => {
    const office = await openPostOffice();
    const send = createSmtpSender({ server: local(office.port), from, timeoutMs: 5000 });
    await send({ to: "ada@example.org, eve@example.org", subject: "s", text: "t" }).catch(
      () => undefined,
    );
    await send({ to: "ada@example.org\r\nBcc: eve@example.org", subject: "s", text: "t" }).catch(
      () => undefined,
    );
    await send({
      to: "ada@example.org",
      subject: "s\r\nBcc: eve@example.org\r\n\r\nHello",
      text: ".\r\nRCPT TO:<eve@example.org>\r\n",
    });
    expect(office.delivered.flatMap(({ to }) => to)).not.toContain("eve@example.org");
    expect(office.delivered.at(-1)?.to).toEqual(["ada@example.org"]);
    expect(
      office.delivered.flatMap(({ raw }) => headersOf(raw)).filter((line) => /^bcc/i.test(line)),
    ).toEqual([]);
  });
});

describe("the words", () => {
  const facts = {
    name: "Godwit",
    publicUrl: null,
    scene: "forgot",
    code: "012345",
    minutes: 10,
  } as const;
  test.each([
    ["", "your code to"],
    ["en-US", "your code to"],
    ["de", "your code to"],
    ["fr-CA", "votre code pour"],
    ["zh-CN", "验证码"],
    ["zh", "验证码"],
    ["zh-Hans-HK", "验证码"],
    ["zh-TW", "驗證碼"],
    ["zh-Hant", "驗證碼"],
    ["zh-HK", "驗證碼"],
    ["zhuang", "your code to"],
  ])("for %j contain %s", (lang, words) => {
    const { subject, text } = codeMail({ ...facts, lang });
    expect(subject).toContain(words);
    expect(subject).not.toContain("012345");
    expect(text).toContain("012345");
    expect(text).toMatch(/10 ?(minutes|分)/);
    expect(text).toContain("Godwit");
  });
});

describe("settings", () => {
  test("a server and a sender", () => {
    expect(
      readSettings({
        SMTP_URL: "smtp://go%40dwit:p%3Aw@mail.example",
        MAIL_FROM: "Godwit <codes@godwit.example>",
      }).mail,
    ).toEqual({
      server: {
        host: "mail.example",
        port: 587,
        isSecure: false,
        login: { user: "go@dwit", pass: "p:w" },
      },
      from,
    });
    expect(readSmtpUrl("smtps://[::1]:2465")).toEqual({
      host: "::1",
      port: 2465,
      isSecure: true,
      login: null,
    });
    expect(readMailFrom("codes@godwit.example")).toEqual({
      name: "",
      address: "codes@godwit.example",
    });
    expect(readSettings({}).mail).toBeNull();
  });

  test.each([
    ["SMTP_URL", "mail.example"],
    ["SMTP_URL", "https://user:hush@mail.example"],
    ["SMTP_URL", "smtp://user@mail.example"],
    ["SMTP_URL", "smtp://user:hush@mail.example/x?y"],
    ["SMTP_URL", "smtp://user:%E0%A4%A@mail.example"],
    ["SMTP_URL", "smtp://:hush@mail.example"],
  ])("%s=%s is refused in one sentence that repeats no password", (name, value) => {
    expect(() => readSettings({ [name]: value, MAIL_FROM: "codes@godwit.example" })).toThrow(
      /^SMTP_URL must be [^\n]+\.$/,
    );
    expect(() => readSettings({ [name]: value, MAIL_FROM: "codes@godwit.example" })).not.toThrow(
      /hush/,
    );
  });

  test.each([
    "Godwit",
    "codes@",
    "a@b.example, c@d.example",
    "Godwit <a@b.example>\r\nBcc: <c@d.example>",
    'Go"dwit <a@b.example>',
  ])("MAIL_FROM=%j is wrong", (value) => {
    expect(() => readSettings({ SMTP_URL: "smtp://mail.example", MAIL_FROM: value })).toThrow(
      /^MAIL_FROM must be /,
    );
  });

  test("one without the other is wrong", () => {
    expect(() => readSettings({ SMTP_URL: "smtp://user:hush@mail.example" })).toThrow(
      "SMTP_URL needs MAIL_FROM, the address mails come from.",
    );
    expect(() => readSettings({ MAIL_FROM: "codes@godwit.example" })).toThrow(
      "MAIL_FROM needs SMTP_URL, the mail server to send through.",
    );
  });
});
