/** A venue that runs for a year: what refusals cost, and what the audit log lets go. */
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { deleteOldAudit, insertAudit } from "../../../venue/session/audit/audit-rows.ts";
import { sweepSessions } from "../../../venue/session/sweep-sessions.ts";
import { describeDatabases, openTestSqlite } from "../../harness/database/databases.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const day = 86_400_000;

test("forged signatures cost a few rows a minute, however many there are", async () => {
  const venue = await startVenue();
  const ada = await venue.user();
  const forge = (ip: string) =>
    venue.visitor.send(
      api.account.userInfo,
      {},
      { headers: { ...ada.sign(), sign: "0".repeat(32) }, ip },
    );
  for (let at = 0; at < 500; at++) await forge("192.0.2.66");
  for (let at = 0; at < 2; at++) await forge("192.0.2.77");
  await venue.wind(60_000);
  await venue.wind(1000);
  const rows = await venue.store.read((db) =>
    db
      .selectFrom("audit")
      .select(["ip", "facts"])
      .where("event", "=", "signature-refused")
      .orderBy("id")
      .execute(),
  );
  expect(rows.map(({ ip }) => ip)).toEqual([
    ...Array.from({ length: 3 }, () => "192.0.2.66"),
    ...Array.from({ length: 2 }, () => "192.0.2.77"),
    "192.0.2.66",
  ]);
  expect(JSON.parse(rows.at(-1)?.facts ?? "")).toEqual({ more: 497 });
});

test("a flood from ever new addresses is counted, too, and what belongs to an account is written whole", async () => {
  const store = await openTestSqlite();
  const audit = new AuditLog(store, () => undefined);
  const refuse = (ip: string, now: number, userId?: number) =>
    audit.later({
      event: "login",
      outcome: 200001,
      ip,
      requestId: "r",
      now,
      ...(userId !== undefined && { userId }),
    });
  for (let at = 0; at < 3000; at++) refuse(`10.0.${at >> 8}.${at & 255}`, 0);
  for (let at = 0; at < 20; at++) refuse("192.0.2.1", 0, 7);
  await audit.flush(0);
  await audit.flush(60_000);
  const rows = await store.read((db) => db.selectFrom("audit").selectAll().execute());
  expect(rows.filter(({ user_id }) => user_id === 7)).toHaveLength(20);
  // The queue takes six hundred of strangers; the others are counted.
  const counts = rows.map(({ facts }) => (JSON.parse(facts) as { more?: number }).more ?? 0);
  expect(counts.reduce((sum, more) => sum + more, 0)).toBe(2400);
});

describeDatabases("the audit log", (open) => {
  const rowOf = (atMs: number, outcome: string, facts: object) => ({
    at_ms: atMs,
    event: "login",
    outcome,
    user_id: null,
    session_ref: "",
    ip: "192.0.2.1",
    request_ref: "",
    facts: JSON.stringify(facts),
  });

  test("lets refusals go after two months and the rest after a year, but no operator's act", async () => {
    const store = await open();
    const now = Date.now();
    await store.command(({ db }) =>
      insertAudit(db, [
        rowOf(now - 59 * day, "200001", { a: 1 }),
        rowOf(now - 61 * day, "200001", { a: 2 }),
        rowOf(now - 399 * day, "ok", { a: 3 }),
        rowOf(now - 401 * day, "ok", { a: 4 }),
        rowOf(now - 900 * day, "ok", { by: "operator:ada", a: 5 }),
      ]),
    );
    await sweepSessions(store, now);
    const left = await store.read((db) => db.selectFrom("audit").select("facts").execute());
    expect(
      left
        .map(({ facts }) => (JSON.parse(facts) as { a: number }).a)
        .toSorted((one, other) => one - other),
    ).toEqual([1, 3, 5]);
  });

  test("lets nobody remove what is younger than a month, nor change anything", async () => {
    const store = await open();
    const now = Date.now();
    await store.command(({ db }) => insertAudit(db, [rowOf(now - 29 * day, "200001", {})]));
    await expect(
      store.command(({ db }) => deleteOldAudit(db, { before: now, refusedBefore: now, limit: 10 })),
    ).rejects.toThrow(/append-only for 30 days/);
    await expect(
      store.command(({ db }) => db.updateTable("audit").set({ outcome: "ok" }).execute()),
    ).rejects.toThrow(/append-only/);
  });
});
