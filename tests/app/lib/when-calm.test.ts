import { afterEach, beforeEach, expect, test, vi } from "vitest";

let page: EventTarget;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  page = new EventTarget();
  vi.stubGlobal("document", page);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a task waits for an idle moment, and until nobody has touched the page for a third of a second", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (task: () => void) => idle.push(task));
  const beIdle = () => idle.splice(0).forEach((task) => task());
  const { whenCalm } = await import("../../../src/lib/when-idle.ts");
  let done = 0;
  whenCalm(() => done++);
  expect(done).toBe(0);
  page.dispatchEvent(new Event("pointerdown"));
  beIdle();
  await vi.advanceTimersByTimeAsync(250);
  beIdle();
  expect(done).toBe(0);
  await vi.advanceTimersByTimeAsync(250);
  beIdle();
  expect(done).toBe(1);
});

test("somebody who never rests does not keep it from being done for ever", async () => {
  const { whenCalm } = await import("../../../src/lib/when-idle.ts");
  let done = 0;
  whenCalm(() => done++);
  for (let at = 0; at < 120; at++) {
    page.dispatchEvent(new Event("scroll"));
    await vi.advanceTimersByTimeAsync(100);
    if (at === 50) expect(done).toBe(0);
  }
  expect(done).toBe(1);
});
