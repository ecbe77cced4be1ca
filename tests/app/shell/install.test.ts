import { createStore } from "jotai";
import { describe, expect, test } from "vitest";
import { canPromptAtom, installedAtom, promptInstall, watchInstall } from "../../../src/shell/install-prompt.ts";
import { installWay, type InstallWay } from "../../../src/shell/install-way.ts";

const agents: readonly [InstallWay, number, string][] = [
  ["ios", 5, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"],
  ["ios", 5, "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"],
  ["ios-other", 5, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.156 Mobile/15E148 Safari/604.1"],
  ["mac", 0, "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"],
  ["desktop", 0, "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36"],
  ["desktop", 10, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"],
  ["android", 5, "Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0"],
  ["none", 0, "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"],
];

describe("the way to the home screen", () => {
  const facts = { standalone: false, installed: false, hasPrompt: false };

  test.each(agents)("%s with %i touch points: %s", (way, touchPoints, userAgent) => {
    expect(installWay({ ...facts, userAgent, touchPoints })).toBe(way);
  });

  test("the browser's own prompt comes before any advice, and nothing before being installed", () => {
    const [, touchPoints, userAgent] = agents[0] ?? ["none", 0, ""];
    expect(installWay({ ...facts, userAgent, touchPoints, hasPrompt: true })).toBe("prompt");
    expect(installWay({ ...facts, userAgent, touchPoints, hasPrompt: true, standalone: true })).toBe("installed");
    expect(installWay({ ...facts, userAgent, touchPoints, installed: true })).toBe("installed");
  });
});

describe("the browser's prompt", () => {
  function offer(outcome: "accepted" | "dismissed") {
    let shown = 0;
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => void shown++, userChoice: Promise.resolve({ outcome }),
    });
    return { event, shown: () => shown };
  }

  test("is held back, shown once at a tap, and gone afterwards", async () => {
    const store = createStore();
    const page = new EventTarget();
    watchInstall(page as Window, store);
    const { event, shown } = offer("dismissed");
    page.dispatchEvent(event);
    expect([event.defaultPrevented, store.get(canPromptAtom), shown()]).toEqual([true, true, 0]);
    expect(await promptInstall(store)).toBe("dismissed");
    expect([shown(), store.get(canPromptAtom), await promptInstall(store)]).toEqual([1, false, "unavailable"]);
  });

  test("an installed app offers no prompt any more", () => {
    const store = createStore();
    const page = new EventTarget();
    const stop = watchInstall(page as Window, store);
    page.dispatchEvent(offer("accepted").event);
    page.dispatchEvent(new Event("appinstalled"));
    expect([store.get(canPromptAtom), store.get(installedAtom)]).toEqual([false, true]);
    stop();
    page.dispatchEvent(offer("accepted").event);
    expect(store.get(canPromptAtom)).toBe(false);
  });
});
