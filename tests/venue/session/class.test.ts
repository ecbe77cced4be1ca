/** Two hundred people behind one address: `AUDIENCE=class`, and invitations by an operator. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { audiences } from "../../../venue/settings/limits.ts";
import { readSettings } from "../../../venue/settings/read-settings.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { operate as runOperate } from "../../harness/venue/operate.ts";

const { reg, login } = api.session;
const password = "correct horse battery";
const ip = "203.0.113.50";
const people = 200;
const byMail = (account: string, more = {}) =>
  ({ account, logintype: "email", password, ...more }) as const;

async function everybody<Answer>(act: (account: string) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: people }, (_, at) => act(`pupil${at}@example.org`)));
}

describe("a class", () => {
  test("registers, logs in and asks within one minute, from one address", async () => {
    const venue = await startVenue({ limits: { ...audiences.class, argonMemoryKiB: 256 } });
    const registered = await everybody((account) =>
      venue.visitor.tell(reg, byMail(account), { ip }),
    );
    expect(registered.filter(({ status }) => status !== 0)).toEqual([]);
    const opened = await everybody((account) =>
      venue.visitor.tell(
        login,
        { account, logintype: "email", loginway: "password", verifykey: password },
        { ip },
      ),
    );
    expect(opened.filter(({ status }) => status !== 0)).toEqual([]);
    const asked = await Promise.all(
      Array.from({ length: people * 10 }, () =>
        venue.visitor.tell(api.market.timestamp, {}, { ip }),
      ),
    );
    expect(asked.filter(({ http }) => http !== 200)).toEqual([]);
  });

  test("is one setting, and single limits may still be others", () => {
    expect(readSettings({ AUDIENCE: "class" }).limits).toEqual(audiences.class);
    expect(
      readSettings({ AUDIENCE: "class", LIMITS: '{"registrationsPerHour":7}' }).limits,
    ).toEqual({ ...audiences.class, registrationsPerHour: 7 });
    expect(readSettings({}).limits).toEqual(audiences.public);
    expect(() => readSettings({ AUDIENCE: "school" })).toThrow("AUDIENCE must be public or class");
  });
});

const operate = (venue: TestVenue, args: readonly string[], publicUrl: string | null = null) =>
  runOperate({ store: venue.store, now: venue.now, settings: { publicUrl } }, args, {
    // Each batch has codes of its own.
    seed: `invitations ${venue.now()}`,
  });

describe("an operator's invitations", () => {
  const codesIn = (lines: readonly string[]) =>
    lines.flatMap((line) => /invite=([A-Z0-9]+)$/.exec(line)?.[1] ?? []);

  test("open one account each, beyond the limit of their address", async () => {
    const venue = await startVenue({
      settings: { reg: { inviteRequired: true, codeRequired: false } },
      limits: { registrationsPerHour: 1 },
    });
    const { code, lines } = await operate(
      venue,
      ["invite", "4", "--for", "3b"],
      "https://v.example",
    );
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^https:\/\/v\.example\/register\?invite=[A-Z0-9]{12}$/);
    const codes = codesIn(lines);
    expect(new Set(codes).size).toBe(4);
    const register = (account: string, invite: string) =>
      venue.visitor.tell(reg, byMail(account, { invite_code: invite }), { ip });
    for (const [at, invite] of codes.slice(0, 3).entries())
      expect((await register(`p${at}@example.org`, invite.toLowerCase())).status).toBe(0);
    expect((await register("again@example.org", codes[0] ?? "")).status).toBe(300003);
    const [last = ""] = codes.slice(3);
    const atOnce = await Promise.all(
      ["a@example.org", "b@example.org", "c@example.org"].map((account) => register(account, last)),
    );
    expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0, 300003, 300003,
    ]);
    expect((await operate(venue, ["invitations"])).lines.at(-1)).toMatch(/ 3b .* 4 +4$/);
  });

  test("end on their day, and a refused registration uses none up", async () => {
    const venue = await startVenue();
    await venue.user("ada@example.org");
    const { lines } = await operate(venue, ["invite", "1", "--days", "2"]);
    expect(lines.at(-1)).toMatch(/^The links say localhost/);
    const [invite = ""] = codesIn(lines);
    const register = (account: string) =>
      venue.visitor.tell(reg, byMail(account, { invite_code: invite }), { ip });
    expect((await register("ada@example.org")).status).toBe(300024);
    await venue.wind(2 * 86_400_000 - 1000);
    expect((await register("late@example.org")).status).toBe(0);
    const [next = ""] = codesIn((await operate(venue, ["invite", "1", "--days", "2"])).lines);
    await venue.wind(2 * 86_400_000);
    expect(
      (await venue.visitor.tell(reg, byMail("later@example.org", { invite_code: next }), { ip }))
        .status,
    ).toBe(300003);
  });

  test("come as a sheet to print, which is never written over another file", async () => {
    const venue = await startVenue();
    const out = join(temporaryDirectory(), "sheet.html");
    const args = ["invite", "3", "--for", "Class <3b>", "--out", out];
    const said = await operate(venue, args, "https://v.example");
    expect(said.lines[0]).toBe(`${out} has 3 invitations to print.`);
    const sheet = readFileSync(out, "utf8");
    expect(sheet.match(/<svg /g)).toHaveLength(3);
    expect(sheet).toContain("Class &#60;3b&#62;");
    expect(sheet).not.toContain("<3b>");
    const again = await operate(venue, args);
    expect(again).toMatchObject({
      code: 2,
      faults: [`${out} is there already; name another file.`],
    });
    expect((await operate(venue, ["invitations"])).lines).toHaveLength(2);
    expect((await operate(venue, ["invite", "0"])).code).toBe(2);
    expect((await operate(venue, ["invite", "2001"])).code).toBe(2);
    expect(existsSync(out)).toBe(true);
  });
});
