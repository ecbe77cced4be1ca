import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { encodeText } from "#protocol/wire/envelope.ts";
import { fixedStart, FixedSource } from "../../harness/venue/fixed-source.ts";
import { readAnswer, startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";

const view = "/api/auth/view";
const json = { "content-type": "application/json" };
const ask = JSON.stringify({ keys: ["onlineService"] });
const encoded = (text: string) => encodeText(text, (length) => new Uint8Array(length).fill(0xab));
const base64 = (bytes: string | Uint8Array) => `abcdef0${Buffer.from(bytes).toString("base64")}`;

const post = (
  venue: TestVenue,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = json,
  path = view,
) => venue.fetch(path, { method: "POST", headers, body });

describe("plain", () => {
  test.each([
    ["no JSON", "{", 100005],
    ["an array", "[]", 100005],
    ["a repeated key", '{"keys":[],"keys":[]}', 100005],
    ["a wrong type", '{"keys":"onlineService"}', 100005],
    ["too many keys", JSON.stringify({ keys: Array.from({ length: 21 }, () => "a") }), 100005],
    ["a missing field", "{}", 100005],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), 100005],
    ["an encoded body", encoded(ask), 100005],
  ])("%s is %i", async (_what, body, status) => {
    const venue = await startVenue();
    expect(await readAnswer(await post(venue, body))).toMatchObject({ http: 200, status });
  });

  test("names the field that was wrong", async () => {
    const venue = await startVenue();
    expect((await readAnswer(await post(venue, '{"keys":["a",1]}'))).data).toEqual({
      field: "keys.1",
    });
  });

  test("unknown fields are ignored", async () => {
    const venue = await startVenue();
    expect(
      (await readAnswer(await post(venue, JSON.stringify({ keys: [], more: { a: 1 } })))).status,
    ).toBe(0);
  });

  test("a body of 64 KiB is read, one byte more is not, whatever its length says", async () => {
    const venue = await startVenue();
    const padded = (length: number) => ask + " ".repeat(length - ask.length);
    expect((await readAnswer(await post(venue, padded(65_536)))).status).toBe(0);
    expect(await readAnswer(await post(venue, padded(65_537)))).toMatchObject({
      http: 413,
      status: 100005,
    });
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(32)),
    });
    const init = { method: "POST", headers: json, body: endless, duplex: "half" } as RequestInit;
    expect(await readAnswer(await venue.fetch(view, init))).toMatchObject({
      http: 413,
      status: 100005,
    });
  });

  test.each([
    ["text/plain", 100004],
    ["multipart/form-data", 100004],
    ["", 100004],
    ["application/json; charset=utf-8", 0],
    ["APPLICATION/JSON", 0],
  ])("content type %j is %i", async (type, status) => {
    const venue = await startVenue();
    expect(
      (
        await readAnswer(
          await post(venue, Buffer.from(ask), type === "" ? {} : { "content-type": type }),
        )
      ).status,
    ).toBe(status);
  });
});

describe("encoded", () => {
  const start = () => startVenue({ settings: { base64: true } });

  test("a call and its answer travel as prefix and Base64", async () => {
    const venue = await start();
    const response = await post(venue, encoded(ask));
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const text = await response.clone().text();
    expect(text).toMatch(/^[0-9a-f]{7}[A-Za-z0-9+/]+=*$/);
    expect((await readAnswer(response, true)).data).toMatchObject({
      onlineService: { list: expect.any(String) },
    });
  });

  test("so do a whole session and a refusal", async () => {
    const venue = await start();
    const ada = await venue.user();
    expect((await ada.ask(api.account.userInfo, {})).player.id).toBe(ada.session?.id);
    expect(
      (await ada.tell(api.market.setCollect, { symbol: "nosuchusdt", collect: 1 })).status,
    ).toBe(300018);
  });

  test("config.json says so", async () => {
    const config = async (venue: TestVenue): Promise<unknown> =>
      (await venue.fetch("/config.json")).json();
    expect(await config(await start())).toEqual({
      base: { "/": "" },
      base64: true,
      icons: ["/icons"],
      stream: "/api/ws",
    });
    expect(await config(await startVenue())).toMatchObject({ base64: false });
  });

  test("equal public answers are equal bytes, with one tag", async () => {
    const venue = await start();
    const read = async () => {
      const response = await venue.fetch("/api/auth/language");
      return [response.headers.get("etag"), await response.text()];
    };
    expect(await read()).toEqual(await read());
  });

  const bad: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["plain JSON", ask],
    ["nothing", ""],
    ["a prefix of six", `abcdef${base64(ask).slice(7)}`],
    ["an upper-case prefix", `ABCDEF0${base64(ask).slice(7)}`],
    ["a prefix of other letters", `ghijklm${base64(ask).slice(7)}`],
    ["missing padding", base64("ab").replace(/=+$/, "")],
    ["a url-safe alphabet", `abcdef0${Buffer.from([0xfb, 0xff]).toString("base64url")}=`],
    ["junk inside", `${base64(ask).slice(0, 12)}!${base64(ask).slice(12)}`],
    ["a line break inside", `${base64(ask).slice(0, 11)}\n${base64(ask).slice(11)}`],
    ["more after the end", `${base64("a")}YQ==`],
    ["unused bits set", "abcdef0YR=="],
    ["bytes that are no UTF-8", base64(new Uint8Array([0x22, 0xff, 0x22]))],
    ["raw bytes", new Uint8Array([0xff, 0xfe, 0xfd])],
  ];
  test.each(bad)("%s is 100009", async (_what, body) => {
    const venue = await start();
    expect(await readAnswer(await post(venue, body), true)).toMatchObject({
      http: 200,
      status: 100009,
    });
  });

  test("what decodes to no JSON, or to a bomb, is 100005", async () => {
    const venue = await start();
    for (const text of ["{", "", "[".repeat(40), '{"keys":[],"keys":[]}', encoded(ask)]) {
      expect((await readAnswer(await post(venue, encoded(text)), true)).status).toBe(100005);
    }
  });
});

