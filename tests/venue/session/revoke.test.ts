import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { revocationLifeSec } from "#protocol/api/session.ts";
import { signRequest, signRevocation } from "#protocol/wire/signature.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { revoke } = api.session;
const { userInfo } = api.account;
const account = "ada@example.org";

const sessionOf = ({ session }: TestClient) => session ?? { id: "", token: "" };
const seconds = (venue: TestVenue) => Math.floor(venue.now() / 1000);
const isOpen = async (client: TestClient) => (await client.tell(userInfo, {})).status === 0;

describeDatabases("a log-out that reaches the venue later", (open) => {
  test("ends the session that signed it, and no other; sent again it says the same", async () => {
    const venue = await startVenue({ store: await open() });
    const ended: unknown[] = [];
    venue.bus.onEnd((sessions) => ended.push(sessions));
    const [here, there] = [await venue.user(account), await venue.login(account)];
    const signed = signRevocation(sessionOf(here), "a94ab24", seconds(venue));
    await venue.wind(3 * 3_600_000);
    expect(await venue.visitor.ask(revoke, signed)).toEqual({});
    expect(await venue.visitor.ask(revoke, signed)).toEqual({});
    expect([await isOpen(here), await isOpen(there)]).toEqual([false, true]);
    expect(ended).toHaveLength(1);
  });

  test("a signed call is no log-out, and a log-out opens nothing", async () => {
    const venue = await startVenue({ store: await open() });
    const here = await venue.user(account);
    const [nonce, now] = ["a94ab24", seconds(venue)];
    await venue.visitor.ask(revoke, signRequest(sessionOf(here), nonce, now));
    expect(await isOpen(here)).toBe(true);
    const headers = { ...signRevocation(sessionOf(here), nonce, now) };
    expect((await venue.visitor.tell(userInfo, {}, { headers })).status).toBe(401);
  });

  test("another's name, another token and an old signature end nothing", async () => {
    const venue = await startVenue({ store: await open() });
    const [ada, eve] = [await venue.user(account), await venue.user("eve@example.org")];
    const now = seconds(venue);
    const byEve = signRevocation({ ...sessionOf(eve), id: sessionOf(ada).id }, "a94ab24", now);
    const old = signRevocation(sessionOf(ada), "a94ab24", now - revocationLifeSec - 1);
    const ahead = signRevocation(sessionOf(ada), "a94ab24", now + revocationLifeSec + 1);
    for (const signed of [byEve, old, ahead, { ...old, timestamp: String(now) }])
      expect(await venue.visitor.ask(revoke, signed)).toEqual({});
    expect([await isOpen(ada), await isOpen(eve)]).toEqual([true, true]);
  });
});
