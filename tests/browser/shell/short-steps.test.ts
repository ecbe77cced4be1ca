/** Taps and changes of screens in short steps, so that none keeps a finger waiting: what is seen first, and what comes after. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

test("a sheet that is pressed away is seen to leave before the page is laid open, and gives the focus back", async () => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/coins`);
  const opener = page.getByRole("button", { name: "Full book" });
  const close = page.locator("dialog[open]").getByRole("button", { name: "Close" });

  await opener.click();
  const steps = await close.evaluate(async (button) => {
    const dialog = button.closest("dialog");
    if (!dialog) throw new Error("no sheet");
    const look = () => ({ isOpen: dialog.open, isLeaving: "leaving" in dialog.dataset });
    await new Promise((done) => setTimeout(done, 500));
    (button as HTMLElement).click();
    const atOnce = look();
    // A second press changes nothing.
    (button as HTMLElement).click();
    for (let i = 0; i < 50 && dialog.open; i++) await new Promise(requestAnimationFrame);
    return [atOnce, look()];
  });
  expect(steps).toEqual([
    { isOpen: true, isLeaving: true },
    { isOpen: false, isLeaving: false },
  ]);
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);

  // It opens again as it was.
  await opener.click();
  await page.locator("dialog[open]:not([data-fresh])").waitFor();
  expect(
    await page.locator("dialog[open]").evaluate((dialog) => dialog.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(845);
});

test("a layer that may not be closed by the time that it has left comes back", async () => {
  const phone = await stage.phone({ as: await stage.user("quick@example.org") });
  const page = await phone.newPage();
  await openApp(page, `${stage.address}/security`);
  await page.getByRole("button", { name: "Forget this device" }).click();
  const layer = page.locator("dialog[open]:not([data-fresh])");
  const forget = layer.getByRole("button", { name: "Forget", exact: true });
  await forget.waitFor();

  await page.route(/\/logout/, () => new Promise(() => {}));
  const sent = page.waitForRequest(/\/logout/);
  // Two thumbs: the device begins to forget before the press beside the question has been painted.
  await forget.evaluate((button) => {
    const dialog = button.closest("dialog");
    dialog?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    dialog?.click();
    (button as HTMLElement).click();
  });
  await sent;
  await expect.poll(() => page.locator("dialog[data-leaving]").count()).toBe(0);
  expect(await forget.isVisible()).toBe(true);
});

test("a sheet is on screen before the page beneath is inert, and a press or a key that comes sooner reaches nothing beneath", async () => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/coins`);
  const opener = page.locator("main [aria-haspopup=dialog]").first();
  const actAtOnce = (act: string) =>
    opener.evaluate(async (button, name) => {
      const look = () => {
        const dialog = document.querySelector("dialog:is(:popover-open, :modal)");
        return { isSeen: dialog !== null, isModal: dialog?.matches(":modal") ?? false };
      };
      const beneath = document.querySelector<HTMLElement>("nav a[href='/']");
      // No frame comes meanwhile, as on a slow phone.
      const frame = requestAnimationFrame;
      window.requestAnimationFrame = () => 0;
      (button as HTMLElement).focus();
      (button as HTMLElement).click();
      for (let i = 0; i < 10 && !look().isSeen; i++) await new Promise((done) => setTimeout(done));
      window.requestAnimationFrame = frame;
      const seen = [look()];
      let reached = 0;
      const event =
        name === "keydown"
          ? new KeyboardEvent(name, { key: "Enter", bubbles: true, cancelable: true })
          : new PointerEvent(name, { bubbles: true, cancelable: true });
      document.body.addEventListener(name, () => reached++, { capture: true });
      beneath?.dispatchEvent(event);
      seen.push(look());
      return { seen, reached, isDone: event.defaultPrevented };
    }, act);

  for (const act of ["pointerdown", "click", "keydown"]) {
    expect(await actAtOnce(act), act).toEqual({
      seen: [
        { isSeen: true, isModal: false },
        { isSeen: true, isModal: true },
      ],
      reached: 0,
      isDone: true,
    });
    await page.locator("dialog[open]:not([data-fresh])").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  expect(new URL(page.url()).pathname).toBe("/coins");

  // Nobody acts: it is modal all the same, and has the focus.
  await opener.click();
  await page.locator("dialog:modal:focus").waitFor();
  expect(await page.locator("dialog[popover], dialog[inert]").count()).toBe(0);
});

test("a press that begins on a sheet that has just opened does not close it where it ends", async () => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/coins`);
  const opener = page.getByRole("button", { name: "Full book" });
  await opener.evaluate((button) => (button as HTMLElement).click());
  const sheet = page.locator("dialog[open]");
  const box = await sheet.getByRole("button", { name: "Close" }).boundingBox();
  if (box === null) throw new Error("the sheet has no button");
  await page.mouse.move(box.x - 40, box.y + box.height / 2);
  await page.mouse.down();
  await page.locator("dialog[open]:not([data-fresh])").waitFor();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
  await page.waitForTimeout(500);
  expect(await sheet.count()).toBe(1);
});

test("the sheet to choose a market has been painted before its list comes", async () => {
  const page = await (await stage.phone()).newPage();
  await openApp(page, `${stage.address}/coins`);
  const hasRows = await page
    .locator("main [aria-haspopup=dialog]")
    .first()
    .evaluate(async (opener) => {
      const frame = requestAnimationFrame;
      // A frame takes its time, as on a slow phone: what React does meanwhile is done before it.
      window.requestAnimationFrame = (draw) => {
        setTimeout(() => frame(draw), 60);
        return 0;
      };
      (opener as HTMLElement).click();
      await new Promise((done) => setTimeout(done, 50));
      window.requestAnimationFrame = frame;
      const sheet = document.querySelector("dialog:is([open], :popover-open)");
      return sheet?.querySelector("[data-markets]") !== null || sheet === null;
    });
  expect(hasRows).toBe(false);
  await page.locator("dialog[open] [data-markets]").waitFor();
});

/** Whether the page has ever shown a market's head without what stands below its chart since `begin`. */
const watchTicket = () => {
  Object.assign(window, { hadHeadAlone: false });
  new MutationObserver(() => {
    // Parts of a page that is still being parsed may be missing.
    if (document.readyState === "loading") return;
    const has = (part: string) => document.querySelector(`main ${part}`) !== null;
    if (has("[aria-haspopup=dialog]") && !has("[data-markets]") && !has("#desk-lower"))
      Object.assign(window, { hadHeadAlone: true });
  }).observe(document, { childList: true, subtree: true });
};
const hadHeadAlone = (page: Page) =>
  page.evaluate(() => (window as unknown as { hadHeadAlone: boolean }).hadHeadAlone);

