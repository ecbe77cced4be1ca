/** The built app before a server that knows the specification and nothing else: sessions, refusals, notices. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { StrangerStage, choose, moveTo, password, paths } from "../harness/stranger-stage.ts";
import { specSignature, type StubRequest } from "../harness/stub-server.ts";

const stage = new StrangerStage();
const { view, rank, walletBalance, userInfo, login, setCollect } = paths;

describe("sessions", () => {
  test("the login's payload, the wallet after it, and all calls signed from then on", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/login");
      await stage.fillLogin(page);
      await stage.answered(rank);
      expect(stage.calls().filter(({ headers }) => "sign" in headers)).toEqual([]);
      await stage.submitLogin(page);
      await stage.came(walletBalance);
      expect(JSON.parse(stage.first(login).body)).toEqual({ account: "stranger@example.org", logintype: "email", loginway: "password", verifykey: password });
      const after = stage.calls().slice(stage.calls().indexOf(stage.first(login)) + 1);
      for (const request of after) expectSigned(request);
      expect(new Set(after.map(({ headers }) => headers["nonce"])).size).toBe(after.length);
    });
  });

  test("every call of a kept session is signed", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/");
      await stage.answered(userInfo);
      for (const request of stage.calls()) expectSigned(request);
    });
  });

  test.each([["in the envelope", { status: 401 }], ["over HTTP", { http: 401 }]])("401 %s logs out, opens the login dialog and says so", async (_how, answer) => {
    stage.stub.replace(walletBalance, answer);
    await stage.asUser(async (page) => {
      await stage.open(page, "/assets");
      await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
      await page.getByRole("alert").filter({ hasText: /log in again/i }).waitFor();
      expect(await tokenCookies(page)).toEqual([]);
    });
  });

  test("logging out clears what was the user's and says so", async () => {
    await stage.asUser(async (page) => {
      await stage.open(page, "/assets");
      await page.getByText("1,234.5").first().waitFor();
      await choose(page, "Log out");
      await page.getByRole("status").filter({ hasText: /logged out/ }).waitFor();
      expect(await tokenCookies(page)).toEqual([]);
      expect(await keptOnDevice(page)).not.toMatch(/stranger@example|1234\.5|\["ethusdt"\]/);
      stage.stub.reset();
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      expect(stage.calls().filter(({ headers, path }) => "sign" in headers || path === walletBalance)).toEqual([]);
    });
  });

  test("a user whose figures nobody has heard of sees every screen of theirs", async () => {
    stage.stub.replace(userInfo, { data: { player: { id: 42, status: 77, certstatus: 99, type: -1, trade_status: 5, credit_score: null }, certstatus: 99 } });
    await stage.asUser(async (page) => {
      for (const path of ["/assets", "/history", "/coins", "/contracts", "/seconds", "/currency/detail?flag=BTC"]) {
        stage.stub.requests.length = 0;
        await stage.open(page, path);
        await stage.answered(userInfo);
        expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(20);
        expect(await page.getByText("Internal Server Error").count()).toBe(0);
      }
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
      await page.getByRole("button", { name: /favourite/ }).first().dispatchEvent("click");
      const toast = page.getByRole("region", { name: "Notices" }).getByRole("alert").filter({ hasText: /system error|fault of its own/i });
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
      const veil = page.locator("[popover][aria-busy=true]");
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

describe("customer service and builds", () => {
  test("contacts come from a JSON string; what is not JSON is an empty list, silently", async () => {
    await stage.visit({}, async (page) => {
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      await choose(page, "Customer service");
      await page.getByRole("dialog").getByRole("link", { name: /Help desk/ }).waitFor();
    });
    stage.stub.replace(view, { data: { onlineService: { list: "[{]" } } });
    await stage.visit({}, async (page) => {
      stage.stub.requests.length = 0;
      await stage.open(page, "/useragreement");
      await stage.answered(rank);
      await choose(page, "Customer service");
      await page.getByText("No contacts known").waitFor();
      expect([await page.getByRole("link", { name: /Help desk/ }).count(), await page.getByRole("alert").count()]).toEqual([0, 0]);
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
  });
});

function expectSigned({ headers }: StubRequest): void {
  const { nonce = "", timestamp = "", userid, sign } = headers as Record<string, string>;
  expect(nonce).toMatch(/^[0-9a-f]{7}$/);
  expect(timestamp).toMatch(/^\d{10}$/);
  expect(userid).toBe(stage.stub.user.id);
  expect(sign).toBe(specSignature(nonce, timestamp, stage.stub.user));
}

async function tokenCookies(page: Page): Promise<string[]> {
  return (await page.context().cookies()).filter(({ value }) => value.includes(stage.stub.user.token)).map(({ name }) => name);
}

/** All that the page's databases and storages hold, as text. */
function keptOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("unreadable")));
    });
    const held: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ""));
      for (const table of database.objectStoreNames) held.push(await done(database.transaction(table).objectStore(table).getAll()));
      database.close();
    }
    return JSON.stringify(held);
  });
}
