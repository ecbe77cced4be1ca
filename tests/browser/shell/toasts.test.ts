/** Toasts and the veil in a real Chromium with a finger, a mouse and a keyboard, on the gallery's own page. */
import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { newPhone } from "../../harness/browser/chromium.ts";
import { serveGallery } from "../../harness/browser/gallery-server.ts";
import { shared } from "../../harness/browser/shared.ts";

let browser: Browser;
let gallery: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;
let cdp: CDPSession;

shared.beforeAll(async ({ sharedBrowser }) => {
  browser = sharedBrowser;
  gallery = await serveGallery();
});

afterEach(() => page.context().close());

afterAll(() => gallery?.close());

/** With `clock` the page's timers can be held by `stopTime` and run by hand. */
async function open(options: Parameters<typeof newPhone>[1] = {}, clock = false): Promise<void> {
  const context = await newPhone(browser, options);
  page = await context.newPage();
  if (clock) await page.clock.install();
  await page.goto(gallery.url);
  await page.getByRole("heading", { name: "Godwit parts" }).waitFor();
  cdp = await context.newCDPSession(page);
}

async function stopTime(): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000));
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const region = () => page.getByRole("region", { name: "Notices (F8)" });
const toast = (type: string) => region().locator(`li[data-type=${type}]`);
/** Pressed where it is, without a pointer that would come to rest on a toast. */
const press = (name: string) => button(name).evaluate((element: HTMLElement) => element.click());

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("nothing to touch");
  return { x: Math.round(box.x + box.width / 3), y: Math.round(box.y + box.height / 2) };
}

const touch = (
  type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel",
  points: { x: number; y: number; id?: number }[],
  timestamp?: number,
) =>
  cdp.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: points,
    ...(timestamp === undefined ? {} : { timestamp }),
  });

/** A finger goes over the given offsets, each at its own time (ms); the times are the events' own. */
async function swipe(
  target: Locator,
  path: readonly [dx: number, dy: number, atMs: number][],
  end: "touchEnd" | "touchCancel" = "touchEnd",
): Promise<void> {
  const { x, y } = await middleOf(target);
  const began = Date.now() / 1000;
  await touch("touchStart", [{ x, y }], began);
  for (const [dx, dy, atMs] of path)
    await touch("touchMove", [{ x: x + dx, y: y + dy }], began + atMs / 1000);
  await touch(end, [], began + (path.at(-1)?.[2] ?? 0) / 1000);
}

const styleOf = (target: Locator) =>
  target.evaluate((one: HTMLElement) => ({
    translate: one.style.translate,
    opacity: one.style.opacity,
  }));
const atRest = { translate: "", opacity: "" };

