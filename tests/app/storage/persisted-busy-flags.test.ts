import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  clearBusyFlags,
  flagBusyFor,
  extendBusyFlag,
  persistedReasons,
  clearBusyFlag,
} from "../../../src/storage/persisted-busy-flags.ts";

let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});

afterEach(() => {
  clearBusyFlags();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("what runs holds the app for its time, over a reload of the tab, and ends by itself or when it is known to have ended", () => {
  flagBusyFor("seconds", "seconds", 60_000);
  flagBusyFor("coin:7", "order", 95_000);
  expect(persistedReasons()).toEqual(["seconds", "order"]);
  pass(59_999);
  expect(persistedReasons()).toEqual(["seconds", "order"]);
  pass(1);
  expect(persistedReasons()).toEqual(["order"]);
  clearBusyFlag("coin:7");
  expect([persistedReasons(), items.size]).toEqual([[], 1]);
});

test("a shorter contract leaves a longer one held; a list that was read again is the truth", () => {
  extendBusyFlag("seconds", "seconds", 60_000);
  extendBusyFlag("seconds", "seconds", 30_000);
  pass(45_000);
  expect(persistedReasons()).toEqual(["seconds"]);
  flagBusyFor("seconds", "seconds", 0);
  expect(persistedReasons()).toEqual([]);
  flagBusyFor("seconds", "seconds", -5);
  expect([persistedReasons(), items.size]).toEqual([[], 0]);
});

test("nothing is held for longer than a day, by a clock that was set back, or by what is none of ours", () => {
  flagBusyFor("seconds", "seconds", Number.POSITIVE_INFINITY);
  pass(24 * 3600_000);
  expect(persistedReasons()).toEqual([]);
  flagBusyFor("seconds", "seconds", 60_000);
  pass(-3600_000);
  expect(persistedReasons()).toEqual([]);
  for (const invalid of [
    "{",
    "null",
    "[1]",
    '{"a":{"reason":"other","from":0,"until":9e15}}',
    `{"a":{"reason":"order","from":0,"until":${Date.now() + 1e9}}}`,
  ]) {
    items.set("godwit:holds", invalid);
    expect(persistedReasons()).toEqual([]);
  }
});

test("logging out takes it along", () => {
  flagBusyFor("seconds", "seconds", 60_000);
  clearBusyFlags();
  expect([persistedReasons(), items.size]).toEqual([[], 0]);
});

test("a tab without storage holds as long as its page lives", () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
    removeItem: () => {
      throw new Error("denied");
    },
  });
  flagBusyFor("seconds", "seconds", 60_000);
  expect(persistedReasons()).toEqual(["seconds"]);
});
