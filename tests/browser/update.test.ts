/** From one build to another, and away from the worker: nothing is lost, no page is broken, nothing restarts by itself. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { type BuildName, buildNames, idOf, UpdateStage } from "../harness/update-stage.ts";

let browser: Browser;
let stage: UpdateStage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([startChromium(), builtApp().then((appDir) => UpdateStage.open(appDir))]);
});

afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

type From = BuildName | "none";
type To = BuildName | "no-op";
type Manner = "one tab" | "two tabs" | "one of two tabs in use" | "offline" | "killed while installing" | "dirty form";

const manners: readonly Manner[] = ["one tab", "two tabs", "one of two tabs in use", "offline", "killed while installing", "dirty form"];

/** The cells that are always tried; `UPDATE_MATRIX=all` tries every one that means something. */
const sampled: readonly [From, To, Manner][] = [
  ["none", "N", "one tab"], ["none", "N", "killed while installing"], ["N", "N", "one tab"], ["N-2", "N", "one tab"], ["N-1", "N", "two tabs"],
  ["N-1", "N", "one of two tabs in use"], ["N-1", "N", "offline"], ["N-2", "N", "killed while installing"], ["N-1", "N", "dirty form"],
  ["N", "N-1", "one tab"], ["N", "N-1", "dirty form"], ["N", "no-op", "one tab"], ["N-1", "no-op", "dirty form"],
];

const isMeant = ([from, to, manner]: readonly [From, To, Manner]) => {
  if (from === to) return manner === "one tab";
  if (from === "none") return to !== "no-op" && (manner === "one tab" || manner === "offline" || manner === "killed while installing");
  return to !== "no-op" || (manner !== "killed while installing" && manner !== "one of two tabs in use");
};

const cells = process.env["UPDATE_MATRIX"] === "all"
  ? (["none", ...buildNames] as const).flatMap((from) => (["N", "N-1", "no-op"] as const).flatMap((to) => manners.map((manner) => [from, to, manner] as const))).filter(isMeant)
  : sampled;

/** One tab of the app, and what happened to it. */
class Tab {
  readonly page: Page;
  loads = 0;
  readonly faults: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on("domcontentloaded", () => (this.loads += 1));
    page.on("pageerror", (error) => this.faults.push(error.message));
  }

  static async open(context: BrowserContext, address: string): Promise<Tab> {
    const tab = new Tab(await context.newPage());
    await tab.page.goto(address);
    await tab.isWhole();
    return tab;
  }

  /** The app has taken the place of what the build wrote, and shows a screen. */
  async isWhole(): Promise<void> {
    await this.page.locator("#root > [inert]").waitFor({ state: "detached" });
    await this.page.locator("main").filter({ hasText: /\w{4}/ }).waitFor();
  }

  build(): Promise<string> {
    return this.page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "").catch(() => "");
  }

  expectBuild(name: BuildName): Promise<void> {
    return expect.poll(() => this.build(), { timeout: 30_000 }).toBe(idOf(name));
  }

  /** What a person's return to the app sets off. */
  look(): Promise<void> {
    return this.page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  }

  restart(): Promise<void> {
    return this.page.getByRole("button", { name: "Restart", exact: true }).click();
  }

  /** A screen whose part has not been fetched yet. */
  async openLatePart(): Promise<void> {
    await this.page.locator("nav a[href='/contracts']").first().click();
    await this.page.getByRole("heading", { name: "Contracts", exact: true, level: 1 }).waitFor();
  }

  async isInstalled(): Promise<void> {
    await expect.poll(() => this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && registration.installing === null && navigator.serviceWorker.controller !== null;
    }), { timeout: 30_000 }).toBe(true);
  }

  caches(): Promise<string[]> {
    return this.page.evaluate(() => caches.keys());
  }
}