describe("under a finger", () => {
  test("it leaves and stays as the specification says, to the pixel", async () => {
    await open();
    const paths: [what: string, path: [number, number, number][], gone: boolean][] = [
      [
        "51 px up, slowly",
        [
          [0, -20, 400],
          [0, -40, 800],
          [0, -51, 1_200],
        ],
        true,
      ],
      [
        "50 px up, slowly",
        [
          [0, -20, 400],
          [0, -40, 800],
          [0, -50, 1_200],
        ],
        false,
      ],
      [
        "32 px up at 0.8 px/ms",
        [
          [0, -16, 20],
          [0, -32, 40],
        ],
        true,
      ],
      [
        "32 px up at 0.4 px/ms",
        [
          [0, -8, 20],
          [0, -16, 40],
          [0, -24, 60],
          [0, -32, 80],
        ],
        false,
      ],
      [
        "20 px up, fast",
        [
          [0, -10, 5],
          [0, -20, 10],
        ],
        false,
      ],
      [
        "70 px down",
        [
          [0, 30, 300],
          [0, 70, 900],
        ],
        false,
      ],
      [
        "60 px to the right",
        [
          [30, 0, 300],
          [60, 4, 900],
        ],
        true,
      ],
      [
        "60 px to the left",
        [
          [-30, 0, 300],
          [-60, 4, 900],
        ],
        true,
      ],
    ];
    for (const [what, path, gone] of paths) {
      if ((await toast("info").count()) === 0) await press("Toast: info");
      await swipe(toast("info"), path);
      if (gone) await expect.poll(() => toast("info").count(), { message: what }).toBe(0);
      else await expect.poll(() => styleOf(toast("info")), { message: what }).toEqual(atRest);
    }
  });

  test("it follows, fades no further than 0.3, and a cancelled touch lets it spring back", async () => {
    await open();
    await press("Toast: info");
    const { x, y } = await middleOf(toast("info"));
    await touch("touchStart", [{ x, y }]);
    await touch("touchMove", [{ x, y: y - 10 }]);
    await touch("touchMove", [{ x, y: y + 60 }]);
    await expect
      .poll(() => styleOf(toast("info")))
      .toEqual({ translate: "0px 60px", opacity: "0.7" });
    await touch("touchMove", [{ x: x + 30, y: y + 40 }]);
    await expect
      .poll(() => styleOf(toast("info")))
      .toEqual({ translate: "30px 40px", opacity: "0.75" });
    await touch("touchMove", [{ x, y: y + 300 }]);
    await expect
      .poll(() => styleOf(toast("info")))
      .toEqual({ translate: "0px 300px", opacity: "0.3" });
    await touch("touchCancel", []);
    await expect.poll(() => styleOf(toast("info"))).toEqual(atRest);
  });

  test("a tap on it presses the control that it covers, and it stays", async () => {
    await open();
    await press("Toast: info");
    const { x, y } = await middleOf(toast("info"));
    await page.evaluate(
      ([left, top]) => {
        const covered = document.createElement("button");
        covered.textContent = "Covered";
        covered.style.cssText = `position: fixed; left: ${left - 30}px; top: ${top - 20}px; width: 60px; height: 40px`;
        covered.addEventListener("click", () => (covered.dataset["presses"] += "1"));
        covered.dataset["presses"] = "";
        document.body.append(covered);
      },
      [x, y] as const,
    );
    const presses = () => button("Covered").getAttribute("data-presses");
    await page.touchscreen.tap(x, y);
    await expect.poll(presses).toBe("1");
    expect(await button("Covered").evaluate((one) => one === document.activeElement)).toBe(true);
    await swipe(toast("info"), [
      [0, 10, 200],
      [0, 30, 600],
    ]);
    await expect.poll(() => styleOf(toast("info"))).toEqual(atRest);
    expect(await presses(), "a drag that springs back is no press").toBe("1");
    await toast("info").getByRole("button").click();
    await expect.poll(() => toast("info").count()).toBe(0);
    expect(await presses(), "its own button is its own").toBe("1");
  });

  test("one that may not be closed follows and springs back", async () => {
    await open();
    await press("Toast: fixed");
    expect(await toast("info").getByRole("button").count()).toBe(0);
    await swipe(toast("info"), [
      [0, -40, 200],
      [120, 0, 400],
    ]);
    await expect.poll(() => styleOf(toast("info"))).toEqual(atRest);
  });

  test("time stands still while it is held and goes on when it is let go", async () => {
    await open({}, true);
    await stopTime();
    await press("Toast: info");
    await settle();
    await page.clock.runFor(3_950);
    const { x, y } = await middleOf(toast("info"));
    await touch("touchStart", [{ x, y }]);
    await settle();
    await page.clock.runFor(60_000);
    expect(await toast("info").count()).toBe(1);
    await touch("touchEnd", []);
    await settle();
    await page.clock.runFor(500);
    expect(await toast("info").count()).toBe(1);
    await page.clock.runFor(1_000);
    expect(await toast("info").count()).toBe(0);
  });
});

