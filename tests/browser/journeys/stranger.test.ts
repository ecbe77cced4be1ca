/** The built app before a server that knows the specification and nothing else: startup, guard, wrapper. */
import { describe, expect, test } from "vitest";
import { retryStatuses, routes, visitorRoutes } from "../../conformance/specification.ts";
import {
  StrangerStage,
  storedOnDevice,
  moveTo,
  pathOf,
  paths,
} from "../../harness/stages/stranger-stage.ts";

const stage = new StrangerStage();
const { platBase, view, language, currencyConf, rank, walletBalance, favourites, userInfo } = paths;
const privateRoutes = routes.filter((route) => !visitorRoutes.includes(route));

describe("startup", () => {
  test("config, 500 ms, three calls together, then currencies and rank by vol", async () => {
    const gate = Promise.withResolvers<void>();
    for (const path of [platBase, view, language])
      stage.stub.replace(path, { until: gate.promise });
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await Promise.all([stage.came(platBase), stage.came(view), stage.came(language)]);
      expect(stage.calls()).toHaveLength(3);
      expect(
        Math.min(...stage.calls().map(({ at }) => at)) - stage.first("/config.json").at,
      ).toBeGreaterThanOrEqual(500);
      expect(JSON.parse(stage.first(view).body)).toEqual({ keys: ["onlineService"] });
      gate.resolve();
      await Promise.all([stage.came(currencyConf), stage.answered(rank)]);
      expect(stage.first(rank).query.get("sort")).toBe("vol");
      expect(
        stage
          .calls()
          .some(({ path }) => path === walletBalance || path === favourites || path === userInfo),
      ).toBe(false);
    });
  });

  test("an authorized user's wallet, collects and info follow the currencies", async () => {
    const gate = Promise.withResolvers<void>();
    for (const path of [currencyConf, rank]) stage.stub.replace(path, { until: gate.promise });
    await stage.asUser(async (page) => {
      await stage.open(page, "/useragreement");
      await Promise.all([stage.came(currencyConf), stage.came(rank)]);
      expect([walletBalance, favourites, userInfo].flatMap((path) => stage.stub.of(path))).toEqual(
        [],
      );
      gate.resolve();
      await Promise.all([stage.came(walletBalance), stage.came(favourites), stage.came(userInfo)]);
    });
  });

  test("asks for everything again on every visit, whatever the device kept", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      await expect.poll(() => storedOnDevice(page), { timeout: 10_000 }).toContain("fr_FR");
      stage.stub.requests.length = 0;
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      expect(
        [platBase, view, language, currencyConf].map((path) => stage.stub.of(path).length),
      ).toEqual([1, 1, 1, 1]);
    });
  });

  test.each([
    ["fails", null],
    ["is not JSON", "{"],
  ])("a config that %s is silent", async (_how, config) => {
    stage.stub.config = config;
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      expect(await page.getByRole("alert").count()).toBe(0);
    });
  });

  test("a config that a first visit does not get is asked for again, and from then on calls go where it says", async () => {
    stage.stub.config = null;
    stage.stub.replace(platBase, { http: 501 });
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      stage.stub.config = { base: { "": "/elsewhere" }, base64: false };
      await Promise.all([stage.came(`/elsewhere${platBase}`), stage.came(`/elsewhere${rank}`)]);
      expect(await page.getByRole("alert").count()).toBe(0);
    });
  });

  test("without a saved choice the default country's language is shown, with one it stays", async () => {
    const country = (code: string, isdefault: number, status: number) => ({
      title: code.slice(-2),
      code,
      iconurl: "",
      isdefault,
      status,
    });
    stage.stub.replace(language, {
      data: [country("zh_CN", 1, 0), country("en_US", 0, 1), country("fr_FR", 1, 1)],
    });
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await page.locator("html[lang=fr-FR]").waitFor({ state: "attached" });
    });
    await stage.visit({}, async (page) => {
      await page
        .context()
        .addCookies([{ name: "i18n_redirected", value: "zh-TW", url: stage.stub.address }]);
      stage.stub.requests.length = 0;
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      expect(await page.locator("html").getAttribute("lang")).toBe("zh-TW");
    });
  });
});

