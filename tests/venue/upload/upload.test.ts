import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { maxImageBytes } from "#protocol/api/upload.ts";
import { createHttpServer } from "../../../venue/http/http-server.ts";
import { attachUpload, deleteAttached, endAttachments } from "../../../venue/upload/rows.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import {
  readAnswer,
  startVenue,
  type TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";
import {
  chunk,
  concat,
  exif,
  jpeg,
  lossy,
  png,
  pngOfSize,
  riffChunk,
  segment,
  extended,
  webp,
  zip,
} from "../../harness/samples/sample-images.ts";
import { pictureId, send, show, upload } from "./post-image.ts";

const day = 86_400_000;
const stored = (venue: TestVenue) =>
  venue.store.read((db) =>
    db.selectFrom("picture").select(["id", "user_id", "mime", "size"]).orderBy("id").execute(),
  );
const form = { "content-type": "multipart/form-data; boundary=XX" };
const part = (
  content: Buffer | string,
  head = 'Content-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png',
) => concat("--XX\r\n", head, "\r\n\r\n", content, "\r\n");
const close = "--XX--\r\n";

async function stage(
  options: Parameters<typeof startVenue>[0] = {},
): Promise<{ venue: TestVenue; ada: TestClient }> {
  const venue = await startVenue({ ...options, limits: { uploadBurst: 1000, ...options.limits } });
  return { venue, ada: await venue.user() };
}

