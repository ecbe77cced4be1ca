/**
 * From one build to another, and without the worker (T-SWU): nothing is lost, no page breaks, nothing restarts by
 * itself. `UPDATE_MATRIX=usual` runs five cells, `all` every meaningful one.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtApp } from "../../harness/browser/built-app.ts";
import { everyday, newPhone, startChromium } from "../../harness/browser/chromium.ts";
import { encodeContent } from "../../../venue/http/content-coding.ts";
import {
  type BuildName,
  buildNames,
  idOf,
  UpdateStage,
} from "../../harness/stages/update-stage.ts";
import { deskFiles } from "#protocol/api/worker-messages.ts";

let browser: Browser;
let stage: UpdateStage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([
    startChromium(),
    builtApp().then((appDir) => UpdateStage.open(appDir)),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const dayMs = 24 * 3600_000;
/**
 * Most files of an installation: measured. Most bytes of a first visit to Home with it: 571,574 to 572,178 were
 * measured. Builds of the same code differ by some hundred, since their times and names compress differently.
 */
const mostFiles = 163;
const mostBytes = 573_500;
/** The time of two checks on a busy machine. */
const timeoutMs = 90_000;
/** The time in which a worker takes over from one that may end. */
const settledMs = 3000;
/** Pause between two returns to the app. */
const returnsMs = 2000;

type From = BuildName | "none";
type To = BuildName | "no-op";
const manners = [
  "one tab",
  "two tabs",
  "one of two tabs in use",
  "frozen tabs",
  "offline at the tap",
  "a week offline",
  "killed while installing",
  "device full",
  "dirty form",
] as const;
type Manner = (typeof manners)[number];
type Cell = readonly [From, To, Manner];

/** The most important cells; the first two always run. */
const usualCells: readonly Cell[] = [
  ["N-1", "N", "one of two tabs in use"],
  ["N", "N-1", "dirty form"],
  ["N-1", "no-op", "two tabs"],
  ["none", "N", "killed while installing"],
  ["N-3", "N", "a week offline"],
];

const ofFirstVisits: ReadonlySet<Manner> = new Set([
  "one tab",
  "two tabs",
  "killed while installing",
  "device full",
  "dirty form",
]);
/** The kill switch installs nothing and offers nothing. */
const notOfNoOp: ReadonlySet<Manner> = new Set([
  "killed while installing",
  "device full",
  "one of two tabs in use",
]);

const isMeant = ([from, to, manner]: Cell) => {
  if (from === to) return manner === "one tab" || manner === "a week offline";
  if (from === "none") return to === "no-op" ? manner === "one tab" : ofFirstVisits.has(manner);
  return to !== "no-op" || !notOfNoOp.has(manner);
};