/** With a fake clock: waits for the frame that notices, then for React's own task, which the clock does not control. */
async function settle(): Promise<void> {
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

test("each goes after its own 5 s, the oldest first, and the newest stands in front", async () => {
  await open({}, true);
  await stopTime();
  await press("Toast: success");
  await settle();
  await page.clock.runFor(1_950);
  await press("Toast: error");
  await settle();
  const types = () =>
    region()
      .locator("li")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-type")));
  expect(await types()).toEqual(["error", "success"]);
  await page.clock.runFor(2_900);
  expect(await types()).toEqual(["error", "success"]);
  await page.clock.runFor(100);
  await settle();
  expect(await types()).toEqual(["error"]);
  await page.clock.runFor(2_000);
  await region().waitFor({ state: "hidden" });
});

test("all can be closed at once, from two on", async () => {
  await open();
  await press("Toast: info");
  await toast("info").waitFor();
  expect(await button("Close all").count()).toBe(0);
  await press("Toast: success");
  await press("Toast: fixed");
  await button("Close all").tap();
  await toast("success").waitFor({ state: "detached" });
  expect(await region().locator("li").count()).toBe(1);
});

describe("by keyboard", () => {
  test("F8 goes there and back, arrows go along, Escape closes the focused one and goes on", async () => {
    await open();
    const field = page.getByRole("textbox", { name: "Quantity" });
    await field.focus();
    for (const type of ["info", "error", "success"]) await press(`Toast: ${type}`);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-type"));
    await page.keyboard.press("F8");
    expect(await focused()).toBe("success");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("error");
    await page.keyboard.press("Escape");
    await toast("error").waitFor({ state: "detached" });
    expect(await focused()).toBe("success");
    await page.keyboard.press("F8");
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await region().waitFor({ state: "hidden" });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("in a dialog, Escape closes the toast and not the dialog", async () => {
    await open();
    await press("Open sheet");
    await page.locator("dialog[open]:not([data-fresh])").waitFor();
    await press("Toast from inside");
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await toast("warning").waitFor({ state: "detached" });
    expect(await page.getByRole("dialog", { name: "Review withdrawal" }).isVisible()).toBe(true);
  });

  test("a mouse that closes one takes no focus from what is being typed", async () => {
    await open();
    const field = page.getByRole("textbox", { name: "Quantity" });
    await field.focus();
    await press("Toast: info");
    await toast("info").getByRole("button", { name: "Close notice" }).click();
    await toast("info").waitFor({ state: "detached" });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

test("each is read out once, whatever comes, goes or opens around it", async () => {
  await open();
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const spoken = (node: Node | null) =>
      node?.parentElement?.closest("[role=status], [role=alert]") ?? null;
    new MutationObserver((changes) => {
      for (const { target, type, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const live = element?.matches("[role=status], [role=alert]") ? element : spoken(target);
        if (live && !(type === "attributes" && live.hasAttribute("data-silent")))
          said.push(`${live.role}: ${live.textContent}`);
        // A live region that comes with its words is read out by some.
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue;
          for (const one of added.querySelectorAll("[role=status], [role=alert]"))
            if (!one.hasAttribute("data-silent") && one.textContent)
              said.push(`${one.role}: ${one.textContent}`);
        }
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ["data-silent"],
    });
  });
  const speaking = () =>
    region().locator("[role]:not([data-silent]):is([role=status], [role=alert])").count();
  await press("Toast: info");
  await expect.poll(speaking).toBe(1);
  await press("Toast: error");
  await expect.poll(speaking).toBe(2);
  await press("Open sheet");
  await page.locator("dialog[open]:not([data-fresh])").waitFor();
  await press("Toast from inside");
  await expect.poll(speaking).toBe(1);
  await toast("error").getByRole("button", { name: "Close notice" }).tap();
  await toast("error").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "hidden" });
  expect(await region().locator("li").count()).toBe(2);
  const said = await page.evaluate(() =>
    (window as unknown as { said: string[] }).said.filter(Boolean),
  );
  expect(said).toEqual([
    "status: NoteBack online, syncing.",
    "alert: ErrorThe withdrawal password is wrong.",
    "alert: WarningPrice has movedThe estimate is 0.8 % higher than when you opened this sheet.",
  ]);
});

test("at 320, 390 and 1280 px a toast is 304, 374 and 384 px wide at most, inside the screen", async () => {
  await open({ viewport: { width: 320, height: 640 }, isMobile: false });
  for (let i = 0; i < 4; i++) await press("Toast: long");
  for (const [width, widest, height] of [
    [320, 304, 640],
    [390, 374, 844],
    [1280, 384, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const boxes = await region()
      .locator("li")
      .evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .map(({ left, right, width: w }) => ({ left, right, w })),
      );
    expect(boxes).toHaveLength(4);
    expect(boxes.every((box) => box.w <= widest && box.left >= 0 && box.right <= width)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("text at 200 %: what does not fit the screen can be scrolled to, and all closed", async () => {
  await open({ viewport: { width: 320, height: 400 } });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
  for (let i = 0; i < 3; i++) await press("Toast: long");
  const last = region().locator("li").last();
  await last.evaluate((element: HTMLElement) => element.focus());
  expect(await last.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(
    true,
  );
  const box = await button("Close all").boundingBox();
  expect(box !== null && box.y + box.height <= 400).toBe(true);
  await button("Close all").tap();
  await region().waitFor({ state: "hidden" });
});

describe("the veil", () => {
  const veil = () => page.getByRole("status").filter({ hasText: "Sending your order" });
  const topAt = (x: number, y: number) =>
    page.evaluate(
      ([px = 0, py = 0]) =>
        document
          .elementFromPoint(px, py)
          ?.closest("[popover], dialog")
          ?.matches("[aria-hidden=true]") ?? false,
      [x, y],
    );

  test("takes click, touch, wheel and keys; focus stays and typing goes on after it", async () => {
    await open({}, true);
    const field = page.getByRole("textbox", { name: "Quantity" });
    await field.fill("12");
    await stopTime();
    await press("Show veil");
    await veil().waitFor();
    expect(await topAt(200, 500)).toBe(true);
    const before = await page.evaluate(() => scrollY);
    await page.mouse.click(200, 500);
    await page.mouse.click(200, 500, { button: "middle" });
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 400);
    await touch("touchStart", [{ x: 200, y: 600 }]);
    for (let dy = 40; dy <= 400; dy += 40) await touch("touchMove", [{ x: 200, y: 600 - dy }]);
    await touch("touchEnd", []);
    for (const key of [
      "3",
      "Backspace",
      "Tab",
      "PageDown",
      "End",
      "Space",
      "Enter",
      "Control+v",
      "Control+a",
      "Delete",
    ])
      await page.keyboard.press(key);
    await page.keyboard.insertText("9");
    expect(await field.inputValue()).toBe("12");
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.clock.runFor(2_000);
    await veil().waitFor({ state: "detached" });
    await page.keyboard.press("End");
    await page.keyboard.type("3");
    expect(await field.inputValue()).toBe("123");
  });

  test("lies over a dialog, which neither Escape, backdrop nor button closes", async () => {
    await open({}, true);
    await press("Open dialog");
    const dialog = page.getByRole("dialog", { name: "Close this position?" });
    await page.locator("dialog[open]:not([data-fresh])").waitFor();
    await button("Keep it").focus();
    await stopTime();
    await press("Show veil");
    await veil().waitFor();
    expect(await topAt(195, 422)).toBe(true);
    const keep = await middleOf(button("Keep it"));
    await page.touchscreen.tap(keep.x, keep.y);
    await page.mouse.click(keep.x, keep.y);
    await page.mouse.click(195, 20);
    for (const key of ["Escape", "Escape", "Enter", "Space", "Tab"]) await page.keyboard.press(key);
    expect(await dialog.isVisible()).toBe(true);
    expect(await button("Keep it").evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await page.clock.runFor(2_000);
    await veil().waitFor({ state: "detached" });
    // The page lets keys through again a moment after the veil is gone.
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return dialog.isVisible();
      })
      .toBe(false);
  });

  test("lets toasts be used above it, by finger and by keys, and Tab stays among them", async () => {
    await open({}, true);
    const field = page.getByRole("textbox", { name: "Quantity" });
    await field.focus();
    for (const type of ["info", "error", "success"]) await press(`Toast: ${type}`);
    await stopTime();
    await press("Show veil");
    await veil().waitFor();
    await toast("info").getByRole("button", { name: "Close notice" }).tap();
    await toast("info").waitFor({ state: "detached" });
    await swipe(toast("error"), [
      [0, -30, 300],
      [0, -60, 900],
    ]);
    await toast("error").waitFor({ state: "detached" });
    await page.keyboard.press("F8");
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("Tab");
      expect(await region().evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      );
    }
    await page.keyboard.press("Enter");
    await toast("success").waitFor({ state: "detached" });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
