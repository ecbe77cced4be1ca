import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  forgetHolds,
  holdFor,
  holdOn,
  keptReasons,
  letGo,
} from "../../../src/storage/kept-holds.ts";

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

afterEach(() => {
  forgetHolds();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("what runs holds the app for its time, over a reload of the tab, and ends by itself or when it is known to have ended", () => {
  holdFor("seconds", "seconds", 60_000);
  holdFor("coin:7", "order", 95_000);
  expect(keptReasons()).toEqual(["seconds", "order"]);
  pass(59_999);
  expect(keptReasons()).toEqual(["seconds", "order"]);
  pass(1);
  expect(keptReasons()).toEqual(["order"]);
  letGo("coin:7");
  expect([keptReasons(), kept.size]).toEqual([[], 1]);
});

test("a shorter contract leaves a longer one held; a list that was read anew is the truth", () => {
  holdOn("seconds", "seconds", 60_000);
  holdOn("seconds", "seconds", 30_000);
  pass(45_000);
  expect(keptReasons()).toEqual(["seconds"]);
  holdFor("seconds", "seconds", 0);
  expect(keptReasons()).toEqual([]);
  holdFor("seconds", "seconds", -5);
  expect([keptReasons(), kept.size]).toEqual([[], 0]);
});

test("nothing is held for longer than a day, by a clock that was set back, or by what is none of ours", () => {
  holdFor("seconds", "seconds", Number.POSITIVE_INFINITY);
  pass(24 * 3600_000);
  expect(keptReasons()).toEqual([]);
  holdFor("seconds", "seconds", 60_000);
  pass(-3600_000);
  expect(keptReasons()).toEqual([]);
  for (const spoilt of [
    "{",
    "null",
    "[1]",
    '{"a":{"reason":"other","from":0,"until":9e15}}',
    `{"a":{"reason":"order","from":0,"until":${Date.now() + 1e9}}}`,
  ]) {
    kept.set("godwit:holds", spoilt);
    expect(keptReasons()).toEqual([]);
  }
});

test("whoever leaves takes it along", () => {
  holdFor("seconds", "seconds", 60_000);
  forgetHolds();
  expect([keptReasons(), kept.size]).toEqual([[], 0]);
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
  holdFor("seconds", "seconds", 60_000);
  expect(keptReasons()).toEqual(["seconds"]);
});