const targets = ["N", "N-1", "no-op"] as const;
const cells =
  process.env["UPDATE_MATRIX"] === "all"
    ? (["none", ...buildNames] as const)
        .flatMap((from) =>
          targets.flatMap((to) => manners.map((manner): Cell => [from, to, manner])),
        )
        .filter(isMeant)
    : usualCells.slice(0, process.env["UPDATE_MATRIX"] === "usual" ? undefined : 1);

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

  static async open(context: BrowserContext, path: string): Promise<Tab> {
    const tab = new Tab(await context.newPage());
    await tab.go(path);
    return tab;
  }

  async go(path: string): Promise<void> {
    await this.page.goto(stage.address + path);
    await this.isWhole();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.isWhole();
  }

  /** The app has replaced the page that the build wrote, and shows a screen. */
  async isWhole(): Promise<void> {
    await this.page.locator("#root > [inert]").waitFor({ state: "detached" });
    await this.page.locator("main").filter({ hasText: /\w{4}/ }).waitFor();
  }

  build(): Promise<string> {
    return this.page
      .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "")
      .catch(() => "");
  }

  async isOf(name: BuildName): Promise<void> {
    await expect.poll(() => this.build(), { timeout: timeoutMs }).toBe(idOf(name));
    await this.isWhole();
  }

  /** Returns to the app until the check has the expected effect: one check may collide with the browser's own. */
  async lookUntil(isSo: () => Promise<boolean>): Promise<void> {
    let returnedAt = Number.NEGATIVE_INFINITY;
    await expect
      .poll(
        async () => {
          if (await isSo()) return true;
          // Each return calls the venue through the worker: without a pause it would never be idle, and no other worker could take over.
          if (performance.now() - returnedAt < returnsMs) return false;
          returnedAt = performance.now();
          await this.page.evaluate(
            () => void document.dispatchEvent(new Event("visibilitychange")),
          );
          return false;
        },
        { timeout: timeoutMs, interval: 100 },
      )
      .toBe(true);
  }

  restart(): Promise<void> {
    return this.page.getByRole("button", { name: "Restart", exact: true }).click();
  }

  /** An older build is offered as one, with what goes, a newer one with what it brings. */
  async isOffered(name: BuildName, from: BuildName): Promise<boolean> {
    const goesBack = buildNames.indexOf(name) < buildNames.indexOf(from);
    const words = goesBack
      ? /^The venue has gone back .* no longer there:$/
      : "A new version of Godwit is ready.";
    return (
      (await this.page.getByText(words).isVisible()) &&
      (await this.page.getByText(`What ${goesBack ? from : name} brings.`).isVisible())
    );
  }

  /** Opens a screen whose code is not loaded yet. */
  async openLatePart(): Promise<void> {
    await this.page.locator("nav a[href='/contracts']").first().click();
    await this.page.getByRole("heading", { name: "Contracts", exact: true, level: 1 }).waitFor();
  }

  /** A worker serves the page, and no other is being installed. */
  async isInstalled(): Promise<void> {
    await expect.poll(() => this.isServed(), { timeout: timeoutMs }).toBe(true);
  }

  isServed(): Promise<boolean> {
    return this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (
        registration?.active?.state === "activated" &&
        registration.installing === null &&
        registration.waiting === null &&
        navigator.serviceWorker.controller !== null
      );
    });
  }

  /** The installation has failed. */
  async hasGivenUp(): Promise<void> {
    await expect
      .poll(
        () =>
          this.page.evaluate(async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            return registration?.installing ?? registration?.waiting ?? null;
          }),
        { timeout: timeoutMs },
      )
      .toBeNull();
  }

  /** Of what serves anything; a note of the languages does not. */
  caches(): Promise<string[]> {
    return this.page.evaluate(async () =>
      (await caches.keys()).filter((name) => name !== "godwit-languages"),
    );
  }

  isControlled(): Promise<boolean> {
    return this.page.evaluate(() => navigator.serviceWorker.controller !== null);
  }

  /** Whether the kill switch has taken over this tab, or no worker is there at all. */
  isTakenBack(): Promise<boolean> {
    return this.page.evaluate(async () => {
      const { controller } = navigator.serviceWorker;
      if (!controller) return true;
      const { port1, port2 } = new MessageChannel();
      return new Promise<boolean>((answer) => {
        port1.onmessage = ({ data }) => answer(data === true);
        controller.postMessage({ type: "IS_OFF" }, [port2]);
        setTimeout(() => answer(false), 5000);
      });
    });
  }

  async freeze(): Promise<() => Promise<void>> {
    // A page that is frozen during its registration blocks those of all others.
    await this.page.locator("html[data-registered]").waitFor({ state: "attached" });
    const line = await this.page.context().newCDPSession(this.page);
    await line.send("Page.setWebLifecycleState", { state: "frozen" });
    return async () => void (await line.send("Page.setWebLifecycleState", { state: "active" }));
  }

  /** Sets the quota below the used space as soon as an installation starts. Answers the function that lifts it. */
  async fillDevice(): Promise<() => Promise<void>> {
    await this.lookUntil(async () => stage.isHolding);
    const line = await this.page.context().newCDPSession(this.page);
    await line.send("Storage.overrideQuotaForOrigin", { origin: stage.address, quotaSize: 1000 });
    stage.release();
    return async () =>
      void (await line.send("Storage.overrideQuotaForOrigin", { origin: stage.address }));
  }
}

