import { createStore } from "jotai";
import { describe, expect, test } from "vitest";
import {
  canPromptAtom,
  installedAtom,
  promptInstall,
  watchInstall,
} from "../../../../src/shell/install/install-prompt.ts";
import { installWay, type InstallWay } from "../../../../src/shell/install/install-way.ts";

const kit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${kit}`;

const agents: readonly [InstallWay, number, string][] = [
  ["ios", 5, `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`],
  ["ios", 5, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${kit} Version/18.5 Safari/605.1.15`],
  ["ios-other", 5, `${iphone} CriOS/138.0.7204.156 Mobile/15E148 Safari/604.1`],
  ["ios-other", 5, `${iphone} FxiOS/141.0 Mobile/15E148 Safari/605.1.15`],
  ["ios-other", 5, `${iphone} Version/18.0 EdgiOS/138.0.3351.121 Mobile/15E148 Safari/604.1`],
  ["embedded", 5, `${iphone} Mobile/22F76 Instagram 390.0.0.28.85 (iPhone14,5; iOS 18_5)`],
  [
    "embedded",
    5,
    `${iphone} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
  ],
  ["embedded", 5, `${iphone} Mobile/15E148`],
  [
    "embedded",
    5,
    `Mozilla/5.0 (Linux; Android 15; V2324A) ${blink} Chrome/121.0.0.0 Mobile Safari/537.36 V1_AND_SQ_9.1.5 QQ/9.1.5.20315`,
  ],
  [
    "embedded",
    5,
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${blink} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36`,
  ],
  [
    "android",
    5,
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/138.0.0.0 Mobile Safari/537.36`,
  ],
  [
    "android-samsung",
    5,
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ["android-firefox", 5, "Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0"],
  ["mac", 0, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${kit} Version/18.5 Safari/605.1.15`],
  [
    "chrome",
    0,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/138.0.0.0 Safari/537.36`,
  ],
  [
    "edge",
    10,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
  ],
  [
    "android",
    5,
    `Mozilla/5.0 (Linux; U; Android 15; zh-CN; V2324A) ${blink} Version/4.0 Chrome/123.0.0.0 MQQBrowser/15.7 Mobile Safari/537.36`,
  ],
  [
    "firefox",
    0,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  ],
  ["none", 0, "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"],
];

describe("the way to the home screen", () => {
  const facts = {
    standalone: false,
    installed: false,
    hasPrompt: false,
    keeps: true,
    hosted: false,
  };

  test.each(agents)("%s with %i touch points: %s", (way, touchPoints, userAgent) => {
    expect(installWay({ ...facts, userAgent, touchPoints })).toBe(way);
  });

  test.each(agents)(
    "%s with %i touch points knows its app, its prompt and what it cannot keep: %s",
    (way, touchPoints, userAgent) => {
      const known = { ...facts, userAgent, touchPoints };
      expect(installWay({ ...known, hasPrompt: true, installed: true, standalone: true })).toBe(
        "app",
      );
      expect(installWay({ ...known, hasPrompt: true, installed: true })).toBe("prompt");
      expect(installWay({ ...known, installed: true })).toBe("installed");
      expect(installWay({ ...known, keeps: false })).toBe(
        way === "embedded" ? "embedded" : "unkept",
      );
      expect(installWay({ ...known, hosted: true })).toBe("embedded");
    },
  );
});

describe("the browser's prompt", () => {
  function offer(outcome: "accepted" | "dismissed") {
    let shown = 0;
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => void shown++,
      userChoice: Promise.resolve({ outcome }),
    });
    return { event, shown: () => shown };
  }

  const tab = (standalone = false) =>
    Object.assign(new EventTarget(), {
      matchMedia: () => ({ matches: standalone }),
      navigator: {},
    }) as unknown as Window;

  test("what runs from the home screen is installed", () => {
    const store = createStore();
    watchInstall(tab(true), store);
    expect(store.get(installedAtom)).toBe(true);
  });

  test("is held back, shown once at a tap, and gone afterwards", async () => {
    const store = createStore();
    const page = tab();
    watchInstall(page, store);
    const { event, shown } = offer("dismissed");
    page.dispatchEvent(event);
    expect([event.defaultPrevented, store.get(canPromptAtom), shown()]).toEqual([true, true, 0]);
    expect(await promptInstall(store)).toBe("dismissed");
    expect([shown(), store.get(canPromptAtom), await promptInstall(store)]).toEqual([
      1,
      false,
      "unavailable",
    ]);
  });

  test("an installed app offers no prompt any more; one that is offered again is no longer installed", () => {
    const store = createStore();
    const page = tab();
    const stop = watchInstall(page, store);
    page.dispatchEvent(offer("accepted").event);
    page.dispatchEvent(new Event("appinstalled"));
    expect([store.get(canPromptAtom), store.get(installedAtom)]).toEqual([false, true]);
    page.dispatchEvent(offer("accepted").event);
    expect([store.get(canPromptAtom), store.get(installedAtom)]).toEqual([true, false]);
    page.dispatchEvent(new Event("appinstalled"));
    stop();
    page.dispatchEvent(offer("accepted").event);
    expect(store.get(canPromptAtom)).toBe(false);
  });
});
