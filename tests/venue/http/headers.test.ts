import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { startVenue, type StartOptions } from "../../harness/venue/memory-venue.ts";

const script = `console.log(${JSON.stringify("x".repeat(3000))});`;

/** A small build as Vite would leave it. */
function builtApp(): string {
  const root = temporaryDirectory();
  const files: Record<string, string> = {
    "index.html": "<!doctype html><title>shell</title>",
    "sw.js": "self.addEventListener('install', () => {});",
    "assets/app-1a2b.js": script,
    "assets/app-1a2b.js.map": "{}",
    "assets/font.woff2": "f".repeat(2000),
    "_payload.json": "{}",
    "coins/_payload.json": "{}",
    "seconds/_payload.json": "{}",
    "seconds/index.html": "<!doctype html><title>seconds</title>",
    "builds/latest.json": '{"id":"x"}',
    "manifest.webmanifest": "{}",
    "icon.svg": "<svg/>",
    "robots.txt": "User-agent: *\n",
    ".env": "SECRET=1",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const start = (options: StartOptions = {}) => startVenue({ staticRoot: builtApp(), ...options });
const asPage = { headers: { accept: "text/html,application/xhtml+xml" } };

const everywhere = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
/** With what may run: elsewhere they say nothing and cost bytes. */
const running = {
  ...everywhere,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=(), clipboard-read=(), clipboard-write=(self), screen-wake-lock=(self)",
};
const documentHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types sw-url; report-to csp; report-uri /api/csp",
  "reporting-endpoints": 'csp="/api/csp"',
};
/** Any page may read and show them. */
const iconHeaders = {
  "cache-control": "public, max-age=86400",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  vary: "Accept-Encoding",
};
const apiHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "content-type": "application/json; charset=utf-8",
  vary: "Accept-Encoding",
};
const tagged = (type: string, caching = "no-cache") => ({
  "cache-control": caching,
  "content-type": `${type}; charset=utf-8`,
  vary: "Accept-Encoding",
});

/** All headers of an answer but its tag, whose form is tested on its own. */
function headersOf(response: Response): Record<string, string> {
  const headers = Object.fromEntries(response.headers);
  delete headers.etag;
  return headers;
}

describe("security headers to the letter", () => {
  test.each([
    ["a document", "/", asPage, { ...running, ...documentHeaders, ...tagged("text/html") }],
    [
      "a document for an unknown route",
      "/nowhere",
      asPage,
      { ...running, ...documentHeaders, ...tagged("text/html") },
    ],
    [
      "the worker",
      "/sw.js",
      {},
      {
        ...running,
        "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
        ...tagged("text/javascript"),
      },
    ],
    [
      "an asset",
      "/assets/app-1a2b.js",
      {},
      { ...everywhere, ...tagged("text/javascript", "public, max-age=31536000, immutable") },
    ],
    [
      "a build's metadata",
      "/builds/latest.json",
      {},
      { ...everywhere, ...tagged("application/json") },
    ],
    [
      "the manifest",
      "/manifest.webmanifest",
      {},
      { ...everywhere, ...tagged("application/manifest+json") },
    ],
    [
      "a missing file",
      "/assets/gone.js",
      {},
      { ...everywhere, "cache-control": "no-cache", "content-type": "text/plain; charset=utf-8" },
    ],
    [
      "the runtime config",
      "/config.json",
      {},
      { ...everywhere, "cache-control": "no-cache", "content-type": "application/json" },
    ],
    [
      "a coin icon",
      "/icons/coin.json?icons=btc",
      {},
      { ...everywhere, ...iconHeaders, "content-type": "application/json; charset=utf-8" },
    ],
    [
      "a flag",
      "/icons/flags/us.svg",
      {},
      {
        ...everywhere,
        ...iconHeaders,
        "content-type": "image/svg+xml; charset=utf-8",
        "content-security-policy": "default-src 'none'; sandbox",
      },
    ],
    ["a public read", "/api/auth/language", {}, { ...everywhere, ...apiHeaders }],
    ["a refused call", "/api/account/userInfo", {}, { ...everywhere, ...apiHeaders }],
    ["an unknown call", "/api/nothing", {}, { ...everywhere, ...apiHeaders }],
  ])("%s", async (_what, path, init, headers) => {
    const venue = await start();
    expect(headersOf(await venue.fetch(path, init))).toEqual(headers);
  });

  test("HSTS only where people come by https, without preload", async () => {
    const secure = await start({ settings: { publicUrl: "https://godwit.example" } });
    for (const path of ["/", "/api/auth/language", "/assets/app-1a2b.js", "/assets/gone.js"]) {
      expect((await secure.fetch(path, asPage)).headers.get("strict-transport-security")).toBe(
        "max-age=31536000; includeSubDomains",
      );
    }
    const plain = await start({ settings: { publicUrl: "http://godwit.example" } });
    expect((await plain.fetch("/", asPage)).headers.get("strict-transport-security")).toBeNull();
  });
});

