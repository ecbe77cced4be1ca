import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hapticsAtom, hasHaptics, vibrate } from "../../../src/features/platform/haptics.ts";

let felt: number[][] = [];
let local: Record<string, string> = {};
let wantsLessMotion = false;
let isTouched = true;
let tests = 0;

beforeEach(() => {
  [felt, local, wantsLessMotion, isTouched] = [[], {}, false, true];
  vi.useFakeTimers();
  // Each test later than the one before, as on one page.
  vi.advanceTimersByTime((tests += 1) * 60_000);
  vi.stubGlobal("navigator", { vibrate: (pattern: number[]) => felt.push(pattern) > 0 });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => local[key] ?? null,
    setItem: (key: string, text: string) => void (local[key] = text),
  });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion") ? wantsLessMotion : isTouched,
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is sent, filled and refused feel different in the hand", () => {
  for (const haptic of ["confirm", "fill", "limit"] as const) vibrate(haptic);
  expect(felt).toHaveLength(3);
  expect(new Set(felt.map((pattern) => pattern.join(" "))).size).toBe(3);
});

test("what is heard of twice is felt once, the next one again", () => {
  vibrate("fill");
  vi.advanceTimersByTime(400);
  vibrate("fill");
  expect(felt).toHaveLength(1);
  vi.advanceTimersByTime(1500);
  vibrate("fill");
  expect(felt).toHaveLength(2);
});

test("it is off by itself where less motion is wanted, and the device's own choice comes before that", () => {
  const store = createStore();
  wantsLessMotion = true;
  expect(store.get(hapticsAtom)).toBe(false);
  vibrate("confirm");
  expect(felt).toEqual([]);
  // The choice is felt at once.
  store.set(hapticsAtom, true);
  expect([store.get(hapticsAtom), local["godwit:haptics"], felt.length]).toEqual([true, "on", 1]);
  wantsLessMotion = false;
  store.set(hapticsAtom, false);
  vi.advanceTimersByTime(5000);
  vibrate("fill");
  expect([store.get(hapticsAtom), local["godwit:haptics"], felt.length]).toEqual([false, "off", 1]);
});

test("a device that cannot is asked for nothing", () => {
  isTouched = false;
  vibrate("confirm");
  expect([hasHaptics(), felt]).toEqual([false, []]);
  vi.stubGlobal("navigator", {});
  expect(hasHaptics()).toBe(false);
  expect(() => vibrate("confirm")).not.toThrow();
});
