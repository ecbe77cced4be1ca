import { describe, expect, test } from "vitest";
import { api, apiRows } from "#protocol/api/api.ts";
import { openApiDocument } from "../../../venue/http/api/open-api.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { platBase, view, language, currencyConf, banner } = api.platform;

describe("platform", () => {
  test("says what it is: paper, its market, its rules", async () => {
    const venue = await startVenue();
    const { platformbase, secondContractConf } = await venue.visitor.ask(platBase, {});
    expect(platformbase).toMatchObject({
      name: "Godwit",
      paper: true,
      market_source: "sim",
      market_seed: "own",
      sig: ["v1", "v2"],
      welcome: { USDT: "10000" },
      reg: { email: 1, phone: 1, invite_required: 0, code_required: 0 },
      kyc_required: ["withdrawal"],
    });
    expect(
      secondContractConf.map(({ symbol, time, odds, min, max }) => [symbol, time, odds, min, max]),
    ).toEqual([30, 60, 120, 180, 300].map((time) => ["*", time, "0.95", "10", "1000"]));
  });

  test("says ahead when it will not be there, the next time first, and not once that is over", async () => {
    const venue = await startVenue({
      settings: {
        maintenance: [
          { from: "2023-11-16T02:00Z", to: "2023-11-16T03:00Z", note: "" },
          { from: "2023-11-15T02:00Z", to: "2023-11-15T03:00Z", note: "A larger disk." },
          { from: "2023-11-14T02:00Z", to: "2023-11-14T03:00Z", note: "" },
        ],
      },
    });
    expect((await venue.visitor.ask(platBase, {})).platformbase.maintenance).toEqual([
      {
        from_time: Date.UTC(2023, 10, 15, 2),
        to_time: Date.UTC(2023, 10, 15, 3),
        note: "A larger disk.",
      },
      { from_time: Date.UTC(2023, 10, 16, 2), to_time: Date.UTC(2023, 10, 16, 3), note: "" },
    ]);
  });

  test("says it in the same words later, so that a known answer need not travel again", async () => {
    const venue = await startVenue();
    const first = await venue.fetch(platBase.path);
    const tag = first.headers.get("etag") ?? "";
    await venue.wind(60_000);
    const second = await venue.fetch(platBase.path, { headers: { "if-none-match": tag } });
    expect([first.status, second.status, second.headers.get("etag"), await second.text()]).toEqual([
      200,
      304,
      tag,
      "",
    ]);
    expect(tag).toMatch(/^"/);
  });

  test("lists contacts as JSON inside a string, under its key alone", async () => {
    const venue = await startVenue({
      settings: {
        contacts: [{ name: "Help", type: "link", url: "https://help.example", icon: "" }],
      },
    });
    const { onlineService } = await venue.visitor.ask(view, { keys: ["onlineService", "other"] });
    expect(JSON.parse(onlineService?.list ?? "")).toEqual([
      { name: "Help", type: "link", url: "https://help.example", icon: "" },
    ]);
    expect(await venue.visitor.ask(view, { keys: ["other", "__proto__"] })).toEqual({});
  });

  test("offers four languages, one by default, each with a flag that is there", async () => {
    const venue = await startVenue();
    const countries = await venue.visitor.ask(language, {});
    expect(countries.map(({ code }) => code).sort()).toEqual(["en_US", "fr_FR", "zh_CN", "zh_TW"]);
    expect(countries.filter(({ isdefault }) => isdefault === 1).map(({ code }) => code)).toEqual([
      "en_US",
    ]);
    for (const { iconurl } of countries) {
      const flag = await venue.fetch(iconurl);
      expect([flag.status, flag.headers.get("content-type")]).toEqual([
        200,
        "image/svg+xml; charset=utf-8",
      ]);
      expect(await flag.text()).toMatch(/^<svg [^>]+>.+<\/svg>$/);
    }
    expect((await venue.fetch("/icons/flags/zz.svg")).status).toBe(404);
  });

  test("configures every currency of the market and the one it is quoted in", async () => {
    const venue = await startVenue();
    const { currencyConf: conf } = await venue.visitor.ask(currencyConf, {});
    expect(Object.keys(conf).sort()).toEqual(["BTC", "DOGE", "USDT"]);
    expect(conf.BTC).toMatchObject({
      flag: "BTC",
      symbol: "btcusdt",
      icon: "coin:btc",
      price_precision: 2,
      amount_precision: 6,
      coin: 1,
      contract: 1,
      second: 1,
    });
    expect(conf.DOGE).toMatchObject({ contract: 0, second: 0 });
    expect(conf.USDT).toMatchObject({ scale: 8, symbol: "", coin: 0 });
    const { balances } = await (await venue.user()).ask(api.wallet.walletBalance, {});
    for (const { flag, balance_str } of balances)
      expect(balance_str?.split(".")[1]?.length ?? 0).toBe(conf[flag]?.scale);
  });

  test("a market not reached yet has no currencies, and nobody is given funds in one", async () => {
    const source = new FixedSource();
    source.setUnavailable(true);
    const venue = await startVenue({ source });
    expect(await venue.visitor.ask(currencyConf, {})).toEqual({ currencyConf: {} });
    const account = {
      account: "ada@example.org",
      logintype: "email",
      password: "correct horse battery",
    } as const;
    expect((await venue.visitor.tell(api.session.reg, account)).status).toBe(100006);
    source.setUnavailable(false);
    await venue.wind(1000);
    expect(Object.keys((await venue.visitor.ask(currencyConf, {})).currencyConf)).toContain("USDT");
    await venue.visitor.ask(api.session.reg, account);
  });

  test("announces the same in every language, and which market it is", async () => {
    const list = await (await startVenue()).visitor.ask(banner, {});
    const of = (locale: string) =>
      list.filter((entry) => entry.locale === locale).map(({ id }) => id.replace(`-${locale}`, ""));
    expect(of("en-US")).toEqual(["paper", "prices-sim", "offline"]);
    for (const locale of ["zh-CN", "zh-TW", "fr-FR"]) expect(of(locale)).toEqual(of("en-US"));
    expect(list.every(({ title, text }) => title !== "" && text !== "")).toBe(true);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });
});

describe("OpenAPI", () => {
  test("travels compressed, once while it is the same, and counts against its caller as an unknown path does", async () => {
    const venue = await startVenue({ limits: { publicPerSecond: 1, publicBurst: 3 } });
    const ask = (headers: Record<string, string> = {}) =>
      venue.fetch("/api/openapi.json", { headers: { "accept-encoding": "br", ...headers } });
    const first = await ask();
    expect(first.headers.get("content-encoding")).toBe("br");
    expect((await first.arrayBuffer()).byteLength).toBeLessThan(40_000);
    const second = await ask({ "if-none-match": first.headers.get("etag") ?? "" });
    expect(second.status).toBe(304);
    expect((await venue.fetch("/api/no/such/path")).status).toBe(404);
    expect([(await ask()).status, (await venue.fetch("/api/no/such/path")).status]).toEqual([
      429, 429,
    ]);
    expect((await ask()).headers.get("retry-after")).toBe("1");
  });

  test("the published document is the contract", async () => {
    const venue = await startVenue();
    const response = await venue.fetch("/api/openapi.json");
    const document = (await response.json()) as ReturnType<typeof openApiDocument> & {
      paths: Record<
        string,
        Record<
          string,
          {
            operationId: string;
            security?: unknown;
            parameters?: { name: string; required: boolean }[];
          }
        >
      >;
    };
    expect(document.openapi).toBe("3.1.0");
    for (const { name, endpoint } of apiRows()) {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.security !== undefined).toBe(endpoint.access === "user");
    }
    expect(
      document.paths["/api/htx/getKline"]?.get?.parameters
        ?.filter(({ required }) => required)
        .map(({ name }) => name),
    ).toEqual(["symbol", "period"]);
    expect(JSON.stringify(document)).toContain(
      '"client_order_id":{"type":"string","format":"uuid"}',
    );
  });
});
