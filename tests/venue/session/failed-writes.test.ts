import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { loadServerKey } from "../../../venue/keys/server-key.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import { OutcomeUnknown, type Store } from "../../../venue/store/store.ts";
import { openTestSqlite, temporaryDirectory } from "../../harness/database/databases.ts";
import { seededRandom, startVenue } from "../../harness/venue/memory-venue.ts";

/** A store whose writes fail as the test says: with a refusal, as where the disk is full, or after the write. */
async function failingStore() {
  const store = await openTestSqlite();
  const fault: { next: Error | undefined; afterwards: boolean; tried: number } = {
    next: undefined,
    afterwards: false,
    tried: 0,
  };
  const command: Store["command"] = async (run) => {
    fault.tried++;
    if (fault.next && !fault.afterwards) throw fault.next;
    const answer = await store.command(run);
    if (fault.next) throw fault.next;
    return answer;
  };
  return { store: Object.create(store, { command: { value: command } }) as Store, fault };
}

describe("a full disk", () => {
  test("refuses no signed read, however long ago the session was marked as seen", async () => {
    const { store, fault } = await failingStore();
    const venue = await startVenue({ store });
    const ada = await venue.user();
    await venue.wind(301_000);
    fault.next = new Refusal(100006);
    fault.tried = 0;
    for (let n = 0; n < 3; n++) expect((await ada.tell(api.account.userInfo, {})).status).toBe(0);
    expect(fault.tried).toBe(1);
    expect(venue.lines.filter(({ event }) => event === "session not marked as seen")).toHaveLength(
      1,
    );
    fault.next = undefined;
    await venue.wind(31_000);
    await ada.ask(api.account.userInfo, {});
    const seen = await store.read((db) =>
      db.selectFrom("session").select("seen_at").executeTakeFirstOrThrow(),
    );
    expect(seen.seen_at).toBe(venue.now());
  });

  test("loses no security event: what was not written is written next time, in its order", async () => {
    const { store, fault } = await failingStore();
    const audit = new AuditLog(store, () => undefined);
    const later = (requestId: string) =>
      audit.later({ event: "login", outcome: 200001, ip: "192.0.2.1", requestId, now: 1 });
    const written = async () =>
      (
        await store.read((db) =>
          db.selectFrom("audit").select("request_ref").orderBy("id").execute(),
        )
      ).map((row) => row.request_ref);
    later("first");
    fault.next = new Refusal(100006);
    await expect(audit.flush(1)).rejects.toThrow();
    later("second");
    fault.next = undefined;
    await audit.flush(1);
    expect(await written()).toEqual(["first", "second"]);
  });

  test("keeps the oldest thousand of a flood and says how many it dropped", async () => {
    const { store, fault } = await failingStore();
    const said: unknown[] = [];
    const refused = { event: "login", outcome: 200001, ip: "192.0.2.1", now: 1 } as const;
    const audit = new AuditLog(store, (_, event, facts) => void said.push({ event, ...facts }));
    const flood = () =>
      Array.from({ length: 700 }, () => audit.later({ ...refused, userId: 1, requestId: "r" }));
    flood();
    fault.next = new Refusal(100006);
    const flushed = audit.flush(1);
    flood();
    await expect(flushed).rejects.toThrow();
    fault.next = undefined;
    await audit.flush(1);
    expect(await store.read((db) => db.selectFrom("audit").select("id").execute())).toHaveLength(
      1000,
    );
    expect(said).toEqual([{ event: "security events dropped", dropped: 400 }]);
  });
});

test("security events whose write may have come through are not written twice", async () => {
  const { store, fault } = await failingStore();
  const audit = new AuditLog(store, () => undefined);
  audit.later({ event: "login", outcome: 200001, ip: "192.0.2.1", requestId: "once", now: 1 });
  Object.assign(fault, { next: new OutcomeUnknown(), afterwards: true });
  await expect(audit.flush(1)).rejects.toThrow();
  fault.next = undefined;
  await audit.flush(1);
  expect(await store.read((db) => db.selectFrom("audit").select("id").execute())).toHaveLength(1);
});

describe("the server key", () => {
  test("is made whole, for its owner alone, once", () => {
    const dataDir = join(temporaryDirectory(), "data");
    const first = loadServerKey({ serverKey: null, dataDir }, seededRandom("first"));
    expect(loadServerKey({ serverKey: null, dataDir }, seededRandom("second")).equals(first)).toBe(
      true,
    );
    expect(readdirSync(dataDir)).toEqual(["server.key"]);
    expect(statSync(join(dataDir, "server.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, "server.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test("cut short while it was written leaves no key of that name behind", () => {
    const dataDir = temporaryDirectory();
    // The second piece of randomness is the key itself: a stop there is a stop in the midst of the writing.
    let asked = 0;
    const random = (length: number) => {
      if (++asked === 2) throw new Error("power cut");
      return new Uint8Array(length);
    };
    expect(() => loadServerKey({ serverKey: null, dataDir }, random)).toThrow("power cut");
    expect(readdirSync(dataDir)).toEqual([]);
    expect(
      loadServerKey({ serverKey: null, dataDir }, seededRandom("later")).symmetricKeySize,
    ).toBe(32);
  });

  test("made by another start at the same moment is taken as it is", () => {
    const dataDir = temporaryDirectory();
    const theirs = "ab".repeat(32);
    const random = (length: number) => {
      writeFileSync(join(dataDir, "server.key"), `${theirs}\n`);
      return new Uint8Array(length);
    };
    expect(loadServerKey({ serverKey: null, dataDir }, random).export().toString("hex")).toBe(
      theirs,
    );
  });
});