describeDatabases("pictures", (open) => {
  test("are taken by their content, served without what was beside their pixels, and no caller may run them", async () => {
    const { venue, ada } = await stage({ store: await open() });
    const sent = [
      [
        jpeg({ before: [segment(0xe1, exif), segment(0xfe, "<script>alert(1)</script>")] }),
        jpeg(),
        "image/jpeg",
        "jpg",
      ],
      [png({ before: [chunk("eXIf", exif)] }), png(), "image/png", "png"],
      [
        webp([extended(1, 1, 8), lossy, riffChunk("EXIF", exif)]),
        webp([lossy]),
        "image/webp",
        "webp",
      ],
    ] as const;
    for (const [file, clean, mime, ending] of sent) {
      const answer = await upload(venue, ada, file, "photo.html", "text/html");
      expect(answer).toMatchObject({
        status: 0,
        data: {
          files: [
            { id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, mime, size: clean.length },
          ],
        },
      });
      const {
        files: [{ id, url }],
      } = answer.data as { files: [{ id: string; url: string }] };
      const response = await venue.fetch(url, { headers: { ...ada.sign() } });
      expect(
        Object.fromEntries(
          [...response.headers].filter(([name]) =>
            /^(content-(type|disposition|security-policy|length|encoding)|cache-control|cross-origin-resource-policy|x-content-type-options)$/.test(
              name,
            ),
          ),
        ),
      ).toEqual({
        "content-type": mime,
        "content-disposition": `inline; filename="${id}.${ending}"`,
        "content-length": String(clean.length),
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([
        bytes.length,
        bytes.includes("GPS"),
        bytes.includes("script"),
        bytes.subarray(-8).equals(clean.subarray(-8)),
      ]).toEqual([clean.length, false, false, true]);
    }
  });

  test("are their owner's: another's and none are the same answer, and nobody sees one without a signature", async () => {
    const { venue, ada } = await stage({ store: await open() });
    const eve = await venue.user();
    const id = await pictureId(venue, ada, png());
    const [theirs, none, open2] = [
      await readAnswer(await show(venue, eve, id)),
      await readAnswer(await show(venue, eve, "0".repeat(32))),
      await readAnswer(await show(venue, venue.visitor, id)),
    ];
    expect([theirs.status, theirs.data, theirs.http]).toEqual([100005, { field: "id" }, 200]);
    expect([none.status, none.data, none.http]).toEqual([theirs.status, theirs.data, theirs.http]);
    expect(open2.status).toBe(401);
    for (const wrong of [
      "",
      "../../etc/passwd",
      `${id}.png`,
      id.toUpperCase(),
      `${id}%00`,
      `${id}&id=${id}`,
    ])
      expect((await readAnswer(await show(venue, ada, wrong))).status).toBe(100005);
    // Not even by sending the same picture does one learn of another's.
    expect(await pictureId(venue, eve, png())).not.toBe(id);
    expect(await stored(venue)).toHaveLength(2);
  });

  test("sent again are the same, also by twenty at once; others are counted: twenty a day", async () => {
    const { venue, ada } = await stage({
      store: await open({ poolSize: 20 }),
      limits: { uploadsAtOncePerUser: 50, uploadsAtOnce: 50, sessionIdleSec: 1e6 },
    });
    const same = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        pictureId(venue, ada, png({ before: [chunk("tEXt", `no\0${at}`)] })),
      ),
    );
    expect(new Set(same).size).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 30 }, (_, at) => upload(venue, ada, png({ shade: at }))),
    );
    expect(others.filter(({ status }) => status === 0)).toHaveLength(19);
    expect(others.filter(({ status, http }) => status === 100006 && http === 429)).toHaveLength(11);
    expect(await stored(venue)).toHaveLength(20);
    expect((await upload(venue, ada, png())).status).toBe(0);
    await venue.wind(day);
    expect((await upload(venue, ada, png({ shade: 200 }))).status).toBe(0);
  });

  test("take up no more than their share", async () => {
    const { venue, ada } = await stage({
      store: await open(),
      limits: { pictureBytesPerUser: 200 },
    });
    const ids = [
      await pictureId(venue, ada, png({ shade: 1 })),
      await pictureId(venue, ada, png({ shade: 2 })),
    ];
    expect(ids).toHaveLength(2);
    expect(await upload(venue, ada, png({ shade: 3 }))).toMatchObject({
      status: 100006,
      data: { problem: "space" },
    });
    expect((await upload(venue, ada, png({ shade: 2 }))).status).toBe(0);
  });

  test("go after a day where nobody needs them, and stay where a request does, until long after its decision", async () => {
    const { venue, ada } = await stage({ store: await open(), settings: { voucherDays: 30 } });
    const userId = Number(ada.session?.id);
    const [unused, needed, shared, gone] = [
      await pictureId(venue, ada, png({ shade: 1 })),
      await pictureId(venue, ada, png({ shade: 2 })),
      await pictureId(venue, ada, png({ shade: 3 })),
      await pictureId(venue, ada, png({ shade: 4 })),
    ];
    const attach = (id: string, refId: number, refType = "recharge") =>
      venue.store.command(({ db }) =>
        attachUpload(db, { id, userId, refType, refId, now: venue.now() }),
      );
    for (const [id, refId] of [
      [needed, 1],
      [shared, 1],
      [shared, 2],
      [gone, 3],
    ] as const)
      expect(await attach(id, refId)).toMatch(/^[0-9a-f]{64}$/);
    expect(await attach("0".repeat(32), 4)).toBeUndefined();
    const ids = async () => (await stored(venue)).map(({ id }) => id).sort();
    await venue.store.command(({ db }) => deleteAttached(db, { refType: "recharge", refId: 3 }));
    expect(await ids()).toEqual([unused, needed, shared].sort());
    await venue.wind(day - 1);
    expect(await ids()).toEqual([unused, needed, shared].sort());
    await venue.wind(60_000);
    expect(await ids()).toEqual([needed, shared].sort());
    await venue.store.command(({ db }) =>
      endAttachments(db, { refType: "recharge", refId: 1 }, venue.now()),
    );
    await venue.wind(30 * day - 60_000);
    expect(await ids()).toEqual([needed, shared].sort());
    await venue.wind(60_000);
    expect(await ids()).toEqual([shared]);
    expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("named while they are removed are kept or refused, never half", async () => {
    const { venue, ada } = await stage({ store: await open({ poolSize: 8 }) });
    const userId = Number(ada.session?.id);
    for (let round = 0; round < 8; round++) {
      const id = await pictureId(venue, ada, png({ shade: 100 + round }));
      await venue.store.command(({ db }) =>
        attachUpload(db, { id, userId, refType: "recharge", refId: round, now: venue.now() }),
      );
      const [attached] = await Promise.all([
        venue.store.command(({ db }) =>
          attachUpload(db, {
            id,
            userId,
            refType: "recharge",
            refId: 1000 + round,
            now: venue.now(),
          }),
        ),
        venue.store.command(({ db }) => deleteAttached(db, { refType: "recharge", refId: round })),
      ]);
      expect((await stored(venue)).some((picture) => picture.id === id)).toBe(
        attached !== undefined,
      );
    }
  });
});

