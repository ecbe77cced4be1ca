import { createStore } from "jotai";
import { describe, expect, test } from "vitest";
import type { BusyReason } from "../../../src/lib/busy.ts";
import { followLaunches, heldLaunchAtom, launchTarget } from "../../../src/shell/launches.ts";

const origin = "https://godwit.example";

function stage(entered = "/") {
  let launch: (facts: { targetURL?: string | null }) => void = () => undefined;
  const reasons: BusyReason[] = [];
  const gone: string[] = [];
  const store = createStore();
  const page = { location: { href: origin + entered, origin }, launchQueue: { setConsumer: (consumer: typeof launch) => void (launch = consumer) } };
  followLaunches(page as unknown as Window, store, { go: (to) => void gone.push(to), reasons: () => reasons });
  return { store, reasons, gone, open: (path: string | null) => launch({ targetURL: path === null ? null : new URL(path, origin).href }) };
}

describe("the installed app, opened while it is open", () => {
  test("leads to the place that was chosen; its plain icon brings back what was open", () => {
    const { open, gone } = stage();
    for (const path of ["/", "/coins", "/?open=web%2Bgodwit%3Amarket%2Fbtcusdt", "/", null]) open(path);
    expect(gone).toEqual(["/coins", "/?open=web%2Bgodwit%3Amarket%2Fbtcusdt"]);
  });

  test("does not go once more to where it was opened at, but later it does", () => {
    const { open, gone } = stage("/seconds");
    open("/seconds");
    expect(gone).toEqual([]);
    open("/seconds");
    expect(gone).toEqual(["/seconds"]);
  });

  test.each(["typed", "sheet", "order"] as const)("asks first while something would be lost: %s", (reason) => {
    const { open, gone, store, reasons } = stage();
    reasons.push(reason);
    open("/contracts");
    expect([gone, store.get(heldLaunchAtom)]).toEqual([[], "/contracts"]);
  });

  test.each(["seconds", "call"] as const)("goes on where nothing would be lost: %s", (reason) => {
    const { open, gone, reasons } = stage();
    reasons.push(reason);
    open("/contracts");
    expect(gone).toEqual(["/contracts"]);
  });

  test.each(["https://evil.example/coins", "javascript:alert(1)", `${origin}/login`, `${origin}//evil.example`, `${origin}/sw.js`, `${origin}/api/auth/logout`, "coins", "", null])("%s leads nowhere", (address) => {
    expect(launchTarget(address, origin)).toBe("/");
  });

  test("is nothing to a browser without launches", () => {
    expect(() => followLaunches({} as Window, createStore(), { go: () => undefined, reasons: () => [] })).not.toThrow();
  });
});
