import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import {
  type CertificationDecision,
  decideCertification,
} from "../../../venue/account/certification/cert-decide.ts";
import {
  maskedName,
  maskedNumber,
  plainName,
  plainNumber,
} from "../../../venue/account/certification/cert-rules.ts";
import {
  readCertifiedName,
  readPendingCertifications,
} from "../../../venue/account/certification/cert-rows.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { outcomes, turned } from "../../harness/venue/concurrent-calls.ts";
import { startVenue, type TestClient } from "../../harness/venue/memory-venue.ts";
import { png } from "../../harness/samples/sample-images.ts";
import { pictureId, show } from "../upload/post-image.ts";

const { cert, certification, userInfo, notices } = api.account;

/** A venue, somebody in it, and what they hand in. */
async function stage(options: Parameters<typeof startVenue>[0] = {}) {
  const venue = await startVenue({
    ...options,
    limits: { uploadBurst: 1000, picturesPerDay: 1000, sessionIdleSec: 1e7, ...options.limits },
  });
  const ada = await venue.user();
  let shade = 0;
  const picture = (client: TestClient) =>
    pictureId(venue, client, png({ width: 4, shade: shade++ }));
  const all = async (client: TestClient) => ({
    name: "Ada King Lovelace",
    id_number: "ab 123-456.78",
    front: await picture(client),
    back: await picture(client),
  });
  const tell = async (changes: Record<string, unknown> = {}, client = ada) =>
    client.send(cert, { ...(await all(client)), ...changes });
  const audit = new AuditLog(venue.store, () => undefined);
  const decide = (decision: Partial<CertificationDecision> & { id: number }) =>
    venue.store.command((tx) =>
      decideCertification(tx, audit, {
        action: "approve",
        reason: "",
        by: "test",
        now: venue.now(),
        ...decision,
      }),
    );
  /** The number of the one that was handed in last: refused tries use up numbers on PostgreSQL. */
  const latest = async () =>
    (
      await venue.store.read((db) =>
        db.selectFrom("certification").select("id").orderBy("id", "desc").executeTakeFirstOrThrow(),
      )
    ).id;
  return { venue, ada, picture, all, tell, decide, latest };
}

const masked = { name_masked: "A** K** L**", id_number_masked: "AB****78" };

