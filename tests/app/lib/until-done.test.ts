import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubWindowEvents } from "../../harness/window-events.ts";
import { untilDone, untilLoaded } from "../../../src/lib/until-done.ts";

class Page extends EventTarget {
  visibilityState = "visible";
}
let page: Page;
let events: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  page = new Page();
  vi.stubGlobal("document", page);
  events = stubWindowEvents();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("attempts come ever more seldom, a minute apart at most, until one has done it", async () => {
  const began = Date.now();
  const at: number[] = [];
  const done = untilDone(async () => at.push((Date.now() - began) / 1000) === 8);
  await vi.advanceTimersByTimeAsync(600_000);
  await done;
  expect(at).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
});

test("what failed on many devices at once does not come back from all of them at once", async () => {
  const began = Date.now();
  const at: number[] = [];
  for (const random of [0, 0.5, 0.999]) {
    vi.mocked(Math.random).mockReturnValue(random);
    void untilDone(async () => at.push(Date.now() - began) > 0);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([1500, 2000, 2499]);
});

test("a network that is back is tried at once, and a hidden page waits until it is seen", async () => {
  let attempts = 0;
  void untilDone(async () => ++attempts === 3);
  events.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts).toBe(1);
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts).toBe(1);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts).toBe(2);
});

test("a part that is lost is reported once, and comes; one that is given up does not", async () => {
  const [came, missed]: [string[], string[]] = [[], []];
  const load = (name: string, from: number) => {
    let asked = 0;
    return untilLoaded(
      async () => {
        if (++asked < from) throw new TypeError("Failed to fetch");
        return name;
      },
      (part) => came.push(part),
      () => missed.push(name),
    );
  };
  load("chart", 1);
  load("book", 3);
  const giveUp = load("sheet", 3);
  await vi.advanceTimersByTimeAsync(0);
  expect([came, missed]).toEqual([["chart"], ["book", "sheet"]]);
  giveUp();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([came, missed]).toEqual([
    ["chart", "book"],
    ["book", "sheet"],
  ]);
});
