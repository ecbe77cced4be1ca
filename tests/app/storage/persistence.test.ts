import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeWhere } from "../../../src/storage/database.ts";
import {
  askToPersist,
  isPersistent,
  persistOnceInstalled,
} from "../../../src/storage/persistence.ts";

let page: Window;
let asked: number;
let answer: boolean;
const stops: (() => void)[] = [];

const tap = async () => {
  page.dispatchEvent(new Event("click"));
  await vi.waitFor(() => undefined);
  await new Promise((done) => setTimeout(done, 0));
};

beforeEach(() => {
  page = new EventTarget() as Window;
  [asked, answer] = [0, false];
  vi.stubGlobal("navigator", {
    storage: { persisted: async () => answer, persist: async () => (asked += 1) > 0 },
  });
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  await removeWhere(() => true);
});

test("who has not installed is not asked", async () => {
  stops.push(persistOnceInstalled(page, false));
  await tap();
  expect(asked).toBe(0);
});

test("the first tap after the installation asks, and no other, in this visit or the next", async () => {
  stops.push(persistOnceInstalled(page, false));
  page.dispatchEvent(new Event("appinstalled"));
  expect(asked).toBe(0);
  await tap();
  await vi.waitFor(() => expect(asked).toBe(1));
  await tap();
  stops.push(persistOnceInstalled(page, true));
  await tap();
  expect(asked).toBe(1);
});

test("what is promised already is not asked for", async () => {
  answer = true;
  stops.push(persistOnceInstalled(page, true));
  await tap();
  expect(asked).toBe(0);
});

test("a browser that promises nothing costs nothing", async () => {
  vi.stubGlobal("navigator", {});
  stops.push(persistOnceInstalled(page, true));
  await tap();
  expect([await isPersistent(), await askToPersist()]).toEqual([undefined, undefined]);
});