describeDatabases("certification", (open) => {
  test("the whole life of one: handed in, seen to wait, approved by the venue, reported, its pictures gone", async () => {
    const { venue, ada, all } = await stage({
      store: await open(),
      settings: { reviewAfterSec: 20 },
    });
    const events: unknown[] = [];
    await venue.wind(0);
    venue.bus.onNotify(
      ({ userId, topic, event, data }) =>
        userId === ada.session?.id && events.push([topic, event, data]),
    );
    expect(await ada.ask(certification, {})).toEqual({
      certstatus: 0,
      name_masked: "",
      id_number_masked: "",
      submit_time: null,
      review_time: null,
      review_due: null,
      reasons: {},
    });
    const request = await all(ada);
    const handedIn = {
      certstatus: 1,
      ...masked,
      submit_time: venue.now(),
      review_time: null,
      review_due: venue.now() + 20_000,
      reasons: {},
    };
    expect(await ada.ask(cert, request)).toEqual(handedIn);
    expect(await ada.ask(certification, {})).toEqual(handedIn);
    expect(await ada.ask(userInfo, {})).toMatchObject({
      certstatus: 1,
      player: { certstatus: 1, iscert: 0 },
    });
    expect((await ada.tell(cert, request)).status).toBe(300007);
    expect((await show(venue, ada, request.front)).headers.get("content-type")).toBe("image/png");
    await venue.wind(20_000);
    expect(await ada.ask(certification, {})).toEqual({
      ...handedIn,
      certstatus: 2,
      review_time: venue.now(),
      review_due: null,
    });
    expect(await ada.ask(userInfo, {})).toMatchObject({
      certstatus: 2,
      player: { certstatus: 2, iscert: 1 },
    });
    expect((await ada.tell(cert, request)).status).toBe(300006);
    expect(await venue.store.read((db) => db.selectFrom("picture").selectAll().execute())).toEqual(
      [],
    );
    expect((await ada.ask(notices, {})).list[0]).toMatchObject({
      kind: "certification",
      title: "Certification approved",
      content: "You are certified.",
      facts: { status: 1, certstatus: 2 },
    });
    await venue.wind(1000);
    expect(events).toEqual([
      ["user.notice", "new", expect.objectContaining({ kind: "certification" })],
      ["user.notice", "certstatus", { certstatus: 2 }],
    ]);
    expect(await venue.store.read((db) => readCertifiedName(db, Number(ada.session?.id)))).toBe(
      "Ada King Lovelace",
    );
    // The number stands nowhere, and the log says neither it nor the name.
    const [rows, lines] = await venue.store.read(
      async (db) =>
        [
          await db.selectFrom("certification").selectAll().execute(),
          await db
            .selectFrom("audit")
            .select("facts")
            .where("event", "=", "certification-reviewed")
            .execute(),
        ] as const,
    );
    expect(JSON.stringify(rows)).not.toMatch(/12345678/);
    expect(rows[0]).toMatchObject({
      front_picture: null,
      back_picture: null,
      id_number_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(lines.map(({ facts }) => JSON.parse(facts) as unknown)).toEqual([
      { by: "auto", certification: "1", verdict: "approved" },
    ]);
    expect(await venue.store.read((db) => coherent(db))).toEqual([]);
    expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("what failed is asked for again, with the reviewer's words; the rest stays accepted", async () => {
    const { venue, ada, picture, all, tell, decide, latest } = await stage({
      store: await open(),
      settings: { review: "manual" },
    });
    const first = await all(ada);
    await ada.ask(cert, first);
    for (const [wrong, field] of [
      [{ reason: " " }, "reason"],
      [{ reason: "x", fields: ["face"] }, "fields"],
    ] as const) {
      await expect(decide({ id: 1, action: "reject", ...wrong })).rejects.toMatchObject({
        code: 100005,
        data: { field },
      });
    }
    await decide({
      id: 1,
      action: "reject",
      reason: "Cannot be read.",
      fields: { front: "The light hides the number.", id_number: "" },
    });
    const failed = {
      certstatus: 3,
      ...masked,
      reasons: { front: "The light hides the number.", id_number: "Cannot be read." },
    };
    expect(await ada.ask(certification, {})).toMatchObject(failed);
    expect(await ada.ask(userInfo, {})).toMatchObject({ certstatus: 3 });
    expect((await ada.ask(notices, {})).list[0]).toMatchObject({
      facts: { status: 2, certstatus: 3, fields: "front,id_number", reason: "Cannot be read." },
    });
    expect(await venue.store.read((db) => db.selectFrom("picture").selectAll().execute())).toEqual(
      [],
    );
    expect(await ada.tell(cert, { front: await picture(ada) })).toMatchObject({
      status: 100005,
      data: { field: "id_number" },
    });
    expect(await ada.tell(cert, { id_number: "CD555666777" })).toMatchObject({
      status: 100005,
      data: { field: "front" },
    });
    // A picture that was deleted is no picture.
    expect(await ada.tell(cert, { id_number: "CD555666777", front: first.front })).toMatchObject({
      status: 100004,
      data: { field: "front" },
    });
    expect(
      await ada.ask(cert, {
        id_number: "CD555666777",
        front: await picture(ada),
        name: "Somebody Else",
      }),
    ).toMatchObject({
      certstatus: 1,
      name_masked: masked.name_masked,
      id_number_masked: "CD****77",
      reasons: {},
    });
    await decide({ id: await latest(), action: "reject", reason: "All again." });
    expect(await ada.ask(certification, {})).toMatchObject({
      certstatus: 3,
      reasons: {
        name: "All again.",
        id_number: "All again.",
        front: "All again.",
        back: "All again.",
      },
    });
    expect((await tell({ name: "Grace Hopper" })).data).toMatchObject({
      certstatus: 1,
      name_masked: "G** H**",
    });
    await decide({ id: await latest() });
    expect(await venue.store.read((db) => readCertifiedName(db, Number(ada.session?.id)))).toBe(
      "Grace Hopper",
    );
    for (const id of [1, await latest(), (await latest()) + 1])
      await expect(decide({ id, action: "reject", reason: "Again." })).rejects.toMatchObject({
        code: 300009,
      });
  });

  test("one number for two accounts is shown to the reviewer, and to nobody else", async () => {
    const { venue, ada, tell } = await stage({
      store: await open(),
      settings: { review: "manual" },
    });
    const [eve, bob] = [await venue.user(), await venue.user()];
    expect((await tell()).status).toBe(0);
    const flagged = async () =>
      (await venue.store.read((db) => readPendingCertifications(db, { offset: 0, limit: 10 }))).map(
        (row) => [String(row.user_id), row.same_number],
      );
    expect(await flagged()).toEqual([[ada.session?.id, 0]]);
    expect((await tell({ id_number: "AB12345678" }, eve)).data).toMatchObject({
      certstatus: 1,
      id_number_masked: "AB****78",
    });
    expect((await tell({ id_number: "ab12345679" }, bob)).status).toBe(0);
    expect(await flagged()).toEqual([
      [ada.session?.id, 1],
      [eve.session?.id, 1],
      [bob.session?.id, 0],
    ]);
  });

  test("handed in by many at once there is one, decided by many at once it has one end", async () => {
    const { venue, ada, all, decide, latest } = await stage({
      store: await open({ poolSize: 20 }),
      settings: { review: "manual" },
    });
    for (let round = 0; round < 6; round++) {
      const client = round === 0 ? ada : await venue.user();
      const request = await all(client);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => client.tell(cert, request)),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        0,
        ...Array.from({ length: 7 }, () => 300007),
      ]);
      const id = await latest();
      const results = await outcomes(
        turned(
          [
            () => decide({ id }),
            () => decide({ id }),
            () => decide({ id, action: "reject", reason: "No." }),
            () => decide({ id, action: "reject", reason: "No.", fields: ["name"] }),
          ],
          round,
        ),
      );
      const done = results.flatMap((one) => ("state" in one ? [one.state] : []));
      expect(done).toHaveLength(1);
      expect(results.filter((one) => "code" in one && one.code === 300009)).toHaveLength(3);
      expect((await client.ask(userInfo, {})).certstatus).toBe(done[0] === "approved" ? 2 : 3);
    }
    expect(await venue.store.read((db) => db.selectFrom("picture").select("id").execute())).toEqual(
      [],
    );
    expect(
      (
        await venue.store.read((db) =>
          db.selectFrom("notice").select("id").where("kind", "=", "certification").execute(),
        )
      ).length,
    ).toBe(6);
  });
});

describe("refused", () => {
  const wrong: [field: string, value: unknown, status: number][] = [
    // Refused before anybody reads what they are: no JSON that can be stored.
    ...["Ada\0", "Ada\uD800"].map((name): [string, unknown, number] => ["", name, 100005]),
    ...["name", "id_number", "front", "back"].map((field): [string, unknown, number] => [
      field,
      undefined,
      100005,
    ]),
    ...["name", "id_number", "front", "back"].map((field): [string, unknown, number] => [
      field,
      "",
      100005,
    ]),
    ...[
      "A",
      "12345",
      "---",
      "Ada <script>alert(1)</script>",
      "Ada\u202ELovelace",
      "a".repeat(101),
      "Ada; drop table user",
      "\u200b\u200b\u200b",
    ].map((name): [string, unknown, number] => ["name", name, 100005]),
    ...[
      "123",
      "....",
      "ABCDEF",
      "12'34'56",
      "1234\u202E56",
      "1234<5>",
      "x".repeat(41),
      "12\n34",
    ].map((number): [string, unknown, number] => ["id_number", number, 100005]),
    ["front", "0".repeat(32), 100004],
    ["back", "0".repeat(32), 100004],
    ["front", "../../etc/passwd", 100004],
    ["front", 7, 100005],
    ["name", { toString: "x" }, 100005],
  ];

  test(`${wrong.length} names, numbers and pictures that are none`, async () => {
    const { venue, ada, all } = await stage();
    const good = await all(ada);
    const accepted: unknown[] = [];
    for (const [field, value, status] of wrong) {
      const answer = await ada.send(cert, { ...good, [field === "" ? "name" : field]: value });
      if (
        answer.status !== status ||
        (field !== "" && (answer.data as { field?: string } | null)?.field !== field)
      )
        accepted.push([field, value, answer.status, answer.data]);
    }
    expect(accepted).toEqual([]);
    expect((await ada.ask(certification, {})).certstatus).toBe(0);
    expect(
      await venue.store.read((db) => db.selectFrom("certification").selectAll().execute()),
    ).toEqual([]);
  });

  test("another's pictures, and one picture for both sides", async () => {
    const { venue, ada, all, tell } = await stage();
    const eve = await venue.user();
    const { front } = await all(ada);
    expect(await tell({ front }, eve)).toMatchObject({ status: 100004, data: { field: "front" } });
    expect(await tell({ front, back: front })).toMatchObject({
      status: 100005,
      data: { field: "back", problem: "same" },
    });
    await venue.setStatus(ada, 1);
    expect((await ada.tell(cert, { name: "Ada" })).status).toBe(402);
    expect((await ada.ask(certification, {})).certstatus).toBe(0);
  });
});

describe("as they are kept and shown", () => {
  test.each([
    ["  Ada   Lovelace ", "Ada Lovelace", "A** L**"],
    ["张伟", "张伟", "张**"],
    ["Jean-Luc d'Été", "Jean-Luc d'Été", "J** d**"],
    ["Мария Петрова", "Мария Петрова", "М** П**"],
    ["Nguyễn Văn A.", "Nguyễn Văn A.", "N** V** A**"],
  ])("%s", (name, plain, shown) => {
    expect(plainName(name)).toBe(plain);
    expect(maskedName(plain)).toBe(shown);
  });
  test.each([
    ["ab 123-456.78", "AB12345678", "AB****78"],
    ["1234", "1234", "****4"],
    ["110101199003070001X", "110101199003070001X", "11****1X"],
    ["１２３４５", "12345", "****5"],
  ])("%s", (number, plain, shown) => {
    expect(plainNumber(number)).toBe(plain);
    expect(maskedNumber(plain)).toBe(shown);
  });
});