describe("what a device installs", () => {
  const linked = (html: string) =>
    new Set([...html.matchAll(/(?:href|src)="\/([^"]+)"/g)].map(([, name = ""]) => name));

  test("is all that the app has, each part once, and of pictures what the app itself shows", async () => {
    const { files } = await installed();
    expect(new Set(files).size).toBe(files.length);
    expect(
      files.filter(
        (file) =>
          !/^(assets\/[\w.-]+\.(js|css)|assets\/pack-[\w-]+\.txt|([\w-]+\/)*index\.html|shell\.html|icon[\w-]*\.svg|icon-192\.png|manifest\.webmanifest)$/.test(
            file,
          ),
      ),
    ).toEqual([]);
    expect(
      files.filter((file) => !file.includes("/pack-") && !deskFiles.test(file)).length,
    ).toBeLessThanOrEqual(mostFiles);
  });

  test("comes in few answers at first, and costs with a first visit no more than it may", async () => {
    const { appDir, files } = await installed();
    const home = linked(await readFile(join(appDir, "index.html"), "utf8"));
    const packs = files.filter((file) => /pack-(app|en-US)/.test(file));
    const packed = new Set(
      (await Promise.all(packs.map((file) => readFile(join(appDir, file), "utf8")))).flatMap(
        (text) => [...text.matchAll(/name="\/([^"]+)"; filename/g)].map(([, name = ""]) => name),
      ),
    );
    const alone = files.filter(
      (file) =>
        !packed.has(file) &&
        !/assets\/(pack-|fr-FR|zh-CN|zh-TW)/.test(file) &&
        !deskFiles.test(file),
    );
    expect(alone.filter((file) => !home.has(file)).length).toBeLessThanOrEqual(3);
    const loaded = [...home].filter((file) => /\.(js|css)$/.test(file));
    const sizes = await Promise.all(
      [...new Set([...alone, ...loaded, ...packs, "sw.js"])].map(async (file) => {
        const bytes = new Uint8Array(await readFile(join(appDir, file)));
        return (await encodeContent(bytes, file.endsWith(".png") ? "identity" : "br", 11))
          .byteLength;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes);
  });

  test("has on the first visit one language, another once it is chosen, and opens every route without the network", async () => {
    await stage.reset();
    await stage.deploy("N");
    const context = await newDevice();
    try {
      const page = await context.newPage();
      await page.goto(stage.address);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      const installedPaths = () =>
        page.evaluate(async () => {
          const name = (await caches.keys()).find((one) => one.includes("precache")) ?? "";
          return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
        });
      const languages = async () =>
        new Set(
          (await installedPaths()).flatMap((path) => /assets\/(..-..)-/.exec(path)?.[1] ?? []),
        );
      expect(await languages()).toEqual(new Set(["en-US"]));
      // What only wide windows ask for is no phone's.
      expect((await installedPaths()).filter((path) => deskFiles.test(path))).toEqual([]);
      // Of the packed parts none was asked for alone.
      expect([...stage.asked].filter((path) => path.startsWith("/assets/coins-"))).toEqual([]);
      expect([...stage.asked].some((path) => path.startsWith("/assets/pack-app-"))).toBe(true);
      const state = () =>
        page.evaluate(async () => {
          const { port1, port2 } = new MessageChannel();
          return new Promise<{ precached: number; wanted: number }>((done) => {
            port1.onmessage = ({ data }) => done(data as { precached: number; wanted: number });
            navigator.serviceWorker.controller?.postMessage({ type: "CACHE_STATE" }, [port2]);
          });
        });
      const { precached, wanted } = await state();
      expect(precached).toBe(wanted);

      await context.addCookies([{ name: "i18n_redirected", value: "fr-FR", url: stage.address }]);
      await page.reload();
      await expect.poll(languages, { timeout: 20_000 }).toEqual(new Set(["en-US", "fr-FR"]));
      expect((await state()).wanted).toBeGreaterThan(wanted);

      // A page out of a pack has the policy of the venue's own.
      const policies = await page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.includes("precache")) ?? "";
        const pages = await (await caches.open(name)).matchAll();
        return pages
          .filter(({ headers }) => headers.get("content-type")?.includes("html"))
          .map(({ headers }) => headers.get("content-security-policy"));
      });
      expect(policies.length).toBeGreaterThan(5);
      expect(new Set(policies).size).toBe(1);
      expect(policies[0]).toMatch(/script-src 'self' 'sha256-/);

      await context.setOffline(true);
      for (const [path, title] of [
        ["/", /Godwit/],
        ["/coins", /·/],
        ["/contracts", /·/],
        ["/login", /Se connecter/],
        ["/withdraw", /·/],
      ] as const) {
        await page.goto(stage.address + path);
        await page.locator("#root > :not([inert])").first().waitFor();
        await expect.poll(() => page.title()).toMatch(title);
      }
    } finally {
      await context.close();
    }
  });
});

async function installed(): Promise<{ appDir: string; files: string[] }> {
  const appDir = await builtApp();
  const worker = await readFile(join(appDir, "sw.js"), "utf8");
  const files = [...worker.matchAll(/\burl:\s*"([^"]+)"|"url":\s*"([^"]+)"/g)].map(
    ([, plain, quoted]) => plain ?? quoted ?? "",
  );
  return { appDir, files };
}

/** A phone whose pages report when they have registered their worker. */
async function newDevice(): Promise<BrowserContext> {
  const context = await newPhone(browser, everyday);
  await context.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...given) => {
      const made = await register(...given);
      document.documentElement.dataset["registered"] = "";
      return made;
    };
  });
  return context;
}

