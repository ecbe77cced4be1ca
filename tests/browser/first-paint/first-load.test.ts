/** What a first visit costs and shows: bytes and requests, the page that the build wrote, and what takes its place. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { builtApp } from "../../harness/browser/built-app.ts";
import { everyday } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { someOf } from "../../harness/trials.ts";

const stage = new PhoneStage();

/** Pages share most of their files. */
const compressed = new Map<string, number>();
function compressedSize(body: Buffer): number {
  const hash = createHash("sha256").update(body).digest("hex");
  const size = compressed.get(hash) ?? brotliCompressSync(body).length;
  compressed.set(hash, size);
  return size;
}

/** Opens a page in a fresh context, and closes it after. */
async function visit<T>(
  options: BrowserContextOptions,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await stage.phone(options);
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Holds the app's own code back, so that the page stays as the build wrote it. */
const holdScripts = (page: Page) => page.route(/\/assets\/index-.*\.js$/, () => undefined);

/** How far what is seen has moved since the page began, as Chromium adds it up. */
const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    return observer
      .takeRecords()
      .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
  });

const sheetsHaveCome = (page: Page) =>
  page.waitForFunction(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    return links.length > 0 && links.every(({ sheet }) => sheet !== null);
  });

describe("a first visit", () => {
  // Measured 170.1, 261.8, 278.6, 261.1 and 191.1 kB. There is room for a screen to grow, not for a library to slip in.
  test.each([
    ["/", 171, 5, "[data-symbol]"],
    ["/coins", 262, 14, "canvas"],
    ["/contracts", 279, 14, "canvas"],
    ["/seconds", 262, 13, "canvas"],
    ["/login", 192, 8, "form"],
  ] as const)(
    "%s costs at most %d kB of script in %d requests, and nothing of it moves when the app takes its place and the figures come",
    async (route, kilobytes, requests, last) => {
      const [bodies, shift] = await visit({}, async (page) => {
        // It comes later, whatever the screen, and has a limit of its own (travel-set.test.ts).
        await page.addInitScript(() => localStorage.setItem("godwit:travel", "off"));
        const reading: Promise<Buffer>[] = [];
        page.on("response", (response) => {
          if (response.request().resourceType() === "script") reading.push(response.body());
        });
        await page.goto(stage.address + route);
        await page.getByRole("button", { name: "Prices: Live" }).waitFor();
        await page.locator(last).first().waitFor();
        await page.waitForLoadState("networkidle");
        return Promise.all([Promise.all(reading), shiftOf(page)]);
      });
      const bytes = bodies.reduce((sum, body) => sum + compressedSize(body), 0);
      expect(bytes / 1000).toBeLessThan(kilobytes);
      expect(bodies.length).toBeLessThanOrEqual(requests);
      expect(shift).toBeLessThan(0.01);
    },
  );

  test.each([
    ["/", "Godwit"],
    ["/coins", "Coins"],
    ["/contracts", "Contracts"],
    ["/seconds", "Seconds"],
    ["/login", "Log in"],
    ["/register", "Register"],
    ["/useragreement", "User agreement"],
  ])(
    "%s is written by the build, complete, with nothing of its own but what the policy names",
    async (route, word) => {
      const response = await fetch(stage.address + route, { headers: { accept: "text/html" } });
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toMatch(new RegExp(`<h1[^>]*>${word}|<title>${word}`));
      expect(html).toContain('<div id="root"><div inert>');
      const own = [...html.matchAll(/<(script|style)>([^]*?)<\/\1>/g)];
      expect(own.map(([, kind]) => kind)).toEqual(["script", "style"]);
      const policy = response.headers.get("content-security-policy");
      for (const [, kind, text = ""] of own) {
        const hash = createHash("sha256").update(text).digest("base64");
        const [allowed] = new RegExp(`${kind}-src [^;]*`).exec(policy ?? "") ?? [];
        expect(allowed).toContain(`'sha256-${hash}'`);
      }
      expect(
        own
          .reduce((rest, [whole]) => rest.replace(whole, ""), html)
          .replace(/<script [^>]*src="[^"]+"><\/script>/g, ""),
      ).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="/);
      // Behind all that they style: before it they would hold up the first paint.
      expect(html.slice(0, html.indexOf("</nav>"))).not.toContain('rel="stylesheet"');
    },
  );

  const routes = ["/", "/coins", "/contracts", "/seconds", "/login", "/register", "/useragreement"];

  test.each(someOf(routes, 2))(
    "%s stands as it will before any of its style sheets has come",
    async (route) => {
      const appearance = (sheets: boolean) =>
        visit({}, async (page) => {
          await holdScripts(page);
          if (!sheets) await page.route(/\.css$/, () => undefined);
          // Prices come at their own time, and are shown with the rules that are there.
          await page.route("**/api/**", () => undefined);
          await page.goto(stage.address + route, { waitUntil: "commit" });
          await page.locator("#root > [inert] nav").waitFor({ state: "attached" });
          if (sheets) await sheetsHaveCome(page);
          return page.evaluate(() =>
            [...document.querySelectorAll("#root *")].map((one) => {
              const { x, y, width, height } = one.getBoundingClientRect();
              const { color, backgroundColor, fontWeight } = getComputedStyle(one);
              return [
                one.getAttribute("class"),
                x,
                y,
                width,
                height,
                color,
                backgroundColor,
                fontWeight,
              ].join(" ");
            }),
          );
        });
      const bare = await appearance(false);
      expect(bare.length).toBeGreaterThan(30);
      expect(bare).toEqual(await appearance(true));
    },
  );

  test("what the build writes for a static host has the venue's own policy", async () => {
    const written = await readFile(join(await builtApp(), "_headers"), "utf8");
    const response = await fetch(stage.address, { headers: { accept: "text/html" } });
    for (const name of ["content-security-policy", "permissions-policy", "referrer-policy"]) {
      const value = response.headers.get(name);
      expect(value).toBeTruthy();
      expect(written.toLowerCase()).toContain(`  ${name}: ${value?.toLowerCase()}\n`);
    }
  });

  test("a private route and an unknown one begin with the bare shell", async () => {
    for (const [route, status] of [
      ["/assets", 200],
      ["/nowhere", 404],
    ] as const) {
      const response = await fetch(stage.address + route, { headers: { accept: "text/html" } });
      expect(response.status).toBe(status);
      expect(await response.text()).toContain('<div id="root"></div>');
    }
  });

  test("prices come before the app, in its own rows: asked for at a first visit, kept with their age at the next", async () => {
    const context = await stage.phone(everyday);
    try {
      const page = await context.newPage();
      const rows = async (scope: string) => {
        const all = page
          .locator(`${scope} [data-markets] [role=row]`)
          .filter({ hasText: /\d[.,]\d/ });
        await all.nth(3).waitFor();
        return Promise.all(
          [0, 1, 2, 3].map(async (at) => ({
            words: await all.nth(at).innerText(),
            box: await all.nth(at).boundingBox(),
          })),
        );
      };
      const shape = ({ words, box }: { words: string; box: unknown }) => ({
        // Between the two looks the market moves: figures, their signs and units are not of the shape.
        words: words.replace(/[+−-]?[\d.,]+[KMB]?/g, "0"),
        box,
      });
      await holdScripts(page);
      await page.goto(stage.address, { waitUntil: "commit" });
      const early = await rows("#root > [inert]");
      // Which coin is first by turnover depends on the day.
      expect(early[0]?.words).toMatch(
        /^[A-Z\d]+\n[\s\S]*Vol [\d.]+[MBK][\s\S]*[\d,]+\.\d+\n[\s\S]*%/,
      );
      // Where the app does not come, they grow old.
      await page.locator("#root > [inert] [data-markets]").getByText(/ago$/).first().waitFor();
      await page.unrouteAll();
      await page.reload();
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.getByRole("button", { name: "Prices: Live" }).waitFor();
      const own = await rows("main");
      expect(early.map(shape)).toEqual(own.map(shape));

      await context.setOffline(true);
      await page.getByRole("cell").getByText(/ago$/).first().waitFor();
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        new MutationObserver(() => {
          const row = document.querySelector<HTMLElement>(
            "#root > [inert] [data-markets] [data-symbol]",
          );
          if (row && seen.length === 0)
            seen.push(
              ...[
                ...document.querySelectorAll<HTMLElement>(
                  "#root > [inert] [data-markets] [data-symbol]",
                ),
              ]
                .slice(0, 4)
                .map((one) => one.innerText),
            );
        }).observe(document, { childList: true, subtree: true });
      });
      await page.reload();
      await page.locator("#root > [inert]").waitFor({ state: "detached" });
      const stored = await rows("main");
      const before = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      // What is read before its first frame has no lines yet.
      const withoutAge = (words: string) =>
        words.replaceAll(/\s/g, "").replace(/\d+sec\.ago/, "old");
      const [first, then] = [before.map(withoutAge), stored.map(({ words }) => withoutAge(words))];
      const names = (all: readonly string[]) =>
        all.map((words) => /[A-Z]+\/[A-Z]+/.exec(words)?.[0]);
      expect(names(first)).toEqual(names(then));
      // Of others the first rows do not know how many decimals they have.
      for (const coin of ["BTC/", "ETH/"])
        expect(first.find((words) => words.includes(coin))).toBe(
          then.find((words) => words.includes(coin)),
        );
      expect(before[0]).toMatch(/ago/);
    } finally {
      await context.close();
    }
  });

  test.each([
    ["refuses", { status: 503 }],
    ["never answers", undefined],
  ] as const)(
    "prices that were kept come also where no worker is and the venue %s, with their age",
    async (_word, answer) => {
      await visit({}, async (page) => {
        await page.goto(stage.address);
        await page.waitForFunction(() => localStorage.getItem("godwit:first-rows"));
        await page.goto("about:blank");
        await holdScripts(page);
        await page.route("**/api/**", (route) => answer && route.fulfill(answer));
        await page.goto(stage.address, { waitUntil: "commit" });
        const first = page.locator("#root > [inert] [data-markets] [data-symbol]").first();
        await first.getByText(/ago$/).waitFor();
        expect(await first.innerText()).toMatch(/[\d,]+\.\d\d/);
      });
    },
  );

  test("what the build wrote takes no tap, so that an invitation and typed text are not lost", async () => {
    await visit({}, async (page) => {
      await holdScripts(page);
      await page.goto(`${stage.address}/register?invite=ABCD1234`, { waitUntil: "commit" });
      await page.locator("#root > [inert] input").first().waitFor();
      await page
        .locator("#root > [inert] input")
        .first()
        .evaluate((input: HTMLInputElement) => input.focus());
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    });
  });

  test.each([
    ["/login", "form"],
    ["/useragreement", "h1"],
  ])("nothing of %s moves when the app takes its place", async (path, last) => {
    const shift = await visit({}, async (page) => {
      await page.goto(stage.address + path);
      await page.locator("#root > [inert]").waitFor({ state: "detached" });
      await page.locator(last).first().waitFor();
      await page.waitForLoadState("networkidle");
      return shiftOf(page);
    });
    expect(shift).toBeLessThan(0.01);
  });
});