describe("paths that are none", () => {
  test.each([
    ["GET", "/api/nothing", 404],
    ["POST", "/api", 404],
    ["GET", "/api/auth/../nothing", 404],
    ["POST", "/api/auth/banner", 405],
    ["DELETE", "/api/auth/login", 405],
    ["GET", "/api/auth/login", 405],
    ["PUT", "/api/wallet/getWalletBalance", 405],
  ])("%s %s is HTTP %i with an envelope", async (method, path, http) => {
    const venue = await startVenue();
    expect(
      await readAnswer(
        await venue.fetch(path, {
          method,
          ...(method === "POST" && { body: "{}", headers: json }),
        }),
      ),
    ).toMatchObject({ http, status: 100005 });
  });

  test("no endpoint of the operator or of an outcome exists", async () => {
    const venue = await startVenue();
    for (const path of [
      "/api/operator/setPrice",
      "/api/operator/setOdds",
      "/api/second/settle",
      "/api/operator/editJournal",
    ]) {
      expect((await venue.fetch(path, { method: "POST", body: "{}", headers: json })).status).toBe(
        404,
      );
    }
  });
});

describe("what goes wrong inside", () => {
  test("an upstream out of reach is 100010", async () => {
    const source = new FixedSource();
    const venue = await startVenue({ source });
    source.setUnavailable(true);
    expect((await venue.visitor.tell(api.market.mergedTickerRank, {})).status).toBe(100010);
  });

  test("a bug is 100001 with a request id, found in the log with its cause, and tells nothing else", async () => {
    const source = new FixedSource();
    const venue = await startVenue({ source });
    source.depth = () => Promise.reject(new Error("secret inner workings"));
    const answer = await venue.visitor.tell(api.market.depth, { symbol: "btcusdt" });
    expect(answer).toMatchObject({
      http: 500,
      status: 100001,
      msg: "System error",
      data: { request_id: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    expect(JSON.stringify(answer)).not.toContain("secret");
    const line = venue.lines.find(({ event }) => event === "call failed");
    expect(line?.facts).toMatchObject({
      requestId: (answer.data as { request_id: string }).request_id,
      path: "/api/htx/getDepth",
    });
    expect(line?.facts.error).toMatchObject({ message: "secret inner workings" });
  });
});

describe("answers that are the same for everybody", () => {
  test("carry a strong tag, answer 304, and come compressed", async () => {
    const source = new FixedSource();
    const venue = await startVenue({ source });
    const path = "/api/htx/getSymbols";
    const plain = await venue.fetch(path);
    const tag = plain.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(
      (await venue.fetch(path, { headers: { "if-none-match": `"other", ${tag}` } })).status,
    ).toBe(304);

    const brotli = await venue.fetch(path, { headers: { "accept-encoding": "gzip, br;q=1.0" } });
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotli.headers.get("etag")).toBe(`${tag.slice(0, -1)}-br"`);
    expect((await brotli.arrayBuffer()).byteLength).toBeLessThan(
      (await plain.arrayBuffer()).byteLength / 2,
    );
    const gzip = await venue.fetch(path, { headers: { "accept-encoding": "gzip, br;q=0" } });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gzip.headers.get("vary")).toContain("Accept-Encoding");
  });

  test("change with the market", async () => {
    const source = new FixedSource();
    const venue = await startVenue({ source });
    const tag = async () => (await venue.fetch("/api/htx/getMergedTickerRank")).headers.get("etag");
    const before = await tag();
    expect(await tag()).toBe(before);
    source.setPrice("btcusdt", 7_000_000);
    await venue.wind(1000);
    expect(await tag()).not.toBe(before);
    expect(venue.now()).toBe(fixedStart + 1000);
  });

  test("private ones carry none", async () => {
    const venue = await startVenue();
    const answer = await (await venue.user()).tell(api.account.userInfo, {});
    expect(answer.headers.get("etag")).toBeNull();
    expect(answer.headers.get("content-encoding")).toBeNull();
  });
});