describe("from one build to another", () => {
  test.each(cells.map((cell) => [...cell]))(
    "from %s to %s, %s: works on, and nothing restarts by itself",
    async (from, to, manner) => {
      await stage.reset();
      const context = await newDevice();
      try {
        const walk =
          from === "none" ? firstVisit : to === "no-op" ? takenBack : from === to ? stays : another;
        const tabs = await walk(context, {
          from: from === "none" ? "N" : from,
          to: to === "no-op" ? "N" : to,
          manner,
          isOff: to === "no-op",
        });
        // All requested files were there, and nothing in the app failed.
        for (const tab of tabs) expect(tab.faults).toEqual([]);
        expect(stage.missing).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});

test("a worker that a hanging request keeps from ending is taken back all the same, and serves nothing from the next load on", async () => {
  await stage.reset();
  const context = await newDevice();
  try {
    const { tab } = await begin(context, { from: "N", to: "N", manner: "one tab", isOff: true });
    stage.hold();
    stage.asked.clear();
    await tab.page.evaluate(() => void fetch("/icons/a.json?held").catch(() => undefined));
    await expect.poll(() => stage.asked.has("/icons/a.json")).toBe(true);
    const { loads } = tab;
    stage.isWorkerOff = true;
    const waits = () =>
      tab.page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state,
      );
    await tab.lookUntil(async () => (await waits()) === "installed");
    // The page itself measures how long that lasts: the test may be late for the app's own 8 s.
    await tab.page.evaluate(() => {
      const began = performance.now();
      const look = async () => {
        const { waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
        if (waiting?.state !== "installed" || (await caches.keys()).length === 0) return;
        document.documentElement.dataset["waitedMs"] = String(performance.now() - began);
        setTimeout(() => void look(), 100);
      };
      void look();
    });
    await expect.poll(() => tab.caches(), { timeout: timeoutMs }).toEqual([]);
    const waitedMs = await tab.page.evaluate(() => document.documentElement.dataset["waitedMs"]);
    expect(Number(waitedMs)).toBeGreaterThan(settledMs);
    // Until the next load that worker caches what the page asks for.
    await tab.page.evaluate(async () => {
      await (await caches.open("godwit-icons")).put("/icons/late.json", new Response("{}"));
    });
    await expect.poll(() => tab.caches(), { timeout: timeoutMs }).toEqual([]);
    await tab.openLatePart();
    expect([
      tab.loads,
      await tab.page.getByText("A new version of Godwit is ready.").count(),
    ]).toEqual([loads, 0]);
    await tab.reload();
    expect([await tab.isControlled(), await tab.caches()]).toEqual([false, []]);
    stage.release();
    stage.isWorkerOff = false;
    await tab.reload();
    await tab.lookUntil(() => tab.isServed());
    expect(tab.faults).toEqual([]);
  } finally {
    stage.release();
    await context.close();
  }
});

interface Walk {
  from: BuildName;
  to: BuildName;
  manner: Manner;
  isOff: boolean;
}

/** A device in use, with the tabs of this case. */
async function begin(
  context: BrowserContext,
  { from, manner }: Walk,
): Promise<{
  tab: Tab;
  second: Tab | undefined;
  typed: ReturnType<Page["getByLabel"]> | undefined;
}> {
  await stage.deploy(from);
  const tab = await Tab.open(context, manner === "dirty form" ? "/register" : "/");
  await tab.isInstalled();
  const secondPath: Partial<Record<Manner, string>> = {
    "two tabs": "/coins",
    "frozen tabs": "/coins",
    "one of two tabs in use": "/register",
  };
  const second =
    secondPath[manner] === undefined ? undefined : await Tab.open(context, secondPath[manner]);
  const used =
    manner === "dirty form" ? tab : manner === "one of two tabs in use" ? second : undefined;
  const typed = used?.page.getByLabel("E-mail address");
  await typed?.fill("half@example.org");
  return { tab, second, typed };
}

/** The app was open a week ago; since then only without a network, while the venue deployed other builds. */
async function sleepAWeek(
  context: BrowserContext,
  tab: Tab,
  deploys: readonly BuildName[],
): Promise<void> {
  const before = await tab.build();
  await context.setOffline(true);
  const now = Date.now();
  for (const [index, name] of deploys.entries())
    await stage.deploy(name, now + (8 - 2 * (deploys.length - 1 - index)) * dayMs);
  await context.clock.setSystemTime(now + 8 * dayMs);
  await tab.go("/seconds");
  expect(await tab.build()).toBe(before);
}

/** The first tab returns, with a network. */
async function awake(
  context: BrowserContext,
  { manner, thaws }: { manner: Manner; thaws: readonly (() => Promise<void>)[] },
): Promise<void> {
  if (manner === "a week offline") await context.setOffline(false);
  await thaws[0]?.();
}

/** The final state of every device with a worker: any screen opens without a network, also its late parts. */
async function worksOffline(context: BrowserContext, tab: Tab, name: BuildName): Promise<void> {
  await tab.isInstalled();
  expect((await tab.caches()).filter((cache) => cache.includes("precache"))).toHaveLength(1);
  await context.setOffline(true);
  await tab.go("/seconds");
  expect([await tab.build(), await tab.isControlled()]).toEqual([idOf(name), true]);
  await tab.openLatePart();
}

async function another(context: BrowserContext, given: Walk): Promise<Tab[]> {
  const { from, to, manner } = given;
  const { tab, second, typed } = await begin(context, given);
  const tabs = second ? [tab, second] : [tab];
  if (manner === "a week offline") {
    const [at, end] = [buildNames.indexOf(from), buildNames.indexOf(to)];
    await sleepAWeek(context, tab, at < end ? buildNames.slice(at + 1, end + 1) : [to]);
  }
  const thaws = manner === "frozen tabs" ? await Promise.all(tabs.map((one) => one.freeze())) : [];
  if (manner !== "a week offline") await stage.deploy(to);
  const loads = tabs.map((one) => one.loads);
  /** One tap, one load in each tab. */
  const expectLoads = (more: number) =>
    expect(tabs.map((one, index) => one.loads - (loads[index] ?? 0))).toEqual(tabs.map(() => more));

  if (manner === "killed while installing" || manner === "device full") {
    stage.isCut = manner === "killed while installing";
    if (manner === "device full") stage.hold();
    const makeRoom = manner === "device full" ? await tab.fillDevice() : undefined;
    await tab.lookUntil(async () => [...stage.asked].some((path) => path.startsWith("/assets/")));
    await tab.hasGivenUp();
    expect([
      await tab.page.getByText("A new version of Godwit is ready.").count(),
      tab.loads,
    ]).toEqual([0, loads[0]]);
    await tab.openLatePart();
    // The old build still works without a network.
    await context.setOffline(true);
    await tab.reload();
    expect(await tab.build()).toBe(idOf(from));
    await context.setOffline(false);
    await makeRoom?.();
    stage.isCut = false;
    await tab.reload();
    await tab.lookUntil(() => tab.isOffered(to, from));
    await tab.restart();
    await tab.isOf(to);
    expectLoads(3);
  } else {
    await awake(context, { manner, thaws });
    // The return itself starts the check.
    await expect
      .poll(() => stage.asked.has("/builds/latest.json") || manner !== "frozen tabs")
      .toBe(true);
    await tab.lookUntil(() => tab.isOffered(to, from));
    expectLoads(0);
    if (manner === "offline at the tap") await context.setOffline(true);
    await tab.restart();
    if (manner === "dirty form") {
      await tab.page
        .getByText("It restarts as soon as the form here is sent or emptied.")
        .waitFor();
      expect([tab.loads, await typed?.inputValue()]).toEqual([loads[0], "half@example.org"]);
      await typed?.fill("");
    }
    await tab.isOf(to);
    await thaws[1]?.();
    if (manner === "one of two tabs in use" && second) {
      await second.page
        .getByText("Another tab has restarted into another version of Godwit.")
        .waitFor();
      expect([second.loads, await typed?.inputValue(), await second.build()]).toEqual([
        loads[1],
        "half@example.org",
        idOf(from),
      ]);
      await second.openLatePart();
      await second.restart();
    }
    await second?.isOf(to);
    expectLoads(1);
  }
  await worksOffline(context, tab, to);
  return tabs;
}

/** Nothing was deployed: no message, no load. */
async function stays(context: BrowserContext, given: Walk): Promise<Tab[]> {
  const { tab } = await begin(context, given);
  if (given.manner === "a week offline") await sleepAWeek(context, tab, []);
  const { loads } = tab;
  stage.asked.clear();
  await context.setOffline(false);
  await tab.lookUntil(
    async () => stage.asked.has("/sw.js") && stage.asked.has("/builds/latest.json"),
  );
  await tab.openLatePart();
  expect([
    await tab.page.getByText("A new version of Godwit is ready.").count(),
    tab.loads,
  ]).toEqual([0, loads]);
  await worksOffline(context, tab, given.to);
  return [tab];
}

/** The worker is broken, the kill switch removes it, and a new one is deployed. */
async function takenBack(context: BrowserContext, given: Walk): Promise<Tab[]> {
  const { from, manner } = given;
  const { tab, second, typed } = await begin(context, given);
  const tabs = second ? [tab, second] : [tab];
  if (manner === "a week offline") await sleepAWeek(context, tab, [from]);
  const thaws = manner === "frozen tabs" ? await Promise.all(tabs.map((one) => one.freeze())) : [];
  const loads = tabs.map((one) => one.loads);
  stage.isWorkerOff = true;
  await awake(context, { manner, thaws });
  await tab.lookUntil(async () => (await tab.caches()).length === 0);
  if (manner === "offline at the tap") await context.setOffline(true);
  await thaws[1]?.();
  // The open tabs go on, and none was reloaded.
  await tab.isWhole();
  if (typed) expect(await typed.inputValue()).toBe("half@example.org");
  await context.setOffline(false);
  for (const one of tabs) await one.openLatePart();
  expect(tabs.map((one) => one.loads)).toEqual(loads);
  // Where Chromium did not let the old worker end, the first tab has removed it; it goes once the other tab is closed.
  const isHeld = second !== undefined && !(await second.isTakenBack());
  if (isHeld) await second.page.close();
  await tab.reload();
  expect([await tab.build(), await tab.isControlled()]).toEqual([idOf(from), false]);
  // The old worker may have opened one again, with nothing in it, for the other tab's requests.
  await expect.poll(() => tab.caches(), { timeout: timeoutMs }).toEqual([]);
  // No page waits for a worker that serves nothing, and its successor reloads no page.
  stage.isWorkerOff = false;
  await tab.reload();
  // After a quick kill switch and a new worker, the new one may only come at the next check.
  await tab.lookUntil(() => tab.isServed());
  await expect.poll(() => isHeld || (second?.isControlled() ?? true)).toBe(true);
  expect(second?.loads).toBe(loads[1]);
  await expect.poll(() => tab.page.getByText("A new version of Godwit is ready.").count()).toBe(0);
  await worksOffline(context, tab, from);
  return tabs;
}

/** A device at its first visit. */
async function firstVisit(context: BrowserContext, { to, manner, isOff }: Walk): Promise<Tab[]> {
  await stage.deploy(to);
  stage.isWorkerOff = isOff;
  stage.isCut = manner === "killed while installing";
  if (manner === "device full") stage.hold();
  const tab = await Tab.open(context, manner === "dirty form" ? "/register" : "/");
  const makeRoom = manner === "device full" ? await tab.fillDevice() : undefined;
  const typed = manner === "dirty form" ? tab.page.getByLabel("E-mail address") : undefined;
  await typed?.fill("half@example.org");
  const tabs = manner === "two tabs" ? [tab, await Tab.open(context, "/coins")] : [tab];
  if (makeRoom || isOff || stage.isCut) {
    // Without a worker the app comes from the network.
    await expect.poll(() => stage.asked.has("/sw.js"), { timeout: timeoutMs }).toBe(true);
    await expect
      .poll(
        () =>
          tab.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) ?? null),
        { timeout: timeoutMs },
      )
      .toBeNull();
    await tab.openLatePart();
    expect(await tab.isControlled()).toBe(false);
    await makeRoom?.();
    stage.isWorkerOff = stage.isCut = false;
    await tab.reload();
  }
  const { loads } = tab;
  for (const one of tabs) await one.isInstalled();
  expect([tab.loads, await typed?.inputValue()]).toEqual([loads, typed && "half@example.org"]);
  await worksOffline(context, tab, to);
  return tabs;
}
