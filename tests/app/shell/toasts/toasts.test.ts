import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  clearToasts,
  closeToast,
  expireToast,
  missedToastsAtom,
  readMissedToasts,
  showToast,
  toastsAtom,
} from "../../../../src/shell/toasts/toasts.ts";

let store = createStore();

beforeEach(() => {
  vi.useFakeTimers();
  store = createStore();
});

afterEach(() => vi.useRealTimers());

const tell = (description: string, id?: string) => {
  vi.advanceTimersByTime(1);
  return showToast(store, { type: "info", description, ...(id === undefined ? {} : { id }) });
};
const shown = () => store.get(toastsAtom).map((toast) => toast.description);
const missed = () => store.get(missedToastsAtom).map((toast) => toast.description);

test("a new one stands in front, each closes by its id, and all can be cleared", () => {
  const first = tell("first");
  const second = tell("second");
  tell("third");
  expect(new Set([first, second]).size).toBe(2);
  expect(shown()).toEqual(["third", "second", "first"]);
  closeToast(store, second);
  expect(shown()).toEqual(["third", "first"]);
  closeToast(store, "nobody");
  expect(shown()).toEqual(["third", "first"]);
  clearToasts(store);
  expect(shown()).toEqual([]);
});

test("one with the id of another takes its place, in front", () => {
  tell("busy", "error-100006");
  tell("other");
  tell("busy again", "error-100006");
  expect(shown()).toEqual(["busy again", "other"]);
});

test("what nobody attended to before its time was over is kept, unread, newest first", () => {
  const [seen, unseen, later, closed] = [
    tell("seen"),
    tell("unseen"),
    tell("later"),
    tell("closed"),
  ];
  expireToast(store, later, false);
  expireToast(store, seen, true);
  expireToast(store, unseen, false);
  closeToast(store, closed);
  expireToast(store, closed, false);
  expect(shown()).toEqual([]);
  expect(missed()).toEqual(["later", "unseen"]);
  expect(store.get(missedToastsAtom).every((toast) => toast.unread)).toBe(true);
  readMissedToasts(store);
  expect(store.get(missedToastsAtom).some((toast) => toast.unread)).toBe(false);
});

test("the same words missed again are one, with the newer time and unread again", () => {
  expireToast(store, tell("busy"), false);
  readMissedToasts(store);
  expireToast(store, tell("other"), false);
  expireToast(store, tell("busy"), false);
  expect(missed()).toEqual(["busy", "other"]);
  expect(store.get(missedToastsAtom)[0]?.unread).toBe(true);
});

test("a hundred are kept, and logging out takes all of them along", () => {
  for (let i = 0; i < 120; i++) expireToast(store, tell(`number ${i}`), false);
  expect(missed()).toHaveLength(100);
  expect(missed()[0]).toBe("number 119");
  clearToasts(store);
  expect(missed()).toEqual([]);
});
