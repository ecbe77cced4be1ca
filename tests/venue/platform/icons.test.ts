import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { symbolTable } from "../../../venue/feed/simulator/model/symbol-table.ts";
import { type Icon, IconSet, isSafe } from "../../../venue/platform/icons/icon-set.ts";
import type { IconAnswer } from "../../../venue/platform/icons/icons.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

async function icons(prefix: string, names: string): Promise<IconAnswer> {
  const response = await (await startVenue()).fetch(`/icons/${prefix}.json?icons=${names}`);
  expect(response.status).toBe(200);
  return (await response.json()) as IconAnswer;
}

describe("coin icons", () => {
  test("come in Iconify's format, from the set; what it lacks and nobody trades is not found", async () => {
    const answer = await icons(
      "coin",
      "btc,usdt,nosuchcoin,%3Cscript%3E,__proto__,constructor,btc,Btc,../btc",
    );
    expect(answer).toMatchObject({
      prefix: "coin",
      width: 24,
      height: 24,
      not_found: ["nosuchcoin", "<script>", "__proto__", "constructor", "Btc", "../btc"],
    });
    expect(Object.keys(answer.icons)).toEqual(["btc", "usdt"]);
    const whole = await icons("token-branded", "btc-background,usdt-background");
    expect(answer.icons.btc).toEqual(whole.icons["btc-background"]);
    expect(answer.icons.btc?.body).toMatch(/^<.+path.+>$/s);
  });

  test("are those of the coin, not of another of the same ticker", async () => {
    const [coin, whole] = [
      await icons("coin", "arb,apt"),
      await icons("token-branded", "arbitrum-one-background,aptos-background,arb-background"),
    ];
    expect(coin.icons.arb?.body).toBe(whole.icons["arbitrum-one-background"]?.body);
    expect(coin.icons.apt?.body).toBe(whole.icons["aptos-background"]?.body);
    expect(coin.icons.arb?.body).not.toBe(whole.icons["arb-background"]?.body);
  });

  test("exist for every coin of the simulated market, drawn by us where the set has none", async () => {
    const names = symbolTable.map(({ spec }) => spec.base.toLowerCase()).concat("usdt");
    const answer = await icons("coin", names.join(","));
    expect(answer.not_found).toEqual([]);
    const drawn = Object.entries(answer.icons)
      .filter(([, { body }]) => body.includes("<text"))
      .map(([name]) => name);
    expect(drawn).toEqual(["wif", "floki"]);
    expect(answer.icons.wif?.body).toContain(">WIF</text>");
  });
});

