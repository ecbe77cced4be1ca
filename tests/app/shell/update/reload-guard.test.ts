import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdBusy } from "../../../../src/lib/busy-flags.ts";
import { store } from "../../../../src/shell/app-context.ts";
import { inFlightAtom } from "../../../../src/shell/in-flight.ts";
import { busyReasons, isBusy, reloadOnce } from "../../../../src/shell/update/reload-guard.ts";

let reloads: number;

beforeEach(() => {
  reloads = 0;
  const items = new Map<string, string>();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  vi.stubGlobal("location", { reload: () => (reloads += 1) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("each holder lets go of its own, once, and the last ends the wait", () => {
  const [first, second, sheet] = [holdBusy("order"), holdBusy("order"), holdBusy("sheet")];
  expect(busyReasons()).toEqual(["order", "sheet"]);
  first();
  first();
  expect(busyReasons()).toEqual(["order", "sheet"]);
  second();
  sheet();
  expect(isBusy()).toBe(false);
});

test("a call that a person waits for is a reason", () => {
  store.set(inFlightAtom, () => 1);
  expect(busyReasons()).toEqual(["call"]);
  store.set(inFlightAtom, () => 0);
  expect(busyReasons()).toEqual([]);
});

test("never twice in ten seconds, nor after a clock that was set back is it barred for ever", () => {
  expect([reloadOnce(), reloadOnce()]).toEqual([true, false]);
  vi.setSystemTime(Date.now() + 9_999);
  expect(reloadOnce()).toBe(false);
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(reloadOnce()).toBe(true);
  expect(reloads).toBe(2);
});