test("a screen comes in two steps after a tap, and whole at a start and by a step back", async () => {
  const page = await (await stage.phone()).newPage();
  await page.addInitScript(watchTicket);
  for (const path of ["/coins", "/contracts", "/seconds"]) {
    await openApp(page, stage.address + path);
    await page.locator("#desk-lower").waitFor();
    expect(await hadHeadAlone(page), path).toBe(false);
  }

  await openApp(page, `${stage.address}/`);
  for (const name of ["Coins", "Contracts", "Seconds"]) {
    await page.evaluate(() => Object.assign(window, { hadHeadAlone: false }));
    await tab(page, name).click();
    await expect.poll(() => hadHeadAlone(page), { message: name }).toBe(true);
    await page.locator("#desk-lower").waitFor();
  }

  await tab(page, "Coins").click();
  await page.getByRole("form", { name: "Order" }).waitFor();
  await page.evaluate(() => scrollTo(0, 9999));
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(100);
  await tab(page, "Home").click();
  await page.locator("[data-markets]").waitFor();
  await page.evaluate(() => Object.assign(window, { hadHeadAlone: false }));
  await page.goBack();
  await page.locator("#desk-lower").waitFor();
  expect(await hadHeadAlone(page)).toBe(false);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("a screen with candles has their code asked for beside its own, one without them when they are wanted", async () => {
  const page = await (await stage.phone()).newPage();
  const chartCode = /\/assets\/candle-chart-[^/]*\.js$/;
  const asked: string[] = [];
  page.on("request", (request) => {
    if (chartCode.test(request.url())) asked.push(request.url());
  });
  await openApp(page, `${stage.address}/seconds`);
  await page.getByRole("button", { name: "Candles" }).waitFor();
  await tab(page, "Home").click();
  await page.locator("[data-markets]").waitFor();
  await tab(page, "Seconds").click();
  await page.locator("#desk-lower").waitFor();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Candles" }).click();
  await expect.poll(() => asked.length).toBe(1);

  const other = await (await stage.phone()).newPage();
  await openApp(other, `${stage.address}/`);
  let release: (() => void) | undefined;
  const held = new Promise<void>((done) => (release = done));
  await other.route(/\/assets\/coins-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const early = other.waitForRequest(chartCode);
  await tab(other, "Coins").click();
  await early;
  expect(await other.locator("#desk-lower").count()).toBe(0);
  release?.();
  await other.locator("#desk-lower").waitFor();
});
