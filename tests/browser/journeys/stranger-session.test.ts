/** The built app before a server that knows the specification and nothing else: sessions, refusals, notices. */
import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { errors } from "../../conformance/specification.ts";
import {
  StrangerStage,
  choose,
  storedOnDevice,
  moveTo,
  notice,
  password,
  pathOf,
  paths,
} from "../../harness/stages/stranger-stage.ts";
import { specSignature, type StubRequest } from "../../harness/proxy/stub-server.ts";
import { someOf } from "../../harness/trials.ts";

const stage = new StrangerStage();
const { view, rank, walletBalance, favourites, userInfo, login, reg, setCollect } = paths;

describe("sessions", () => {
  test("the login's payload, the wallet after it, and all calls signed from then on", async () => {
    await stage.visit({}, async (page) => {
      const sent: Request[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.startsWith("/api/")) sent.push(request);
      });
      await stage.open(page, "/login");
      await stage.fillLogin(page);
      await stage.answered(rank);
      expect(stage.calls().filter(({ headers }) => "sign" in headers)).toEqual([]);
      await stage.submitLogin(page);
      await stage.came(walletBalance);
      expect(JSON.parse(stage.first(login).body)).toEqual({
        account: "stranger@example.org",
        logintype: "email",
        loginway: "password",
        verifykey: password,
      });
      // In the order of their leaving: a poll of before the login is nobody's, and may arrive after it. The browser
      // reports a request apart from sending it.
      const firstSigned = () => sent.findIndex((request) => request.url().includes(walletBalance));
      await expect.poll(firstSigned).toBeGreaterThan(0);
      const first = firstSigned();
      const after = sent.slice(first).map((request) => request.headers());
      for (const headers of after) expectSigned({ headers });
      expect(new Set(after.map(({ nonce }) => nonce)).size).toBe(after.length);
    });
  });

  test("every call of a kept session is signed", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/");
      await stage.answered(userInfo);
      for (const request of stage.calls()) expectSigned(request);
    });
  });

  test("registration, with the invitation of the entry address, is followed by a login with the password", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/?m=poster&invite=ABCD1234");
      await stage.answered(rank);
      await moveTo(page, "/register");
      await page.getByLabel("E-mail address").fill("stranger@example.org");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByLabel("Password once more").fill(password);
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Register", exact: true }).click();
      await stage.came(login);
      expect(JSON.parse(stage.first(reg).body)).toMatchObject({
        account: "stranger@example.org",
        logintype: "email",
        password,
        invite_code: "ABCD1234",
        m: "poster",
      });
      expect(JSON.parse(stage.first(login).body)).toEqual({
        account: "stranger@example.org",
        logintype: "email",
        loginway: "password",
        verifykey: password,
      });
      await page.waitForURL(`${stage.stub.address}/`);
      await stage.came(walletBalance);
    });
  });

  test.each([
    ["in the envelope", { status: 401 }],
    ["over HTTP", { http: 401 }],
  ])("401 %s logs out, opens the login dialog and says so", async (_how, answer) => {
    stage.stub.replace(walletBalance, answer);
    await stage.asUser(async (page) => {
      await stage.open(page, "/assets");
      await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
      await notice(page, /log in again/i).waitFor();
      expect(await tokenCookies(page)).toEqual([]);
    });
  });

  test("logging out clears what was the user's and says so", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/assets");
      await page.getByText("1,234.5").first().waitFor();
      await choose(page, "Log out");
      await notice(page, /logged out/).waitFor();
      expect(await tokenCookies(page)).toEqual([]);
      expect(await storedOnDevice(page)).not.toMatch(/stranger@example|1234\.5|\["ethusdt"\]/);
      stage.stub.reset();
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      expect(
        stage.calls().filter(({ headers, path }) => "sign" in headers || path === walletBalance),
      ).toEqual([]);
    });
  });

  test("a user whose figures nobody has heard of sees every screen of theirs", async () => {
    stage.stub.replace(userInfo, {
      data: {
        player: {
          id: 42,
          status: 77,
          certstatus: 99,
          type: -1,
          trade_status: 5,
          credit_score: null,
        },
        certstatus: 99,
      },
    });
    await stage.asUser(async (page) => {
      const screens = [
        "/assets",
        "/history",
        "/coins",
        "/contracts",
        "/currency/detail?flag=BTC",
        "/seconds",
      ];
      for (const path of someOf(screens, 2)) {
        stage.stub.requests.length = 0;
        await stage.open(page, path);
        await stage.answered(userInfo);
        await expect
          .poll(async () => (await page.getByRole("main").innerText()).length)
          .toBeGreaterThan(20);
        expect(await page.getByText("Internal Server Error").count()).toBe(0);
      }
    });
  });
});