describe("the route guard", () => {
  test("a visitor opens the public routes", async () => {
    await stage.visit({}, async (page) => {
      for (const route of visitorRoutes) {
        stage.stub.requests.length = 0;
        await stage.open(page, route);
        await stage.came(view);
        expect([pathOf(page), await page.getByText("404").count()]).toEqual([route, 0]);
      }
    });
  });

  test("a visitor's direct entry anywhere else leads to /login with the full path in `to`", async () => {
    await stage.visit({}, async (page) => {
      for (const route of privateRoutes) {
        await stage.open(page, `${route}?symbol=btcusdt`);
        await page.waitForURL((url) => url.pathname === "/login");
        expect(new URL(page.url()).searchParams.get("to")).toBe(`${route}?symbol=btcusdt`);
      }
    });
  });

  test("a visitor's move anywhere else asks to log in, and leads nowhere", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      for (const route of privateRoutes) {
        await moveTo(page, route);
        const dialog = page.getByRole("dialog", { name: "Log in to continue" });
        await dialog.waitFor();
        await dialog.getByRole("button", { name: "Not now" }).click();
        await dialog.waitFor({ state: "hidden" });
        expect(pathOf(page)).toBe("/useragreement");
      }
    });
  });

  test("a login goes on to where the visitor was bound", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/history?page=2");
      await page.waitForURL(/\/login\?to=/);
      await stage.fillLogin(page);
      await stage.submitLogin(page);
      await page.waitForURL(/\/history\?page=2$/);
    });
  });

  test("a user who opens /login or /register is led home", async () => {
    await stage.asUser(async (page) => {
      for (const route of ["/login", "/register"]) {
        await stage.open(page, route);
        await page.waitForURL(`${stage.stub.address}/`);
      }
    });
  });

  test("an unknown route is a page that is not there, for visitors and users", async () => {
    for (const visit of [stage.visit.bind(stage, {}), stage.asUser.bind(stage)]) {
      await visit(async (page) => {
        await stage.open(page, "/nowhere");
        await page.getByText("404").waitFor();
        expect(pathOf(page)).toBe("/nowhere");
      });
    }
  });
});

describe("the common wrapper", () => {
  test("base64 on: bodies go and answers come as a prefix of 7 hex characters and Base64", async () => {
    stage.stub.config = { base: { "/": "" }, base64: true };
    await stage.visit({}, async (page) => {
      await stage.logIn(page);
      const { body } = stage.first(paths.login);
      expect(body.slice(0, 7)).toMatch(/^[0-9a-f]{7}$/);
      expect(body.slice(7)).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      expect(JSON.parse(Buffer.from(body.slice(7), "base64").toString("utf8"))).toMatchObject({
        loginway: "password",
      });
      await stage.open(page, "/assets");
      await page.getByText("1,234.5").first().waitFor();
    });
  });

  test("the base address is chosen by the path's prefix", async () => {
    stage.stub.config = { base: { "": "", "/api/htx": "/elsewhere" }, base64: false };
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.came(`/elsewhere${rank}`);
      expect([stage.stub.of(platBase).length, stage.stub.of(rank).length]).toEqual([1, 0]);
    });
  });

  test("each retry status sends a GET once more", async () => {
    const reads = [
      platBase,
      language,
      currencyConf,
      "/api/auth/banner",
      rank,
      walletBalance,
      favourites,
      userInfo,
    ] as const;
    retryStatuses.forEach((http, at) => stage.stub.replace(reads[at] ?? rank, { http, times: 1 }));
    await stage.asUser(async (page) => {
      await stage.open(page, "/");
      await Promise.all(reads.map((path) => stage.came(path, 2)));
    });
  });

  test("a GET is retried once at most, other statuses and POST never", async () => {
    stage.stub.replace(platBase, { http: 503 });
    stage.stub.replace(language, { http: 501 });
    stage.stub.replace(view, { http: 503 });
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      expect([platBase, language, view].map((path) => stage.stub.of(path).length)).toEqual([
        2, 1, 1,
      ]);
    });
  });
});