describe("origins", () => {
  const write = (venue: Awaited<ReturnType<typeof start>>, headers: Record<string, string>) =>
    venue.fetch("/api/auth/view", {
      method: "POST",
      body: '{"keys":[]}',
      headers: { "content-type": "application/json", ...headers },
    });

  test.each([
    [{}, 200],
    [{ origin: "http://venue.test" }, 200],
    [{ origin: "https://venue.test" }, 200],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ origin: "http://venue.test.evil.example" }, 403],
    [{ origin: "http://venue.test:8080" }, 403],
  ])("a write with %j is HTTP %i", async (headers, http) => {
    expect((await write(await start(), headers as Record<string, string>)).status).toBe(http);
  });

  test("no other origin may read, unless it is listed, exactly", async () => {
    const closed = await start();
    expect(
      (
        await closed.fetch("/api/auth/language", { headers: { origin: "https://app.example" } })
      ).headers.get("access-control-allow-origin"),
    ).toBeNull();
    const open = await start({ settings: { corsOrigins: ["https://app.example"] } });
    const listed = await open.fetch("/api/auth/language", {
      headers: { origin: "https://app.example" },
    });
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(listed.headers.get("vary")).toBe("Origin, Accept-Encoding");
    expect(
      (
        await open.fetch("/api/auth/language", { headers: { origin: "https://app.example.evil" } })
      ).headers.get("access-control-allow-origin"),
    ).toBeNull();
    expect(
      (await write(open, { origin: "https://app.example", "sec-fetch-site": "cross-site" })).status,
    ).toBe(200);
    const preflight = await open.fetch("/api/auth/login", {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "POST" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "content-type, x-sig2, nonce, timestamp, userid, sign",
    ]);
    const refused = await open.fetch("/api/auth/login", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example" },
    });
    expect(refused.headers.get("access-control-allow-headers")).toBeNull();
  });
});