describe("an upload", () => {
  test("of 5 MiB is taken, a byte more is not, and a body beyond that is not even read to its end", async () => {
    const { venue, ada } = await stage();
    expect(await upload(venue, ada, pngOfSize(maxImageBytes))).toMatchObject({
      status: 0,
      http: 200,
    });
    expect(await upload(venue, ada, pngOfSize(maxImageBytes + 1))).toMatchObject({
      status: 100004,
      http: 200,
      data: { problem: "size", max: maxImageBytes },
    });
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (to) => ((pulled += 1), to.enqueue(new Uint8Array(65_536))),
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { ...form, ...ada.sign() },
      body: endless,
      duplex: "half",
    };
    expect(await readAnswer(await venue.fetch(api.upload.pictureFiles.path, init))).toMatchObject({
      status: 100004,
      http: 413,
    });
    expect(pulled).toBeLessThan(100);
    expect(await send(venue, ada, "x", { ...form, "content-length": "99999999" })).toMatchObject({
      status: 100004,
      http: 413,
    });
  });

  const good = concat(part(png()), close);
  const malformed: Record<
    string,
    [body: Buffer | string, headers: Record<string, string>, status: number]
  > = {
    "as JSON": [
      JSON.stringify({ files: png().toString("base64") }),
      { "content-type": "application/json" },
      100004,
    ],
    "as the picture alone": [png(), { "content-type": "image/png" }, 100004],
    "as another kind of form": [
      "files=x",
      { "content-type": "application/x-www-form-urlencoded" },
      100004,
    ],
    "of mixed parts": [good, { "content-type": "multipart/mixed; boundary=XX" }, 100004],
    "without a boundary": [good, { "content-type": "multipart/form-data" }, 100005],
    "with a boundary of nothing": [
      good,
      { "content-type": 'multipart/form-data; boundary=""' },
      100005,
    ],
    "with two boundaries": [
      good,
      { "content-type": "multipart/form-data; boundary=XX; boundary=YY" },
      100005,
    ],
    "with another boundary": [good, { "content-type": "multipart/form-data; boundary=YY" }, 100005],
    "with an endless boundary": [
      good,
      { "content-type": `multipart/form-data; boundary=${"X".repeat(71)}` },
      100005,
    ],
    "of nothing": ["", form, 100005],
    "of no part": [close, form, 100005],
    "of two files": [concat(part(png()), part(png({ shade: 3 })), close), form, 100005],
    "of a file and a word": [
      concat(part(png()), part("x", 'Content-Disposition: form-data; name="note"'), close),
      form,
      100005,
    ],
    "in the wrong field": [
      concat(part(png(), 'Content-Disposition: form-data; name="file"; filename="a.png"'), close),
      form,
      100005,
    ],
    "as a word, not a file": [
      concat(part(png(), 'Content-Disposition: form-data; name="files"'), close),
      form,
      100005,
    ],
    "torn in the picture": [good.subarray(0, 120), form, 100005],
    "torn before its end": [concat(part(png())), form, 100005],
    "torn in its head": [good.subarray(0, 30), form, 100005],
    "with something behind": [concat(good, zip), form, 100005],
    "with something ahead": [concat("preamble\r\n", good), form, 100005],
    "with a name that is two": [
      concat(
        part(png(), 'Content-Disposition: form-data; name="files"; name="file"; filename="a.png"'),
        close,
      ),
      form,
      100005,
    ],
    "with two dispositions": [
      concat(
        part(
          png(),
          'Content-Disposition: form-data; name="files"; filename="a"\r\nContent-Disposition: form-data; name="files"; filename="b"',
        ),
        close,
      ),
      form,
      100005,
    ],
    "with NUL in its file's name": [
      concat(
        part(png(), 'Content-Disposition: form-data; name="files"; filename="a\0.png"'),
        close,
      ),
      form,
      100005,
    ],
    "with a head of 100 KB": [
      concat(part(png(), `X: ${"x".repeat(100_000)}`), close),
      form,
      100005,
    ],
    "of an empty file": [concat(part(""), close), form, 100004],
    "of a page that says it is a PNG": [
      concat(part("<!doctype html><script>alert(1)</script>"), close),
      form,
      100004,
    ],
    "of a PNG with a ZIP behind it": [concat(part(png({ tail: zip })), close), form, 100004],
  };
  test(`is refused in ${Object.keys(malformed).length} wrappings that are none`, async () => {
    const { venue, ada } = await stage();
    const statuses: Record<string, number> = {};
    for (const [name, [body, headers]] of Object.entries(malformed))
      statuses[name] = (
        await send(venue, ada, typeof body === "string" ? body : new Uint8Array(body), headers)
      ).status;
    expect(statuses).toEqual(
      Object.fromEntries(Object.entries(malformed).map(([name, [, , status]]) => [name, status])),
    );
    expect(await stored(venue)).toEqual([]);
    expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("keeps nothing of its file's name", async () => {
    const { venue, ada } = await stage();
    const ids = new Set<string>();
    for (const name of [
      "../../../etc/passwd.png",
      "a\u202Egnp.exe",
      "con.png",
      "图片.jpg",
      'quo"te.png',
      "C:\\x\\y.png",
      `${"x".repeat(1000)}.png`,
    ]) {
      const answer = await upload(venue, ada, png(), name);
      expect([name, answer.status]).toEqual([name, 0]);
      ids.add((answer.data as { files: [{ id: string }] }).files[0].id);
    }
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  test("is never encoded, while its answer is", async () => {
    const { venue, ada } = await stage({ settings: { base64: true } });
    expect(await upload(venue, ada, png())).toMatchObject({ status: 0 });
  });

  test("is nothing without a signature, with a used one, or for a frozen account, and is not read then", async () => {
    const { venue, ada } = await stage();
    expect((await upload(venue, venue.visitor, png())).status).toBe(401);
    const headers = { ...ada.sign(), ...form };
    const body = new Uint8Array(concat(part(png()), close));
    expect((await send(venue, venue.visitor, body, headers)).status).toBe(0);
    expect((await send(venue, venue.visitor, body, headers)).status).toBe(100009);
    await venue.setStatus(ada, 1);
    expect((await upload(venue, ada, png())).status).toBe(402);
  });

  test("waits its turn: so many at once, of one user and of all, and so many a minute", async () => {
    const { venue, ada } = await stage({
      limits: { uploadsAtOncePerUser: 1, uploadsAtOnce: 2, uploadBurst: 6, uploadEverySec: 10 },
    });
    const [bob, eve] = [await venue.user(), await venue.user()];
    let letGo = () => undefined as void;
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    const held = (client: TestClient, shade: number) => {
      const bytes = new Uint8Array(concat(part(png({ shade })), close));
      const body = new ReadableStream<Uint8Array>({
        async pull(to) {
          await isLetGo;
          to.enqueue(bytes);
          to.close();
        },
      });
      const init: RequestInit & { duplex: "half" } = {
        method: "POST",
        headers: { ...form, ...client.sign() },
        body,
        duplex: "half",
      };
      return venue
        .fetch(api.upload.pictureFiles.path, init)
        .then((response) => readAnswer(response));
    };
    const [first, second] = [held(ada, 1), held(bob, 2)];
    await new Promise(setImmediate);
    await expect.poll(async () => (await upload(venue, eve, png())).http).toBe(429);
    expect((await upload(venue, ada, png())).http).toBe(429);
    letGo();
    expect([(await first).status, (await second).status]).toEqual([0, 0]);
    const answers = [];
    for (let at = 0; at < 6; at++)
      answers.push((await upload(venue, ada, png({ shade: at }))).http);
    expect(answers.filter((http) => http === 429).length).toBeGreaterThan(0);
    await venue.wind(10_000);
    expect((await upload(venue, ada, png())).status).toBe(0);
  });

  test("has longer to come in than any other body", async () => {
    const { settings } = (await stage()).venue;
    const server = createHttpServer({
      settings: {
        ...settings,
        port: 0,
        limits: { ...settings.limits, requestTimeoutMs: 200, uploadTimeoutMs: 30_000 },
      },
      upgrade: () => false,
      fetch: async (request) => new Response(`read ${(await request.text()).length}`),
    });
    const port = await server.listen();
    onTestFinished(() => server.close(0));
    const slow = (path: string) =>
      new Promise<string>((done) => {
        const socket = connect(port, "127.0.0.1")
          .on("error", () => undefined)
          .once("data", (data: Buffer) => done(data.toString().split("\r\n")[0] ?? ""));
        onTestFinished(() => void socket.destroy());
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab`);
        finish.push(() => void socket.write("cd"));
      });
    const finish: (() => void)[] = [];
    const [picture, other] = [slow(api.upload.pictureFiles.path), slow("/api/coin/placeOrder")];
    expect(await other).toBe("HTTP/1.1 408 Request Timeout");
    for (const end of finish) end();
    expect(await picture).toBe("HTTP/1.1 200 OK");
  });
});