describe("from one build to another", () => {
  test.each(cells.map((cell) => [...cell] as const))("from %s to %s, %s: works on, and nothing restarts by itself", async (from, to, manner) => {
    stage.reset();
    const context = await newPhone(browser);
    try {
      const tabs = await walk(context, { from, to, manner });
      // All tabs of a deploy restart by one tap, none by itself; what was asked for was there.
      for (const tab of tabs) expect(tab.faults).toEqual([]);
      expect(stage.missing).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

interface Walk {
  from: From;
  to: To;
  manner: Manner;
}

async function walk(context: BrowserContext, { from, to, manner }: Walk): Promise<Tab[]> {
  const target = to === "no-op" ? undefined : to;
  if (from === "none") return walkFirst(context, target ?? "N", manner);
  await stage.deploy(from);
  const start = manner === "dirty form" ? "/register" : "/";
  const tab = await Tab.open(context, stage.address + start);
  await tab.isInstalled();
  const second = manner === "two tabs" ? await Tab.open(context, `${stage.address}/coins`) : manner === "one of two tabs in use" ? await Tab.open(context, `${stage.address}/register`) : undefined;
  const tabs = second ? [tab, second] : [tab];
  const loads = tabs.map((one) => one.loads);
  const typed = (manner === "dirty form" ? tab : second)?.page.getByLabel("E-mail address");
  if (manner === "dirty form" || manner === "one of two tabs in use") await typed?.fill("half@example.org");
  if (target === undefined) stage.isWorkerOff = true;
  else await stage.deploy(target);

  if (target === undefined) {
    await tab.look();
    await expect.poll(() => tab.caches(), { timeout: 30_000 }).toEqual([]);
    // The old tab goes on from the network, and no page was reloaded for it.
    if (typed) expect(await typed.inputValue()).toBe("half@example.org");
    expect(tabs.map((one) => one.loads)).toEqual(loads);
    if (manner === "offline") return tabs;
    await tab.openLatePart();
    await tab.page.reload();
    await tab.isWhole();
    expect(await tab.page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    // What took the worker back stays as long as a tab has it.
    await second?.page.close();
    stage.isWorkerOff = false;
    await tab.page.reload();
    await tab.isInstalled();
    expect((await tab.caches()).length).toBeGreaterThan(0);
    return tabs;
  }

  if (from === target) {
    await tab.look();
    await tab.openLatePart();
    expect(await tab.page.getByText("A new version of Godwit is ready.").count()).toBe(0);
    expect([tab.loads, await tab.build()]).toEqual([loads[0], idOf(target)]);
    return tabs;
  }

  if (manner === "killed while installing") {
    stage.isCut = true;
    await tab.look();
    await expect.poll(() => tab.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null)).toBeNull();
    await tab.page.close();
    const again = await Tab.open(context, stage.address);
    tabs[0] = again;
    loads[0] = again.loads;
    expect(await again.build()).toBe(idOf(from));
    stage.isCut = false;
    await again.page.reload();
    await again.restart();
    await again.expectBuild(target);
    await again.isWhole();
    await again.openLatePart();
    return tabs;
  }

  await tab.look();
  await tab.page.getByText(`What ${target} brings.`).waitFor();
  expect(tabs.map((one) => one.loads)).toEqual(loads);

  if (manner === "dirty form") {
    await tab.restart();
    await tab.page.getByText("It restarts as soon as the form here is sent or emptied.").waitFor();
    expect([tab.loads, await typed?.inputValue()]).toEqual([loads[0], "half@example.org"]);
    await typed?.fill("");
  } else {
    if (manner === "offline") await context.setOffline(true);
    await tab.restart();
  }
  await tab.expectBuild(target);
  await tab.isWhole();

  if (manner === "one of two tabs in use" && second) {
    await second.page.getByText("Another tab has restarted into a new version of Godwit.").waitFor();
    expect([second.loads, await typed?.inputValue(), await second.build()]).toEqual([loads[1], "half@example.org", idOf(from)]);
    await second.openLatePart();
    await second.restart();
  }
  if (second) {
    await second.expectBuild(target);
    await second.isWhole();
  }
  if (manner === "offline") {
    await tab.page.goto(`${stage.address}/seconds`);
    await tab.isWhole();
  }
  await tab.openLatePart();
  // One tap, one load in each tab.
  expect(tabs.map((one, index) => one.loads - (loads[index] ?? 0))).toEqual(tabs.map(() => (manner === "offline" ? 2 : 1)));
  return tabs;
}

/** A device that has never been here. */
async function walkFirst(context: BrowserContext, name: BuildName, manner: Manner): Promise<Tab[]> {
  await stage.deploy(name);
  stage.isCut = manner === "killed while installing";
  const tab = await Tab.open(context, stage.address);
  if (stage.isCut) {
    await expect.poll(() => tab.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) ?? null), { timeout: 30_000 }).toBeNull();
    await tab.page.close();
    stage.isCut = false;
    return [...await walkFirst(context, name, "one tab"), tab];
  }
  await tab.isInstalled();
  expect(tab.loads).toBe(1);
  await context.setOffline(true);
  await tab.page.goto(`${stage.address}/contracts`);
  await tab.isWhole();
  await tab.page.getByRole("heading", { name: "Contracts", exact: true, level: 1 }).waitFor();
  expect(await tab.build()).toBe(idOf(name));
  return [tab];
}
