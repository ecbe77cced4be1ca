import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadRuntimeConfig, runtimeConfig, whenConfigured } from "../../../src/api/config.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // The real one keeps real time.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("too slow", "TimeoutError")), ms);
    return controller.signal;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a config that never comes holds no call up for more than four seconds", async () => {
  vi.stubGlobal(
    "fetch",
    (_address: string, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  );
  const before = runtimeConfig();
  void loadRuntimeConfig();
  let ready = false;
  const waiting = whenConfigured().then(() => (ready = true));
  await vi.advanceTimersByTimeAsync(3900);
  expect(ready).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(ready).toBe(true);
  await waiting;
  expect(runtimeConfig()).toBe(before);
});
