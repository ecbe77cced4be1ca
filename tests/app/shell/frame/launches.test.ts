import { createStore } from "jotai";
import { describe, expect, test } from "vitest";
import type { BusyReason } from "../../../../src/lib/busy-flags.ts";
import {
  followLaunches,
  heldLaunchAtom,
  launchTarget,
} from "../../../../src/shell/frame/launches.ts";

const origin = "https://godwit.example";

interface Entry {
  /** The path of the navigation that made the page. */
  entered?: string;
  type?: "navigate" | "reload";
  /** The path in the address bar by now. */
  shown?: string;
  /** The paths of launches that nobody has taken yet. */
  waiting?: readonly string[];
}

function stage({ entered = "/", type = "navigate", shown = entered, waiting = [] }: Entry = {}) {
  let launch: (facts: { targetURL?: string | null }) => void = () => undefined;
  const reasons: BusyReason[] = [];
  const gone: string[] = [];
  const store = createStore();
  const worker = new EventTarget();
  const page = {
    navigator: { serviceWorker: worker },
    location: { href: origin + shown, origin },
    performance: { getEntriesByType: () => [{ name: origin + entered, type }] },
    launchQueue: {
      setConsumer: (consumer: typeof launch) => {
        launch = consumer;
        for (const path of waiting) launch({ targetURL: origin + path });
      },
    },
  };
  followLaunches(page as unknown as Window, store, {
    go: (to) => void gone.push(to),
    reasons: () => reasons,
  });
  return {
    store,
    reasons,
    gone,
    /** A notification was tapped, says the worker. */
    tap: (data: unknown) => worker.dispatchEvent(new MessageEvent("message", { data })),
    open: (path: string | null) =>
      launch({ targetURL: path === null ? null : new URL(path, origin).href }),
  };
}

describe("the installed app, opened while it is open", () => {
  test("leads to the place that was chosen; its plain icon brings back what was open", () => {
    const { open, gone } = stage();
    for (const path of ["/", "/coins", "/?open=web%2Bgodwit%3Amarket%2Fbtcusdt", "/", null])
      open(path);
    expect(gone).toEqual(["/coins", "/?open=web%2Bgodwit%3Amarket%2Fbtcusdt"]);
  });

  test.each([
    ["/seconds", "/seconds"],
    // The router has led on before anybody asked what was launched.
    ["/assets", "/login?to=%2Fassets"],
    ["/?open=web%2Bgodwit%3Amarket%2Fbtcusdt", "/coins?symbol=btcusdt"],
  ])("does not go once more to where it was opened at, %s, but later it does", (entered, shown) => {
    const { open, gone } = stage({ entered, shown, waiting: [entered] });
    expect(gone).toEqual([]);
    open(entered);
    expect(gone).toEqual([entered]);
  });

  test("does not go back, after a reload, to what opened it long ago", () => {
    const { open, gone } = stage({ entered: "/history", type: "reload", waiting: ["/coins"] });
    expect(gone).toEqual([]);
    open("/coins");
    open("/history");
    expect(gone).toEqual(["/coins", "/history"]);
  });

  test.each(["typed", "sheet", "order"] as const)(
    "asks first while something would be lost: %s",
    (reason) => {
      const { open, gone, store, reasons } = stage();
      reasons.push(reason);
      open("/contracts");
      expect([gone, store.get(heldLaunchAtom)]).toEqual([[], "/contracts"]);
    },
  );

  test.each(["seconds", "call"] as const)("goes on where nothing would be lost: %s", (reason) => {
    const { open, gone, reasons } = stage();
    reasons.push(reason);
    open("/contracts");
    expect(gone).toEqual(["/contracts"]);
  });

  test.each([
    "https://evil.example/coins",
    "javascript:alert(1)",
    `${origin}/login`,
    `${origin}//evil.example`,
    `${origin}/sw.js`,
    `${origin}/api/auth/logout`,
    "coins",
    "",
    null,
  ])("%s leads nowhere", (address) => {
    expect(launchTarget(address, origin)).toBe("/");
  });

  test("a tap on a notification leads to its screen, after a question where something would be lost, and nowhere else", () => {
    const { tap, gone, reasons, store } = stage();
    tap({ type: "OPEN", path: "/security" });
    tap({ type: "OPEN", path: "//evil.example/" });
    tap({ type: "OTHER", path: "/assets" });
    tap(null);
    expect(gone).toEqual(["/security", "/"]);
    reasons.push("typed");
    tap({ type: "OPEN", path: "/history" });
    expect([gone.length, store.get(heldLaunchAtom)]).toEqual([2, "/history"]);
  });

  test("is nothing to a browser without launches", () => {
    expect(() =>
      followLaunches({ navigator: {} } as Window, createStore(), {
        go: () => undefined,
        reasons: () => [],
      }),
    ).not.toThrow();
  });
});