/** Whether a word of the screen can be read. */
const readableWords = (page: Page) =>
  page.evaluate(() => {
    const words = document.createTreeWalker(
      document.querySelector("#root main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (words.nextNode()) {
      const { parentElement, textContent } = words.currentNode;
      if (!parentElement?.checkVisibility() || !/\w/.test(textContent ?? "")) continue;
      if (getComputedStyle(parentElement).color !== "rgba(0, 0, 0, 0)") return true;
    }
    return false;
  });

describe("the page before the app starts", () => {
  const cookie = (name: string, value: string) => ({ name, value, url: stage.address });
  const written = (cookies: { name: string; value: string; url: string }[]) =>
    visit({}, async (page) => {
      await page.context().addCookies(cookies);
      await holdScripts(page);
      await page.goto(stage.address, { waitUntil: "commit" });
      await page.locator("#root > [inert] main").waitFor({ state: "attached" });
      await sheetsHaveCome(page);
      return {
        theme: await page.locator("html").getAttribute("data-theme"),
        frame: await page.locator("#root header svg").first().isVisible(),
        words:
          (await page
            .locator("#root h1")
            .or(page.locator("#root header span:not([aria-hidden])"))
            .or(page.locator("#root > [inert] nav span"))
            .filter({ visible: true, hasText: /\w/ })
            .count()) > 0,
        main: await page.locator("#root main").isVisible(),
        readable: await readableWords(page),
      };
    });

  test("shows a visitor its words at once, in the theme that was chosen", async () => {
    expect(await written([cookie("godwit_look", "light.auto")])).toEqual({
      theme: "light",
      frame: true,
      words: true,
      main: true,
      readable: true,
    });
  });

  test("shows the frame and where things will stand, and no English, to a person who chose another language", async () => {
    expect(await written([cookie("i18n_redirected", "zh-CN")])).toEqual({
      theme: null,
      frame: true,
      words: false,
      main: true,
      readable: false,
    });
  });

  test("shows nothing of a visitor's to a logged-in person", async () => {
    const session = encodeURIComponent(JSON.stringify({ id: "1", token: "kept" }));
    const context = await stage.phone();
    try {
      const page = await context.newPage();
      await holdScripts(page);
      await page.goto(`${stage.address}/useragreement`, { waitUntil: "commit" });
      await page.evaluate(
        (value) =>
          (document.cookie = `__Host-godwit-client=${value}; Path=/; Secure; SameSite=Strict`),
        session,
      );
      await page.goto(stage.address, { waitUntil: "commit" });
      await page.locator("#root > [inert] main").waitFor({ state: "attached" });
      expect(await page.locator("#root main").isVisible()).toBe(true);
      expect(await readableWords(page)).toBe(false);
      expect(await page.locator("#root header").isVisible()).toBe(true);
    } finally {
      await context.close();
    }
  });
});
