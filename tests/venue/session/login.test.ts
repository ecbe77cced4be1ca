import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { PasswordHasher } from "../../../venue/session/password/password-hasher.ts";
import { seededRandom, startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { login } = api.session;
const attempt = (venue: TestVenue, account: string, verifykey: string, ip = "198.51.100.7") =>
  venue.visitor.tell(
    login,
    { account, logintype: "email", loginway: "password", verifykey },
    { ip },
  );

describe("failures in a row", () => {
  test("five are free, then each doubles the wait, which comes with the refusal", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    for (let free = 0; free < 5; free++)
      expect((await attempt(venue, "ada@example.org", "wrong one")).status).toBe(200001);
    for (const wait of [1, 2, 4, 8]) {
      expect(await attempt(venue, "ada@example.org", "wrong one")).toMatchObject({
        http: 200,
        status: 200002,
        data: { wait },
      });
      await venue.wind(wait * 1000);
      expect((await attempt(venue, "ada@example.org", "wrong one")).status).toBe(200001);
    }
    expect(await attempt(venue, "ada@example.org", "correct horse battery")).toMatchObject({
      status: 200002,
      data: { wait: 16 },
    });
  });

  test("the wait never exceeds a quarter of an hour, and success forgets", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    for (let failures = 0; failures < 20; failures++) {
      await attempt(venue, "ada@example.org", "wrong one");
      await venue.wind(900_000);
    }
    expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(0);
    for (let free = 0; free < 5; free++)
      expect((await attempt(venue, "ada@example.org", "wrong one")).status).toBe(200001);
  });

  test("a stranger elsewhere cannot lock out who logged in from here before", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    await attempt(venue, "ada@example.org", "correct horse battery", "192.0.2.1");
    for (let failures = 0; failures < 9; failures++)
      await attempt(venue, "ada@example.org", "wrong one", "192.0.2.66");
    expect((await attempt(venue, "ada@example.org", "wrong one", "192.0.2.66")).status).toBe(
      200002,
    );
    expect(
      (await attempt(venue, "ada@example.org", "correct horse battery", "192.0.2.1")).status,
    ).toBe(0);
  });

  test("many at once get no more guesses than one after the other", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => attempt(venue, "ada@example.org", "wrong one")),
    );
    expect(answers.filter(({ status }) => status === 200001)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 200002)).toHaveLength(25);
  });

  test("one address gets thirty in ten minutes over all accounts; right ones do not count", async () => {
    const venue = await startVenue({ limits: { loginFailuresPerAddress: 30 } });
    await venue.user("ada@example.org");
    for (let right = 0; right < 40; right++)
      expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(0);
    await venue.user("bob@example.org");
    for (let at = 0; at < 30; at++)
      expect((await attempt(venue, `nobody${at}@example.org`, "wrong one")).status).toBe(200001);
    expect(await attempt(venue, "bob@example.org", "correct horse battery")).toMatchObject({
      status: 200002,
      data: { wait: 600 },
    });
    expect(
      (await attempt(venue, "bob@example.org", "correct horse battery", "192.0.2.1")).status,
    ).toBe(0);
    await venue.wind(600_000);
    expect((await attempt(venue, "bob@example.org", "correct horse battery")).status).toBe(0);
  });

  test("what others fail at behind an address stops nobody who has logged in from it before", async () => {
    const venue = await startVenue({ limits: { loginFailuresPerAddress: 30 } });
    await venue.user("ada@example.org");
    expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(0);
    for (let at = 0; at < 30; at++) await attempt(venue, `nobody${at}@example.org`, "wrong one");
    for (let again = 0; again < 3; again++)
      expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(0);
    // A right one that was not counted gives nobody another guess.
    expect((await attempt(venue, "nobody99@example.org", "wrong one")).status).toBe(200002);
  });

  test("guesses at an account from an address that it knows make it wait ten seconds at most", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    await attempt(venue, "ada@example.org", "correct horse battery");
    for (let failures = 0; failures < 30; failures++) {
      await attempt(venue, "ada@example.org", "wrong one");
      await venue.wind(10_000);
    }
    expect((await attempt(venue, "ada@example.org", "wrong one")).status).toBe(200001);
    expect(await attempt(venue, "ada@example.org", "correct horse battery")).toMatchObject({
      status: 200002,
      data: { wait: 10 },
    });
    await venue.wind(10_000);
    expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(0);
  });
});

describe("enumeration", () => {
  test("an unknown account, a malformed one and a wrong password are refused alike, throttled alike", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    const story = async (account: string) => {
      const answers = [];
      for (let at = 0; at < 8; at++) {
        const { status, data, msg, http } = await attempt(venue, account, "wrong one");
        answers.push({ status, data, msg, http });
      }
      return answers;
    };
    const known = await story("ada@example.org");
    expect(await story("eve@example.org")).toEqual(known);
    expect(await story("not an address")).toEqual(known);
    expect(known.map(({ status }) => status)).toEqual([
      200001, 200001, 200001, 200001, 200001, 200002, 200002, 200002,
    ]);
  });

  test("an unknown account costs a hash too", async () => {
    const queueless = await startVenue({
      limits: { argonPool: 1, argonQueue: 1, argonMemoryKiB: 8192 },
    });
    await queueless.user("ada@example.org");
    const busy = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        attempt(queueless, `nobody${at}@example.org`, "wrong one"),
      ),
    );
    expect(busy.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      100006, 100006, 200001, 200001,
    ]);
  });

  test("an attempt that found no room was none: it costs no try", async () => {
    const venue = await startVenue({
      limits: { argonPool: 1, argonQueue: 1, argonMemoryKiB: 8192 },
    });
    await venue.user("ada@example.org");
    for (let round = 0; round < 4; round++)
      await Promise.all(
        Array.from({ length: 4 }, (_, at) =>
          attempt(venue, `other${round}${at}@example.org`, "wrong one"),
        ),
      );
    const rows = await venue.store.read((db) =>
      db
        .selectFrom("throttle")
        .select(["subject", "count"])
        .where("subject", "like", "login account other%")
        .execute(),
    );
    expect(rows.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 8 }, () => 0),
      ...Array.from({ length: 8 }, () => 1),
    ]);
  });
});

describe("status", () => {
  test("a prohibited account is named only after the right password", async () => {
    const venue = await startVenue();
    const ada = await venue.user("ada@example.org");
    await venue.setStatus(ada, 3);
    expect((await attempt(venue, "ada@example.org", "wrong one")).status).toBe(200001);
    expect((await attempt(venue, "ada@example.org", "correct horse battery")).status).toBe(200007);
  });
});

describe("password hashes", () => {
  const hasher = (memoryKiB: number) =>
    new PasswordHasher({
      cost: { memoryKiB, passes: 1 },
      pool: 2,
      queue: 4,
      random: seededRandom("hash"),
    });

  test("are argon2id in PHC form, salted, and verify only their password", async () => {
    const first = await hasher(64).hash("pass word");
    expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    const same = hasher(64);
    expect(await same.hash("pass word")).not.toBe(await same.hash("pass word"));
    expect(await same.verify("pass word", first)).toBe(true);
    expect(await same.verify("pass word ", first)).toBe(false);
    expect(await same.verify("pass word", undefined)).toBe(false);
  });

  test("are made again at the next login when the cost changed", async () => {
    const old = await hasher(64).hash("pass word");
    expect(hasher(128).isOutdated(old)).toBe(true);
    expect(hasher(64).isOutdated(old)).toBe(false);
    expect(await hasher(128).verify("pass word", old)).toBe(true);
  });
});
