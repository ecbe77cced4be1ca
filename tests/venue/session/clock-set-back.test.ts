import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { ClockGuard } from "../../../venue/lib/clock.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { login, sendCode, reg } = api.session;
const hour = 3_600_000;
const attempt = (venue: TestVenue, account: string, verifykey: string, ip = "203.0.113.9") =>
  venue.visitor.tell(
    login,
    { account, logintype: "email", loginway: "password", verifykey },
    { ip },
  );

describe("after the clock was set back by a day", () => {
  test("an account waits no longer than the longest wait", async () => {
    const venue = await startVenue({ limits: { loginFreeFailures: 1 } });
    await venue.user("ada@example.org");
    for (let failures = 0; failures < 3; failures++)
      await attempt(venue, "ada@example.org", "wrong one");
    await venue.wind(-24 * hour);
    expect(await attempt(venue, "ada@example.org", "correct horse battery")).toMatchObject({
      status: 200002,
      data: { wait: 900 },
    });
    await venue.wind(900_000);
    expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(0);
  });

  test("an address's window starts again", async () => {
    const venue = await startVenue({
      limits: { loginFailuresPerAddress: 2, registrationsPerHour: 1 },
    });
    await venue.user("ada@example.org");
    // Ada has not logged in from this address yet.
    const ip = "192.0.2.44";
    for (let failures = 0; failures < 2; failures++)
      await attempt(venue, `nobody${failures}@example.org`, "wrong one", ip);
    expect((await attempt(venue, "ada@example.org", "correct horse battery", ip)).status).toBe(
      200002,
    );
    await venue.wind(-24 * hour);
    expect((await attempt(venue, "ada@example.org", "correct horse battery", ip)).status).toBe(0);
    expect(
      (
        await venue.visitor.tell(reg, {
          account: "bob@example.org",
          logintype: "email",
          password: "correct horse battery",
        })
      ).status,
    ).toBe(0);
  });

  test("a code may be asked for", async () => {
    const venue = await startVenue();
    const ask = () =>
      venue.visitor.tell(sendCode, {
        account: "ada@example.org",
        logintype: "email",
        scene: "reg",
      });
    expect((await ask()).status).toBe(0);
    await venue.wind(-24 * hour);
    expect((await ask()).status).toBe(0);
    expect((await ask()).http).toBe(429);
  });

  test("what has ended is swept away all the same", async () => {
    const venue = await startVenue();
    await venue.wind(1);
    await venue.wind(-24 * hour);
    await venue.visitor.ask(sendCode, {
      account: "ada@example.org",
      logintype: "email",
      scene: "reg",
    });
    await venue.wind(2 * hour);
    expect(await venue.store.read((db) => db.selectFrom("code").select("id").execute())).toEqual(
      [],
    );
  });

  test("the audit log says so, once", async () => {
    const venue = await startVenue();
    await venue.wind(1000);
    await venue.wind(-1500);
    await venue.wind(-24 * hour);
    await venue.wind(1000);
    const said = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select(["event", "facts"])
        .where("event", "=", "clock-set-back")
        .execute(),
    );
    expect(said).toEqual([
      { event: "clock-set-back", facts: JSON.stringify({ back_ms: 24 * hour }) },
    ]);
  });
});

test("a step back is seen against time that is never set, also where the clock shows a later time than before", () => {
  let monotonic = 500;
  const guard = new ClockGuard(() => monotonic);
  const look = (elapsedMs: number, now: number) => {
    monotonic += elapsedMs;
    return guard.behindMs(now);
  };
  expect([
    look(0, 100_000),
    look(1000, 101_000),
    look(10_000, 105_000),
    look(1000, 106_000),
    look(1000, 105_500),
    look(1000, 200_000),
  ]).toEqual([0, 0, 6000, 0, 0, 0]);
});