describe("the built app", () => {
  test.each([
    ["/", 200, "shell"],
    ["/coins", 200, "shell"],
    ["/coins/", 200, "shell"],
    ["/coins?symbol=btcusdt", 200, "shell"],
    ["/seconds", 200, "seconds"],
    ["/nowhere", 404, "shell"],
    ["/coins/deeper", 404, "shell"],
  ])("a visit to %s is HTTP %i with the page", async (path, status, title) => {
    const response = await (await start()).fetch(path, asPage);
    expect([response.status, await response.text()]).toEqual([
      status,
      `<!doctype html><title>${title}</title>`,
    ]);
  });

  test.each([
    "/assets/gone.js",
    "/gone.css",
    "/coins/gone.json",
    "/assets/app-1a2b.js.map",
    "/.env",
    "/%2eenv",
    "/../package.json",
    "/%2e%2e/package.json",
    "/..%2fpackage.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets%5c..%5c.env",
    "/%00",
    "/%ff",
    "/assets",
    "/assets/",
    "/builds/",
  ])("%s is a real 404, never the page", async (path) => {
    const response = await (await start()).fetch(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("<");
  });

  test.each([
    "/..%2fsecret",
    "/..%2fsecret/",
    "/coins/..%2f..%2fsecret",
    "/%2e%2e%2fsecret",
    "/assets/..%2f..%2f..%2fsecret",
    "/.hidden/page",
  ])("a page request cannot leave the folder or see what is hidden: %s", async (path) => {
    const root = join(temporaryDirectory(), "dist");
    const pages = {
      "index.html": "shell",
      "coins/_payload.json": "{}",
      "../secret/_payload.json": "{}",
      "../secret/index.html": "not for you",
      ".hidden/page/_payload.json": "{}",
      ".hidden/page/index.html": "not for you",
    };
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const answer = await (await startVenue({ staticRoot: root })).fetch(path, asPage);
    expect([answer.status, await answer.text()]).toEqual([404, "shell"]);
  });

  test.each([
    ["/", "*/*", 200, "<!doctype html><title>shell</title>"],
    ["/", undefined, 200, "<!doctype html><title>shell</title>"],
    ["/coins/", "*/*", 200, "<!doctype html><title>shell</title>"],
    ["/seconds", undefined, 200, "<!doctype html><title>seconds</title>"],
    ["/nowhere", "*/*", 404, "Not found\n"],
    ["/nowhere", undefined, 404, "Not found\n"],
    ["/coins", "image/avif", 404, "Not found\n"],
    ["/", "application/json", 404, "Not found\n"],
  ])("%s for who takes %s is HTTP %i", async (path, accept, status, text) => {
    const response = await (
      await start()
    ).fetch(path, accept === undefined ? {} : { headers: { accept } });
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  test("a path longer than any of ours is not looked at", async () => {
    const venue = await start();
    for (const path of ["/".repeat(1025), `/${"/".repeat(1100)}x`, `/${"%2f".repeat(400)}x`]) {
      const response = await venue.fetch(path, asPage);
      expect([response.status, await response.text()]).toEqual([404, "Not found\n"]);
    }
  });

  test("files and icons are counted by address, apart from calls", async () => {
    const venue = await start({
      limits: { filesPerSecond: 1, filesBurst: 3, publicPerSecond: 1, publicBurst: 1 },
    });
    for (const path of ["/sw.js", "/icons/coin.json?icons=btc", "/config.json"])
      expect((await venue.fetch(path)).status).toBe(200);
    const over = await venue.fetch("/sw.js");
    expect([
      over.status,
      over.headers.get("retry-after"),
      over.headers.get("cache-control"),
    ]).toEqual([429, "1", "no-store"]);
    expect((await venue.visitor.tell(api.market.timestamp, {})).status).toBe(0);
    expect((await venue.fetch("/sw.js", {}, "192.0.2.77")).status).toBe(200);
  });

  test("a page request for a missing file is a 404 without the page", async () => {
    const response = await (await start()).fetch("/assets/gone.js", asPage);
    expect([response.status, await response.text()]).toEqual([404, "Not found\n"]);
  });

  test("files come compressed, with a tag for each form, and 304 for a known one", async () => {
    const venue = await start();
    await venue.venue.warm();
    const brotli = await venue.fetch("/assets/app-1a2b.js", {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(script);
    const tag = brotli.headers.get("etag") ?? "";
    expect(
      (
        await venue.fetch("/assets/app-1a2b.js", {
          headers: { "accept-encoding": "br", "if-none-match": tag },
        })
      ).status,
    ).toBe(304);
    const plain = await venue.fetch("/assets/app-1a2b.js");
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, script]);
    expect(plain.headers.get("etag")).not.toBe(tag);
    expect(
      (
        await venue.fetch("/assets/font.woff2", { headers: { "accept-encoding": "br" } })
      ).headers.get("content-encoding"),
    ).toBeNull();
  });

  test("HEAD has the headers and no body; other methods are not for files", async () => {
    const venue = await start();
    const head = await venue.fetch("/assets/app-1a2b.js", { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "",
    ]);
    const post = await venue.fetch("/assets/app-1a2b.js", { method: "POST", body: "x" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("a new build is served without a restart", async () => {
    const staticRoot = builtApp();
    const venue = await startVenue({ staticRoot });
    const before = (await venue.fetch("/", asPage)).headers.get("etag");
    writeFileSync(join(staticRoot, "index.html"), "<!doctype html><title>the next build</title>");
    const after = await venue.fetch("/", asPage);
    expect(after.headers.get("etag")).not.toBe(before);
    expect(await after.text()).toContain("the next build");
  });

  test("without a build the page says how to make one", async () => {
    const venue = await startVenue({ staticRoot: temporaryDirectory() });
    const response = await venue.fetch("/", asPage);
    expect([response.status, await response.text()]).toEqual([
      404,
      "The app has not been built: run npm run build.\n",
    ]);
  });
});

describe("policy reports", () => {
  const report = JSON.stringify({
    "csp-report": {
      "blocked-uri": "https://evil.example/x.js?token=1",
      "violated-directive": "script-src",
      "document-uri": "http://venue.test/coins?invite=A\r\nB",
    },
  });
  const send = (venue: Awaited<ReturnType<typeof start>>, body: string) =>
    venue.fetch("/api/csp", {
      method: "POST",
      body,
      headers: { "content-type": "application/csp-report" },
    });
  const logged = (venue: Awaited<ReturnType<typeof start>>) =>
    venue.lines.filter(({ event }) => event === "content policy report");

  test("reach the log without queries, and only a few from one address", async () => {
    const venue = await start();
    for (let at = 0; at < 20; at++) expect((await send(venue, report)).status).toBe(204);
    expect(logged(venue)).toHaveLength(5);
    expect(logged(venue)[0]?.facts).toEqual({
      "blocked-uri": "https://evil.example/x.js",
      "violated-directive": "script-src",
      "document-uri": "http://venue.test/coins",
    });
  });

  test("nonsense is taken and dropped", async () => {
    const venue = await start();
    for (const body of [
      "",
      "{",
      "[]",
      "null",
      `{"csp-report":${"[".repeat(50)}`,
      "x".repeat(20_000),
    ])
      expect((await send(venue, body)).status).toBe(204);
    expect(logged(venue)).toEqual([]);
  });
});

describe("builds that did not start", () => {
  const fell = (venue: Awaited<ReturnType<typeof start>>, body: string) =>
    venue.fetch("/api/start-fault", { method: "POST", body });
  const counted = (venue: Awaited<ReturnType<typeof start>>) =>
    venue.lines
      .filter(({ event }) => event.startsWith("build did not start"))
      .map(({ facts }) => facts);

  test("are counted by device, and only a few from one address", async () => {
    const venue = await start();
    for (let at = 0; at < 20; at++) expect((await fell(venue, "abcdef012345")).status).toBe(204);
    expect(counted(venue)).toEqual(
      [1, 2, 3, 4, 5].map((devices) => ({ build: "abcdef012345", devices })),
    );
  });

  test("nonsense is taken and dropped", async () => {
    const venue = await start();
    for (const body of ["", "x", "a".repeat(65), '{"build":"abcdef"}'])
      expect((await fell(venue, body)).status).toBe(204);
    expect(counted(venue)).toEqual([]);
  });
});

describe("HTX's own paths", () => {
  test("answer in HTX's envelope, and count against the address", async () => {
    const venue = await start({ limits: { publicPerSecond: 1, publicBurst: 2 } });
    expect(await (await venue.fetch("/htx/v1/common/timestamp")).json()).toEqual({
      status: "ok",
      data: venue.now(),
    });
    const unknown = await venue.fetch("/htx/v1/account/accounts");
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      {
        ts: venue.now(),
        status: "error",
        "err-code": "invalid-parameter",
        "err-msg": "no such path",
      },
    ]);
    const over = await venue.fetch("/htx/v1/common/timestamp");
    expect([over.status, over.headers.get("retry-after")]).toEqual([429, "1"]);
  });
});

test("no answer names the software", async () => {
  const venue = await start();
  for (const path of ["/", "/api/auth/language", "/nowhere"]) {
    const { headers } = await venue.fetch(path, asPage);
    expect([headers.get("server"), headers.get("x-powered-by")]).toEqual([null, null]);
  }
  expect((await venue.visitor.tell(api.market.timestamp, {})).data).toBe(venue.now());
});