describe("what is the user's", () => {
  test("the least that a server may say of a wallet and a market is shown", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/");
      await page.getByRole("main").getByText("ETH").first().waitFor();
      await page.getByRole("main").getByText("60,000").first().waitFor();
      await stage.open(page, "/assets");
      await page.getByRole("main").getByText("1,234.50").first().waitFor();
    });
  });

  test("the profile menu leads to both passwords, and a visitor to login and registration", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/useragreement");
      for (const [entry, path] of [
        ["Change login password", "/password/modify"],
        ["Set withdrawal password", "/password/withdraw"],
      ] as const) {
        await choose(page, entry);
        await page.waitForURL(stage.stub.address + path);
      }
    });
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      for (const [entry, path] of [
        ["Log in", "/login"],
        ["Register", "/register"],
      ] as const) {
        await choose(page, entry);
        await page.waitForURL(stage.stub.address + path);
      }
    });
  });

  test("a favourite is sent, and the list requested again", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/coins?symbol=btcusdt");
      await stage.answered(userInfo);
      const asked = stage.stub.of(favourites).length;
      await page
        .getByRole("button", { name: /favourite/ })
        .first()
        .click();
      await stage.came(setCollect, 1);
      await stage.came(favourites, asked + 1);
      expect(JSON.parse(stage.first(setCollect).body)).toEqual({ symbol: "btcusdt", collect: 1 });
    });
  });

  test("each state of certification has its words", async () => {
    await stage.asUser(async (page) => {
      for (const [certstatus, words] of [
        [0, "Not certified"],
        [1, "Certification under review"],
        [3, "Certification failed"],
        [2, "Certified"],
      ] as const) {
        stage.stub.replace(userInfo, { data: { player: { id: 42 }, certstatus } });
        await stage.open(page, "/assets");
        await page
          .getByRole("main")
          .getByText(words, { exact: true })
          .filter({ visible: true })
          .waitFor();
      }
    });
  });

  test("a chosen language is kept in i18n_redirected for 365 days", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      await choose(page, "Language and appearance");
      await page.getByText("Français").click();
      await page.locator("html[lang=fr-FR]").waitFor({ state: "attached" });
      expect([
        await page.getByText("简体中文").count(),
        await page.getByText("繁體中文").count(),
      ]).toEqual([1, 0]);
      const cookie = (await page.context().cookies()).find(
        ({ name }) => name === "i18n_redirected",
      );
      expect([
        cookie?.value,
        Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400),
      ]).toEqual(["fr-FR", 365]);
    });
  });
});

describe("refusals", () => {
  test("every code but those that end the session shows its sentence as an error", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/coins?symbol=btcusdt");
      await stage.answered(userInfo);
      const star = page.getByRole("button", { name: /favourite/ }).first();
      for (const [code, message] of errors.filter(
        ([number]) => number !== 401 && number !== 200003,
      )) {
        stage.stub.replace(setCollect, { status: code });
        await star.dispatchEvent("click");
        const toast = notice(page, new RegExp(message, "i"));
        await toast.waitFor();
        await toast.getByRole("button").dispatchEvent("click");
      }
      expect(pathOf(page)).toBe("/coins");
    });
  });

  test("a token that expired asks to log in again, with its own sentence", async () => {
    stage.stub.replace(userInfo, { status: 200003 });
    await stage.asUser(async (page) => {
      await stage.open(page, "/assets");
      await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
      await notice(page, /token expired/i).waitFor();
    });
  });
});

