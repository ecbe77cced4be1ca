import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { mostPasskeys } from "#protocol/api/passkeys.ts";
import { passkeyFactor } from "#protocol/wire/second-factor.ts";
import { resetTotp } from "../../../venue/account/security/totp-setting.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { authenticatorCode } from "../../harness/venue/authenticator.ts";
import { startVenue, TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { TestAuthenticator } from "../../harness/venue/test-authenticator.ts";
import { makeDevice } from "../../harness/venue/test-device.ts";

const { passkeyRequest, passkeyLogin } = api.session;
const { passkeys, passkeyOptions, addPasskey, removePasskey, security, notices, userInfo } =
  api.account;
const account = "ada@example.org";
const password = "correct horse battery";
const changed = { old_password: password, password: "incorrect horse battery" };

async function start(options?: Parameters<typeof startVenue>[0]) {
  const venue = await startVenue(options);
  return { venue, ada: await venue.user(account) };
}

async function made(client: TestClient, key: TestAuthenticator, isVerified = true) {
  const { options } = await client.ask(passkeyOptions, { for: "add" });
  return key.make(options, isVerified);
}

/** Adds a passkey, whose account has no other second factor. */
async function add(client: TestClient, key = new TestAuthenticator(), name = "Phone") {
  await client.ask(addPasskey, { password, name, made: await made(client, key) });
  return key;
}

/** A passkey's confirmation, in the place of a code. */
async function confirmed(client: TestClient, key: TestAuthenticator, isVerified = true) {
  const { options } = await client.ask(passkeyOptions, { for: "confirm" });
  return passkeyFactor + JSON.stringify(key.answer(options, isVerified));
}

async function logIn(venue: TestVenue, key: TestAuthenticator, isVerified = true) {
  const { options } = await venue.visitor.ask(passkeyRequest, {});
  return venue.visitor.tell(passkeyLogin, { answer: key.answer(options, isVerified) });
}

describe("a passkey", () => {
  test("is added with the password, listed by its name, and its owner hears of it", async () => {
    const { ada } = await start();
    const key = new TestAuthenticator();
    expect(
      await ada.tell(addPasskey, {
        password: "wrong",
        name: "Phone",
        made: await made(ada, key),
      }),
    ).toMatchObject({ status: 200001 });
    expect(await ada.ask(passkeys, {})).toEqual([]);
    await add(ada, key);
    expect(await ada.ask(passkeys, {})).toMatchObject([
      { id: key.id, name: "Phone", used_time: null },
    ]);
    expect(await ada.ask(notices, {})).toMatchObject({
      list: [{ kind: "second_factor", facts: { event: "passkey_added", name: "Phone" } }],
    });
  });

  test("opens the account without a password, once by each answer", async () => {
    const { venue, ada } = await start();
    const key = await add(ada);
    const { options } = await venue.visitor.ask(passkeyRequest, {});
    const answer = key.answer(options);
    const opened = await venue.visitor.ask(passkeyLogin, { answer });
    const client = new TestClient(venue, { id: opened.player.id, token: opened.token });
    expect(await client.ask(userInfo, {})).toMatchObject({ player: { account } });
    expect(await client.ask(passkeys, {})).toMatchObject([{ used_time: venue.now() }]);
    expect((await venue.visitor.tell(passkeyLogin, { answer })).status).toBe(200001);
    // The password goes on working.
    await venue.login(account);
  });

  test("opens a session whose calls a device signs", async () => {
    const { venue, ada } = await start();
    const key = await add(ada);
    const device = await makeDevice();
    const { options } = await venue.visitor.ask(passkeyRequest, {});
    const { player, token } = await venue.visitor.ask(passkeyLogin, {
      answer: key.answer(options),
      device_key: device.publicKey,
    });
    const session = { id: player.id, token };
    expect((await new TestClient(venue, session, device).tell(userInfo, {})).status).toBe(0);
    expect((await new TestClient(venue, session).tell(userInfo, {})).status).toBe(401);
  });

  test("opens nothing where it is not the one, not verified, late, forged or asked for something else", async () => {
    const { venue, ada } = await start();
    const key = await add(ada);
    expect((await logIn(venue, new TestAuthenticator())).status).toBe(200001);
    expect((await logIn(venue, key, false)).status).toBe(200001);
    const { options } = await venue.visitor.ask(passkeyRequest, {});
    const late = key.answer(options);
    await venue.wind(5 * 60_000);
    expect((await venue.visitor.tell(passkeyLogin, { answer: late })).status).toBe(200001);
    const own = Buffer.alloc(38, 1).toString("base64url");
    expect(
      (await venue.visitor.tell(passkeyLogin, { answer: key.answer({ challenge: own }) })).status,
    ).toBe(200001);
    // A confirmation is no log-in, and the other way round.
    const confirm = await ada.ask(passkeyOptions, { for: "confirm" });
    expect(
      (await venue.visitor.tell(passkeyLogin, { answer: key.answer(confirm.options) })).status,
    ).toBe(200001);
    const fresh = await venue.visitor.ask(passkeyRequest, {});
    expect(
      await ada.tell(api.account.setPass, {
        ...changed,
        totp: passkeyFactor + JSON.stringify(key.answer(fresh.options)),
      }),
    ).toMatchObject({ status: 300005, data: { factor: "passkey" } });
    const answer = key.answer(fresh.options);
    const { signature } = answer.response;
    const forged = { ...answer.response, signature: `${signature.slice(0, -4)}AAAA` };
    expect(
      (await venue.visitor.tell(passkeyLogin, { answer: { ...answer, response: forged } })).status,
    ).toBe(200001);
    expect((await logIn(venue, key)).status).toBe(0);
  });

  test.each([
    ["http://localhost:9999", "localhost", 0],
    ["https://localhost", "localhost", 0],
    ["http://venue.test", "localhost", 300005],
    ["http://localhost.evil.test", "localhost", 300005],
    ["http://localhost:8080", "evil.test", 300005],
  ])("made by a page of %s for %s: %i", async (origin, host, status) => {
    const { ada } = await start();
    const key = new TestAuthenticator(origin, host);
    const answer = await ada.tell(addPasskey, {
      password,
      name: "Phone",
      made: await made(ada, key),
    });
    expect(answer.status).toBe(status);
  });

  test("belongs to the host of PUBLIC_URL, over https alone", async () => {
    const { ada } = await start({ settings: { publicUrl: "https://godwit.example" } });
    const { options } = await ada.ask(passkeyOptions, { for: "add" });
    expect(options).toMatchObject({ rp: { id: "godwit.example" } });
    const tried = async (origin: string) =>
      (
        await ada.tell(addPasskey, {
          password,
          name: "Phone",
          made: await made(ada, new TestAuthenticator(origin, "godwit.example")),
        })
      ).status;
    expect(await tried("http://godwit.example")).toBe(300005);
    expect(await tried("https://other.godwit.example")).toBe(300005);
    expect(await tried("https://godwit.example")).toBe(0);
  });

  test("is not made without its owner being verified, nor by another's challenge, nor twice, nor without end", async () => {
    const { venue, ada } = await start();
    const bob = await venue.user();
    const key = new TestAuthenticator();
    const give = async (client: TestClient, given: Awaited<ReturnType<typeof made>>) =>
      (await client.tell(addPasskey, { password, name: "Phone", made: given })).status;
    expect(await give(ada, await made(ada, key, false))).toBe(300005);
    expect(await give(ada, await made(bob, key))).toBe(300005);
    const good = await made(ada, key);
    expect(await give(ada, good)).toBe(0);
    expect(await give(bob, await made(bob, key))).toBe(300005);
    for (let at = 1; at < mostPasskeys; at += 1) {
      const totp = await confirmed(ada, key);
      const another = await made(ada, new TestAuthenticator());
      await ada.ask(addPasskey, { password, totp, name: `No. ${at}`, made: another });
    }
    const totp = await confirmed(ada, key);
    expect(
      await ada.tell(addPasskey, {
        password,
        totp,
        name: "One more",
        made: await made(ada, new TestAuthenticator()),
      }),
    ).toMatchObject({ status: 402 });
  });

  test("is asked for by whatever a second factor guards, and each confirmation does one thing", async () => {
    const { ada } = await start();
    const key = await add(ada);
    const change = (totp?: string) =>
      ada.tell(api.account.setPass, { ...changed, ...(totp !== undefined && { totp }) });
    const wanted = { status: 300005, data: { factor: "passkey" } };
    expect(await change()).toMatchObject(wanted);
    expect(await change("123456")).toMatchObject(wanted);
    expect(await change(`${passkeyFactor}{}`)).toMatchObject(wanted);
    expect(await change(await confirmed(ada, key, false))).toMatchObject(wanted);
    expect(await change(await confirmed(ada, new TestAuthenticator()))).toMatchObject(wanted);
    const totp = await confirmed(ada, key);
    expect((await change(totp)).status).toBe(0);
    expect(
      await ada.tell(api.account.setPass, {
        old_password: changed.password,
        password,
        totp,
      }),
    ).toMatchObject(wanted);
  });

  test("of another user confirms nothing", async () => {
    const { venue, ada } = await start();
    await add(ada);
    const others = await add(await venue.user());
    expect(
      await ada.tell(api.account.setPass, { ...changed, totp: await confirmed(ada, others) }),
    ).toMatchObject({ status: 300005, data: { factor: "passkey" } });
  });

  test("confirms beside an authenticator's codes, which go on working", async () => {
    const { venue, ada } = await start();
    const begun = await ada.ask(api.account.setupTotp, { password });
    const code = () => authenticatorCode(begun.secret, venue.now());
    await ada.ask(api.account.enableTotp, { code: code() });
    const key = new TestAuthenticator();
    expect(
      await ada.tell(addPasskey, { password, name: "Phone", made: await made(ada, key) }),
    ).toMatchObject({ status: 300005, data: { factor: "totp" } });
    await venue.wind(30_000);
    await ada.ask(addPasskey, {
      password,
      totp: code(),
      name: "Phone",
      made: await made(ada, key),
    });
    await ada.ask(api.account.setPass, { ...changed, totp: await confirmed(ada, key) });
    await venue.wind(30_000);
    await ada.ask(api.account.setPass, {
      old_password: changed.password,
      password,
      totp: code(),
    });
    // It stands for the password and for the code.
    expect((await logIn(venue, key)).status).toBe(0);
  });

  test("confirms that it is its owner who sets up an authenticator", async () => {
    const { ada } = await start();
    const key = await add(ada);
    const { setupTotp } = api.account;
    expect(await ada.tell(setupTotp, { password })).toMatchObject({
      status: 300005,
      data: { factor: "passkey" },
    });
    expect((await ada.tell(setupTotp, { password, totp: await confirmed(ada, key) })).status).toBe(
      0,
    );
  });

  test("ends the set-up of an authenticator that began before it", async () => {
    const { venue, ada } = await start();
    const begun = await ada.ask(api.account.setupTotp, { password });
    await add(ada);
    const code = authenticatorCode(begun.secret, venue.now());
    expect(await ada.tell(api.account.enableTotp, { code })).toMatchObject({
      status: 300005,
      data: { reason: "expired" },
    });
  });

  test("is removed with the password and a factor; withdrawals are held then, and it opens nothing any more", async () => {
    const { venue, ada } = await start();
    const key = await add(ada);
    const id = key.id;
    expect(await ada.tell(removePasskey, { password, id })).toMatchObject({
      status: 300005,
      data: { factor: "passkey" },
    });
    const other = await venue.user();
    expect((await other.tell(removePasskey, { password, id })).status).toBe(300014);
    await ada.ask(removePasskey, { password, id, totp: await confirmed(ada, key) });
    expect(await ada.ask(passkeys, {})).toEqual([]);
    expect((await ada.ask(security, {})).held_until).toBeGreaterThan(venue.now());
    expect((await logIn(venue, key)).status).toBe(200001);
    // Nothing is asked for any more.
    await ada.ask(api.account.setPass, changed);
  });

  test("goes with the second factor, where the operator resets that", async () => {
    const { venue, ada } = await start();
    const key = await add(ada);
    const deps = {
      store: venue.store,
      settings: venue.settings,
      addNotice: () => Promise.resolve(),
      audit: new AuditLog(venue.store, () => undefined),
    };
    const userId = Number(ada.session?.id);
    expect(
      await resetTotp(deps, { userId, by: "test", reason: "Lost phone.", now: venue.now() }),
    ).toBe(true);
    expect((await logIn(venue, key)).status).toBe(200001);
  });

  test("opens no prohibited account, and says why", async () => {
    const { venue, ada } = await start();
    const key = await add(ada);
    await venue.setStatus(ada, 3);
    expect(await logIn(venue, key)).toMatchObject({
      status: 200007,
      data: { reason: "For a test." },
    });
  });
});