describe("icon sets", () => {
  test("are served under their own names and ours, with aliases resolved", async () => {
    const own = await icons("circle-flags", "fr,us,iw,nosuch,FR,a_b");
    expect(own).toMatchObject({
      prefix: "circle-flags",
      width: 512,
      height: 512,
      not_found: ["nosuch", "FR", "a_b"],
    });
    expect(own.icons.iw?.body).toBe((await icons("flags", "il")).icons.il?.body);
    const venue = await startVenue();
    for (const path of [
      "mdi.json?icons=home",
      "..%2Fcoin.json",
      "COIN.json",
      "coin.json/",
      "__proto__.json",
      "constructor.json",
    ])
      expect((await venue.fetch(`/icons/${path}`)).status).toBe(404);
    expect(await icons("coin", "")).toMatchObject({ icons: {}, not_found: [] });
  });

  test("answer 200 names at most", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `x${at}`);
    expect((await icons("coin", names.join(","))).not_found).toEqual(names.slice(0, 200));
  });

  test("are for any page, and travel small or not at all", async () => {
    const venue = await startVenue();
    const get = (headers: Record<string, string> = {}) =>
      venue.fetch("/icons/coin.json?icons=btc,eth,sol", { headers });
    const plain = await get();
    expect(
      Object.fromEntries(
        [
          "access-control-allow-origin",
          "cross-origin-resource-policy",
          "cache-control",
          "content-type",
          "vary",
        ].map((name) => [name, plain.headers.get(name)]),
      ),
    ).toEqual({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=86400",
      "content-type": "application/json; charset=utf-8",
      vary: "Accept-Encoding",
    });
    const text = await plain.text();
    const [br, gz] = [
      await get({ "accept-encoding": "gzip, br" }),
      await get({ "accept-encoding": "gzip" }),
    ];
    expect([br.headers.get("content-encoding"), gz.headers.get("content-encoding")]).toEqual([
      "br",
      "gzip",
    ]);
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text);
    expect(gunzipSync(await gz.arrayBuffer()).toString()).toBe(text);
    const again = await get({
      "accept-encoding": "br",
      "if-none-match": br.headers.get("etag") ?? "",
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
  });

  test("hold no picture that could do anything, and none the file has under another's name", async () => {
    for (const body of [
      "<script>x</script>",
      "<SCRIPT/>",
      '<path onload="x"/>',
      "<foreignObject/>",
      '<use href="https://x.example/#a"/>',
      '<a xlink:href="javascript:x"/>',
      '<g fill="url(https://x.example)"/>',
      "<style>*{}</style>",
      "<!--x-->",
      "x".repeat(100_001),
    ])
      expect([body.slice(0, 40), isSafe(body)]).toEqual([body.slice(0, 40), false]);
    for (const body of [
      '<use href="#a"/>',
      '<path fill="url(#b)"/>',
      "<path fill=\"url('#b')\"/>",
      '<path d="M0 0" stroke-linecap="round"/>',
    ])
      expect([body, isSafe(body)]).toEqual([body, true]);
    const path = join(temporaryDirectory(), "icons.json");
    const set = {
      prefix: "x",
      width: 20,
      icons: {
        a: { body: "<path/>", left: 1 },
        bad: { body: "<script/>" },
        b: { body: "<é/>", hFlip: true },
        c: { body: "<path/>", width: 40 },
      },
      aliases: {
        turned: { parent: "b", rotate: 3, hFlip: true },
        more: { parent: "turned", rotate: 2, width: 9 },
        loop: { parent: "loop" },
        lost: { parent: "bad" },
      },
    };
    writeFileSync(path, JSON.stringify(set));
    const own = new IconSet("x", path);
    expect(await own.frame()).toEqual({ width: 20, height: 16 });
    expect(
      Object.fromEntries(
        await own.find(["a", "b", "c", "bad", "turned", "more", "loop", "lost", "__proto__"]),
      ),
    ).toEqual({
      a: { body: "<path/>", left: 1 },
      b: { body: "<é/>", hFlip: true },
      c: { body: "<path/>", width: 40 },
      turned: { body: "<é/>", rotate: 3 },
      more: { body: "<é/>", rotate: 1, width: 9 },
    } satisfies Record<string, Icon>);
  });

  test("lose nearly none of their pictures to caution", async () => {
    const { createRequire } = await import("node:module");
    const require = createRequire(import.meta.url);
    for (const prefix of ["token-branded", "circle-flags"]) {
      const { icons: all } = require(`@iconify-json/${prefix}/icons.json`) as {
        icons: Record<string, unknown>;
      };
      const found = await new IconSet(prefix).find(Object.keys(all));
      expect(Object.keys(all).length - found.size).toBeLessThan(5);
    }
  });
});

describe("flags", () => {
  test("are pictures by country code: every country's", async () => {
    const venue = await startVenue();
    for (const code of ["us", "cn", "tw", "fr", "de", "jp", "br"]) {
      const flag = await venue.fetch(`/icons/flags/${code}.svg`);
      expect([
        flag.status,
        flag.headers.get("content-type"),
        flag.headers.get("content-security-policy"),
      ]).toEqual([200, "image/svg+xml; charset=utf-8", "default-src 'none'; sandbox"]);
      expect(await flag.text()).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+">.+<\/svg>$/s,
      );
    }
    for (const file of ["zz.svg", "US.svg", "usa.svg", "us.png"])
      expect((await venue.fetch(`/icons/flags/${file}`)).status).toBe(404);
  });
});
