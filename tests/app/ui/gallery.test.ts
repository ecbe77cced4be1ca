import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { everyday, newPhone, startChromium } from "../../harness/browser/chromium.ts";
import { serveGallery } from "../../harness/browser/gallery-server.ts";

let browser: Browser;
let gallery: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([startChromium(), serveGallery()]);
});

afterEach(async () => {
  await page.context().close();
});

afterAll(async () => {
  await browser.close();
  await gallery.close();
});

async function openGallery(query = "", options: Parameters<typeof newPhone>[1] = {}) {
  const context = await newPhone(browser, options);
  page = await context.newPage();
  await page.goto(`${gallery.url}?${query}`);
  await page.getByRole("heading", { name: "Godwit parts" }).waitFor();
}

/** A layer that has just opened takes no press. */
const settled = () => page.locator("dialog[open]:not([data-fresh])").waitFor();

const button = (name: string) => page.getByRole("button", { name, exact: true });

async function drag(selector: string, dx: number, dy: number, steps = 8) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on screen`);
  const x = box.x + box.width / 2;
  const y = box.y + 16;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps });
}

test("axe finds nothing in the gallery and its layers, dark and light", async () => {
  await openGallery("", { colorScheme: "dark" });
  const faults = async (include: string) => {
    const scope = { include, tags: [...wcagTags, "best-practice"] };
    const dark = await axeFaults(page, scope);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await axeFaults(page, scope);
    await page.emulateMedia({ colorScheme: "dark" });
    return [...dark, ...light];
  };
  expect(await faults("body")).toEqual([]);
  await button("Toast: warning").click();
  await button("Open sheet").click();
  expect(await faults("dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
  await button("Profile").click();
  expect(await faults(":popover-open [role=menu]")).toEqual([]);
});

test("the theme follows the system until one is chosen, and a chosen one wins", async () => {
  const ground = () =>
    page.evaluate(
      () => getComputedStyle(document.querySelector("main") ?? document.body).backgroundColor,
    );
  const [paper, night] = ["rgb(245, 242, 235)", "rgb(13, 19, 25)"];
  await openGallery("", { colorScheme: "light" });
  expect(await ground()).toBe(paper);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ground()).toBe(night);
  await page.getByRole("radio", { name: "light" }).check();
  expect(await ground()).toBe(paper);
});

test("every layer opens under the strict policy without a complaint", async () => {
  await openGallery();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.reload();
  await button("Profile").click();
  await page.keyboard.press("Escape");
  await page.getByRole("slider", { name: "Leverage" }).fill("75");
  await button("Open sheet").click();
  await button("Toast from inside").click();
  await page.getByText("Price has moved").waitFor();
  expect(complaints).toEqual([]);
});

test("nothing runs over the edge at 320 px, and no target is under 24 px", async () => {
  await openGallery("", { viewport: { width: 320, height: 640 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, main select, main [role=switch]")]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        text: element.textContent || element.ariaLabel,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 24 && box.width < 24)
      .map(({ text }) => text),
  );
  expect(small).toEqual([]);
});

test("a sheet takes focus, closes by Escape, backdrop, button and swipe, and gives focus back", async () => {
  await openGallery();
  const opener = button("Open sheet");
  const sheet = page.getByRole("dialog", { name: "Review withdrawal" });
  const closings: (() => Promise<void>)[] = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(200, 20),
    () => sheet.getByRole("button", { name: "Close" }).click(),
    async () => {
      await drag("dialog[open] h2", 0, 120);
      await page.mouse.up();
    },
  ];
  for (const close of closings) {
    await opener.click();
    await settled();
    expect(await sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await close();
    await sheet.waitFor({ state: "hidden" });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

test("a double click on what opens a sheet neither closes it nor presses what comes to lie beneath", async () => {
  await openGallery();
  const opener = button("Open sheet");
  const sheet = page.getByRole("dialog", { name: "Review withdrawal" });
  const submit = button("Withdraw 250.00 USDT");
  const veil = page.getByRole("status").filter({ hasText: "Sending your order" });
  await opener.click();
  const target = await submit.boundingBox();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  if (target === null) throw new Error("the sheet has no button");

  for (const bottom of [target.y + target.height, 160]) {
    await opener.evaluate(
      (element, edge) => scrollTo(0, scrollY + element.getBoundingClientRect().bottom - edge),
      bottom,
    );
    await opener.dblclick({ delay: 20 });
    await settled();
    expect(await sheet.isVisible()).toBe(true);
    expect(await veil.count()).toBe(0);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
  }
});

test("a key held on what opens a sheet presses nothing in it until it is let go", async () => {
  await openGallery();
  await button("Open sheet").focus();
  await page.keyboard.down("Enter");
  // Before it is modal nothing in it takes the focus.
  await page.locator("dialog[open]").waitFor();
  await button("Withdraw 250.00 USDT").focus();
  await page.keyboard.down("Enter");
  const veil = page.getByRole("status").filter({ hasText: "Sending your order" });
  expect(await veil.count()).toBe(0);
  await page.keyboard.up("Enter");
  await page.keyboard.press("Enter");
  await veil.waitFor();
});

test("a field shows one mark of focus, a sheet none, everything else the ring", async () => {
  await openGallery();
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await page.getByRole("textbox", { name: "Quantity" }).focus();
  expect(await outline(":focus")).toBe("none");
  await button("Open sheet").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  expect(await outline(":focus")).toBe("solid");
  await page.keyboard.press("Enter");
  await settled();
  expect(await outline("dialog[open]")).toBe("none");
});

test("the meaning of a term opens beside it, on screen, and goes when the page moves on", async () => {
  await openGallery("", { viewport: { width: 320, height: 640 } });
  await button("Open sheet").click();
  const term = page
    .getByRole("dialog", { name: "Review withdrawal" })
    .getByRole("button", { name: "Fee" });
  await term.click();
  const note = page.getByRole("dialog", { name: "Fee" });
  const [word, box] = [await term.boundingBox(), await note.boundingBox()];
  if (word === null || box === null) throw new Error("nothing is shown");
  expect(
    Math.min(Math.abs(box.y - word.y - word.height), Math.abs(word.y - box.y - box.height)),
  ).toBeLessThan(16);
  expect(box.x >= 0 && box.x + box.width <= 320 && box.y >= 0 && box.y + box.height <= 640).toBe(
    true,
  );
  await page.evaluate(() => document.dispatchEvent(new Event("scroll")));
  await note.waitFor({ state: "hidden" });
});

test("a short drag leaves the sheet where it was", async () => {
  await openGallery();
  await button("Open sheet").click();
  await settled();
  await drag("dialog[open] h2", 0, 15, 2);
  await page.mouse.up();
  const sheet = page.getByRole("dialog", { name: "Review withdrawal" });
  expect(await sheet.evaluate((dialog) => getComputedStyle(dialog).translate)).toMatch(
    /^(none|0px)/,
  );
});

test("a toast raised from a sheet can be pressed above it and lets the sheet live", async () => {
  await openGallery();
  await button("Toast: info").click();
  await button("Open sheet").click();
  await button("Toast from inside").click();
  await page.locator("[data-type=warning]").getByRole("button", { name: "Close notice" }).click();
  await page.getByText("Price has moved").waitFor({ state: "detached" });
  expect(await page.getByText("Back online, syncing.").isVisible()).toBe(true);
  expect(await page.getByRole("dialog", { name: "Review withdrawal" }).isVisible()).toBe(true);
});

test("toasts stand newest first, follow the finger, fade, and leave by a swipe up or sideways", async () => {
  await openGallery();
  await button("Toast: success").click();
  await button("Toast: error").click();
  const notices = page.getByRole("region", { name: "Notices" });
  await page.getByText("The withdrawal password is wrong.").waitFor();
  const order = await notices
    .locator("[data-type]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-type")));
  expect(order).toEqual(["error", "success"]);

  await drag("[data-type=error]", 0, -40);
  const look = await notices
    .locator("[data-type=error]")
    .evaluate((one) => ({ translate: one.style.translate, opacity: one.style.opacity }));
  expect(look).toEqual({ translate: "0px -40px", opacity: "0.8" });
  await page.mouse.move(0, 0, { steps: 4 });
  await page.mouse.up();
  await notices.locator("[data-type=error]").waitFor({ state: "detached" });

  await drag("[data-type=success]", 90, 0);
  await page.mouse.up();
  await notices.locator("[data-type=success]").waitFor({ state: "detached" });
});

/** With a fake clock: waits for the frame that notices focus, then for React's own task, which the clock does not control. */
async function settle() {
  await page.clock.runFor(50);
  await page.evaluate(
    () =>
      new Promise((done) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(null);
      }),
  );
}

test("a toast goes after 5 s of its own time, which stands still while it has focus", async () => {
  const context = await newPhone(browser, everyday);
  page = await context.newPage();
  await page.clock.install();
  await page.goto(gallery.url);
  await button("Toast: info").click();
  const toast = page.locator("li[data-type=info]");
  // The clock of the page goes on by itself, too: on a busy machine by a second or two.
  await page.clock.runFor(2_000);
  await toast.getByRole("button", { name: "Close notice" }).focus();
  await settle();
  await page.clock.runFor(60_000);
  expect(await toast.count()).toBe(1);
  await button("Toast: info").focus();
  await settle();
  await page.clock.runFor(1_000);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(3_000);
  expect(await toast.count()).toBe(0);
});

test("the veil takes clicks, keys that click, and the wheel, also above a sheet", async () => {
  await openGallery();
  await button("Open sheet").click();
  const submit = button("Withdraw 250.00 USDT");
  await submit.click();
  await page.getByRole("status").filter({ hasText: "Sending your order" }).waitFor();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 400);
  await page.mouse.click(200, 20);
  await submit.evaluate((element: HTMLElement) => element.click());
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect(await page.getByRole("dialog", { name: "Review withdrawal" }).isVisible()).toBe(true);
  expect(
    await page.evaluate(() => document.elementFromPoint(200, 20)?.closest("[popover]") !== null),
  ).toBe(true);
});

test("a button that cannot be pressed stays in reach and says why", async () => {
  await openGallery();
  const buys = page.getByRole("button", { name: "Buy 0.01 BTC" });
  const stopped = buys.last();
  expect(await stopped.getAttribute("aria-disabled")).toBe("true");
  await stopped.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "The price is 12 s old." }).waitFor();
  expect(await page.getByText("Pressed 0 times").count()).toBe(1);
});

test("tabs move by arrow keys with one stop in the tab order", async () => {
  await openGallery();
  await page.getByRole("tab", { name: "Volume" }).focus();
  await page.keyboard.press("ArrowRight");
  const gainers = page.getByRole("tab", { name: "Gainers" });
  expect(await gainers.getAttribute("aria-selected")).toBe("true");
  expect(await gainers.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tab", { selected: true }).textContent()).toContain("Favourites");
  expect(
    await page
      .getByRole("tab")
      .evaluateAll((tabs) => tabs.filter((tab) => tab.tabIndex === 0).length),
  ).toBe(1);
});

test("the menu moves by arrow keys and gives focus back on Escape", async () => {
  await openGallery();
  await button("Profile").click();
  const first = page.getByRole("menuitem", { name: "Change login password" });
  await expect
    .poll(() => first.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press("ArrowUp");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Log out");
  await page.keyboard.press("Escape");
  expect(await button("Profile").evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  await button("Profile").click();
  await first.click();
  await page.getByText("Pressed 1 times").waitFor();
});

test("a number is kept as typed, read in its language, and refused with a reason once left", async () => {
  await openGallery("locale=fr-FR");
  const quantity = page.getByRole("textbox", { name: "Quantity" });
  await quantity.fill("0,001");
  await page.getByText("Read as 0.001").waitFor();
  await quantity.fill("1.234");
  expect(await page.getByText("This could mean two numbers.").count()).toBe(0);
  await quantity.blur();
  await page.getByText("This could mean two numbers.").waitFor();
  expect(await quantity.inputValue()).toBe("1.234");
  expect(await quantity.getAttribute("aria-invalid")).toBe("true");
});

test("the stepper moves by the tick in the notation of the language", async () => {
  await openGallery("locale=fr-FR");
  await button("More").click();
  expect(await page.getByRole("textbox", { name: "Price" }).inputValue()).toBe("67321,51");
});

test("a moved price tints for a moment and lets go again", async () => {
  await openGallery();
  await button("Up").click();
  await page.locator("[data-moved=up]").first().waitFor();
  await expect.poll(() => page.locator("[data-moved]").count()).toBe(0);
});

test("reduced motion stops every animation and transition", async () => {
  await openGallery();
  await button("Open sheet").click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
