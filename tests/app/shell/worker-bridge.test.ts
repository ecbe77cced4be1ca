import { expect, test } from "vitest";
import { reloadCalls } from "../../../src/shell/worker-bridge.ts";

const first = {};
const restarted = { isUpdate: true };
/** How the library describes a later worker to a page whose first one came while it was open. */
const later = { isExternal: true };

test("the first worker of all calls for no reload, each later one does, also on the page that saw the first", () => {
  const calls = reloadCalls(false);
  expect([first, later, later].map(calls)).toEqual([false, true, true]);
});

test("on a page that was controlled from the beginning a new worker calls for a reload, the same one does not", () => {
  expect(reloadCalls(true)(restarted)).toBe(true);
  expect(reloadCalls(true)(first)).toBe(false);
});