describe("notices and the veil", () => {
  test("a toast is at most 24rem wide, and goes after 5000 ms", async () => {
    stage.stub.replace(setCollect, { status: 100001 });
    await stage.asUser(async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.clock.install();
      await stage.open(page, "/coins?symbol=btcusdt");
      await stage.answered(userInfo);
      await page.clock.pauseAt(Date.now() + 60_000);
      await page
        .getByRole("button", { name: /favourite/ })
        .first()
        .dispatchEvent("click");
      const toast = notice(page, /system error/i);
      await toast.waitFor();
      expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(24 * 16);
      await page.clock.runFor(4900);
      expect(await toast.count()).toBe(1);
      await page.clock.runFor(200);
      await toast.waitFor({ state: "detached" });
    });
  });

  test("the veil comes 100 ms after a call began and goes with its end", async () => {
    const gate = Promise.withResolvers<void>();
    stage.stub.replace(login, { until: gate.promise });
    await stage.visit({}, async (page) => {
      await page.clock.install();
      await stage.open(page, "/login");
      await stage.answered(rank);
      await stage.fillLogin(page);
      await page.clock.runFor(1000);
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await stage.submitLogin(page);
      await stage.came(login);
      const veil = page.getByRole("status").filter({ hasText: "One moment" });
      await page.clock.runFor(99);
      expect(await veil.count()).toBe(0);
      await page.clock.runFor(2);
      await veil.waitFor();
      await page.clock.resume();
      gate.resolve();
      await page.waitForURL(`${stage.stub.address}/`);
      expect(await veil.count()).toBe(0);
    });
  });
});

test("an error page is for people: a search bot sees none, and both are logged", async () => {
  for (const [userAgent, shown] of [
    [undefined, 1],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 0],
  ] as const) {
    await stage.visit(userAgent ? { userAgent } : {}, async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route(/\/assets\/useragreement-.*\.js$/, (route) =>
        route.fulfill({
          contentType: "text/javascript",
          body: 'export function component() { throw new Error("a part of the page is broken"); }',
        }),
      );
      await stage.open(page, "/useragreement");
      await expect
        .poll(() => logged.some((line) => line.includes("a part of the page is broken")), {
          timeout: 10_000,
        })
        .toBe(true);
      await stage.answered(rank);
      expect(await page.getByText("Internal Server Error").filter({ visible: true }).count()).toBe(
        shown,
      );
    });
  }
});

describe("customer service and builds", () => {
  test("contacts come from a JSON string; what is not JSON is an empty list, silently", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      await choose(page, "Customer service");
      await page
        .getByRole("dialog")
        .getByRole("link", { name: /Help desk/ })
        .waitFor();
    });
    stage.stub.replace(view, { data: { onlineService: { list: "[{]" } } });
    await stage.visit({}, async (page) => {
      stage.stub.requests.length = 0;
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      await choose(page, "Customer service");
      await page.getByText("No contacts known").waitFor();
      expect([
        await page.getByRole("link", { name: /Help desk/ }).count(),
        await page.getByRole("alert").count(),
      ]).toEqual([0, 0]);
    });
  });

  test("the latest build is asked for again and again, a route's payload when it is first entered", async () => {
    await stage.visit({}, async (page) => {
      await page.clock.install();
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      const asked = stage.stub.of("/builds/latest.json").length;
      await page.clock.fastForward("06:00");
      await stage.came("/builds/latest.json", asked + 1);
      await page.clock.fastForward("06:00");
      await stage.came("/builds/latest.json", asked + 2);
      await moveTo(page, "/register");
      await stage.came("/register/_payload.json");
    });
    const latest = (await (await fetch(`${stage.stub.address}/builds/latest.json`)).json()) as {
      id: string;
    };
    expect(
      await (await fetch(`${stage.stub.address}/builds/meta/${latest.id}.json`)).json(),
    ).toMatchObject({ id: latest.id });
  });
});

function expectSigned({ headers }: Pick<StubRequest, "headers">): void {
  const { nonce = "", timestamp = "", userid, sign } = headers as Record<string, string>;
  expect(nonce).toMatch(/^[0-9a-f]{7}$/);
  expect(timestamp).toMatch(/^\d{10}$/);
  expect(userid).toBe(stage.stub.user.id);
  expect(sign).toBe(specSignature(nonce, timestamp, stage.stub.user));
}

async function tokenCookies(page: Page): Promise<string[]> {
  return (await page.context().cookies())
    .filter(({ value }) => value.includes(stage.stub.user.token))
    .map(({ name }) => name);
}
