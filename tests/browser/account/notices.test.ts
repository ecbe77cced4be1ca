/** The bell, its sheet and the veil of real calls, in the built app against the real venue. */
import type { BrowserContext, Page, Route } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { letIn, logInAs, register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();
let context: BrowserContext;
let page: Page;

beforeEach(async () => {
  context = await stage.phone();
  page = await context.newPage();
});

afterEach(() => context.close());

const bell = (name: string | RegExp = /^Notices/) => page.getByRole("button", { name });
const sheet = () => page.getByRole("dialog", { name: "Notices" });
const veil = () => page.getByRole("status").filter({ hasText: "One moment…" });

interface SentNotice {
  id: string;
  kind: string;
  is_read: 0 | 1;
  facts?: object;
  title?: string;
}

/** The account's notices as the venue would tell them, changed by what the app marks as read; null fails. */
async function sendNotices(list: SentNotice[] | null): Promise<unknown[]> {
  const marked: unknown[] = [];
  const unread = () => list?.filter((notice) => notice.is_read === 0).length ?? 0;
  await page.route("**/api/notice/getList*", (route) =>
    list === null
      ? route.fulfill({ status: 404, body: "no such place" })
      : route.fulfill({
          json: {
            status: 0,
            msg: "",
            data: {
              unread: unread(),
              list: list.map((notice) => ({
                title: "",
                content: "",
                create_time: Date.now() - 60_000,
                ...notice,
              })),
            },
          },
        }),
  );
  await page.route("**/api/notice/read", (route) => {
    const { ids } = route.request().postDataJSON() as { ids: "all" | string[] };
    marked.push(ids);
    for (const notice of list ?? [])
      if (ids === "all" || ids.includes(notice.id)) notice.is_read = 1;
    return route.fulfill({ json: { status: 0, msg: "", data: { unread: unread() } } });
  });
  return marked;
}

/** Home, as the user whom the first test registered. */
async function arrive(): Promise<void> {
  await letIn(context, stage.address, await logInAs(stage.address, "bell@example.org"));
  await page.goto(stage.address);
}

describe("the notice centre", () => {
  test("keeps a toast that went unseen and counts it; a reload forgets it", async () => {
    await sendNotices([]);
    await register(page, stage.address, "bell@example.org");
    await page.getByText(/^Welcome\./).waitFor();
    await bell("Notices, 1 unread").tap();
    await sheet()
      .getByText(/^Welcome\./)
      .waitFor();
    await page.keyboard.press("Escape");
    await bell("Notices").waitFor();
    await page.reload();
    await bell("Notices").tap();
    await sheet().getByText("Nothing yet").waitFor();
    expect(await sheet().getByText("You may have missed").count()).toBe(0);
  });

  test("tells the account's notices in the reader's words, marks one and all as read", async () => {
    const marked = await sendNotices([
      { id: "3", kind: "login", is_read: 0, facts: { ip: "203.0.113.7" } },
      { id: "2", kind: "holiday", is_read: 0, title: "Closed on Sunday" },
      { id: "1", kind: "password", is_read: 1 },
    ]);
    await arrive();
    await bell("Notices, 2 unread").tap();
    await sheet().getByText("from 203.0.113.7").waitFor();
    expect(await sheet().getByRole("listitem").allInnerTexts()).toHaveLength(3);
    await sheet().getByRole("button", { name: "Mark “Closed on Sunday” as read" }).tap();
    await sheet()
      .getByRole("button", { name: "Mark “Closed on Sunday” as read" })
      .waitFor({ state: "detached" });
    await sheet().getByRole("button", { name: "Mark all as read" }).tap();
    await sheet().getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });
    expect(marked).toEqual([["2"], "all"]);
    await page.keyboard.press("Escape");
    await bell("Notices").waitFor();
  });

  test("leads to the screen where a notice is dealt with, and has it read", async () => {
    const marked = await sendNotices([
      {
        id: "5",
        kind: "order",
        is_read: 0,
        facts: { base: "ETH", quote: "USDT", event: "filled", filled: "1", amount: "1" },
      },
      { id: "4", kind: "account_status", is_read: 1, facts: { status: 0 } },
    ]);
    await arrive();
    await bell("Notices, 1 unread").tap();
    await sheet().getByRole("listitem").first().waitFor();
    expect(await sheet().getByRole("listitem").nth(1).getByRole("link").count()).toBe(0);
    await sheet()
      .getByRole("link", { name: /^ETH\/USDT/ })
      .tap();
    await page.waitForURL(/\/coins\?.*symbol=ethusdt/);
    await sheet().waitFor({ state: "detached" });
    await expect.poll(() => marked).toEqual([["5"]]);
    await page.goBack();
    await page.waitForURL(`${stage.address}/`);
  });

  test("says when the notices did not come, and asks again", async () => {
    await sendNotices(null);
    await arrive();
    await bell().tap();
    await sheet().getByText("The notices did not arrive").waitFor();
    const again = sheet().getByRole("button", { name: "Try again" });
    await again.waitFor();
    await sendNotices([{ id: "1", kind: "password", is_read: 1 }]);
    // While a read is under way another tap has no effect, so the tap is repeated after a failure.
    await expect
      .poll(
        async () => {
          await again.tap({ timeout: 1000 }).catch(() => undefined);
          return sheet().getByText("Login password changed").isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  test("a press of Try again keeps the button and its focus until the answer has come", async () => {
    const answer = { json: { status: 0, msg: "", data: { unread: 0, list: [] } } };
    const held: Route[] = [];
    let holds = false;
    await page.route("**/api/notice/getList*", (route) =>
      holds ? void held.push(route) : route.fulfill({ status: 404 }),
    );
    await arrive();
    await bell().tap();
    const announced = await sheet().getByText("The notices did not arrive").elementHandle();
    const again = sheet().getByRole("button", { name: "Try again" });
    const isFocused = () => again.evaluate((button) => button === document.activeElement);
    // The app asks by itself, too, and takes no press meanwhile: each is repeated until it had its effect.
    const press = () => again.press("Enter", { timeout: 1000 }).catch(() => undefined);
    holds = true;
    await expect.poll(async () => (await press(), held.length)).toBe(1);
    await expect.poll(() => again.getAttribute("aria-busy")).toBe("true");
    expect(await isFocused()).toBe(true);
    holds = false;
    await held[0]?.fulfill({ status: 404 });
    await expect.poll(() => again.getAttribute("aria-busy")).toBe(null);
    expect(await isFocused()).toBe(true);
    // It is announced once more, as an alert is by what is new in it.
    await expect
      .poll(async () => (await press(), announced?.evaluate((words) => words.isConnected)))
      .toBe(false);
    await page.route("**/api/notice/getList*", (route) => route.fulfill(answer));
    await expect
      .poll(async () => (await press(), sheet().getByText("Nothing yet").isVisible()))
      .toBe(true);
  });

  test("logging out takes the account's notices along; what a visitor missed can be cleared", async () => {
    await sendNotices([{ id: "1", kind: "password", is_read: 0 }]);
    await arrive();
    await bell("Notices, 1 unread").waitFor();
    await page.getByRole("button", { name: "Profile" }).tap();
    await page.getByRole("menuitem", { name: "Log out" }).tap();
    await page.getByText(/^You are logged out/).waitFor();
    await bell("Notices").waitFor();
    await bell("Notices, 1 unread").tap();
    await sheet()
      .getByText(/^You are logged out/)
      .waitFor();
    expect(await sheet().getByText("Login password changed").count()).toBe(0);
    await sheet().getByRole("button", { name: "Clear all" }).tap();
    await sheet().getByText("No notices").waitFor();
  });
});

describe("the overlay", () => {
  test("veils a slow call against everything a person may do, says so, and leaves focus where it was", async () => {
    let answer = (): void => undefined;
    const slow = new Promise<void>((done) => (answer = done));
    await page.route("**/api/auth/login", async (route) => {
      await slow;
      await route.fulfill({ json: { status: 200001, msg: "no", data: null } });
    });
    await page.goto(`${stage.address}/login`);
    await page.locator("[data-state=live]").first().waitFor();
    const account = page.getByLabel("E-mail address");
    await account.fill("someone@example.org");
    await page.getByLabel("Password", { exact: true }).fill("eleven days aloft");
    const submit = page.getByRole("main").getByRole("button", { name: "Log in", exact: true });
    await submit.tap();
    await veil().waitFor();
    await submit.focus();
    const home = await page.getByRole("link", { name: "Home", exact: true }).boundingBox();
    const field = await account.boundingBox();
    if (!home || !field) throw new Error("nothing to press");
    for (const { x, y } of [home, field]) {
      await page.touchscreen.tap(x + 10, y + 10);
      await page.mouse.click(x + 10, y + 10);
    }
    await page.mouse.wheel(0, 300);
    for (const key of ["Tab", "Enter", "Space", "x", "End"]) await page.keyboard.press(key);
    await page.keyboard.insertText("y");
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(await account.inputValue()).toBe("someone@example.org");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await submit.evaluate((element) => element === document.activeElement)).toBe(true);
    answer();
    await veil().waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Home", exact: true }).tap();
    await page.waitForURL(`${stage.address}/`);
  });

  test("never veils a read that nobody waits for", async () => {
    await page.goto(stage.address);
    await page.locator("[data-state=live]").first().waitFor();
    const held = new Promise<void>((asked) => {
      // Not answered at all: the poll stays in flight.
      void page.route("**/api/htx/**", () => asked());
    });
    await page.evaluate(() => {
      document.addEventListener(
        "toggle",
        (event) => {
          if (event.target instanceof Element && event.target.ariaHidden === "true")
            document.body.dataset["veiled"] = "";
        },
        { capture: true },
      );
      dispatchEvent(new Event("online"));
    });
    await held;
    await page.waitForTimeout(400);
    expect(await page.evaluate(() => document.body.dataset["veiled"])).toBeUndefined();
    expect(await veil().count()).toBe(0);
  });
});
