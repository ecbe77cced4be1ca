import { expect, test } from "vitest";
import { reloadCalls } from "../../../src/shell/worker-bridge.ts";

test("the first worker of all calls for no reload, each later one does, also on the page that saw the first", () => {
  const calls = reloadCalls(false);
  expect([calls(), calls(), calls()]).toEqual([false, true, true]);
});

test("on a page that was controlled from the beginning a new worker calls for a reload", () => {
  expect(reloadCalls(true)()).toBe(true);
});
