import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  errorReport,
  logOnce,
  logUnhandled,
  statusOf,
  statusTextOf,
} from "../../../../src/shell/errors/log-errors.ts";

let said: unknown[];
let stop: () => void;
const page = new EventTarget();

beforeEach(() => {
  said = [];
  vi.spyOn(console, "error").mockImplementation((what) => void said.push(what));
  stop = logUnhandled(page);
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

const thrown = (error: unknown) =>
  Object.assign(new Event("error", { cancelable: true }), { error, message: "Script error." });
const rejected = (reason: unknown) =>
  Object.assign(new Event("unhandledrejection", { cancelable: true }), { reason });

test("an unhandled error and a rejection nobody caught are logged once each, and not by the browser again", () => {
  const [fault, refusal] = [new Error("fault"), new Error("refusal")];
  for (const event of [thrown(fault), rejected(refusal), thrown(fault), rejected(fault)]) {
    page.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  }
  logOnce(refusal);
  expect(said).toEqual([fault, refusal]);
});

test("what is thrown without being an error is logged, too, each time", () => {
  page.dispatchEvent(thrown(null));
  page.dispatchEvent(rejected("text"));
  page.dispatchEvent(rejected("text"));
  page.dispatchEvent(rejected(undefined));
  expect(said).toEqual(["Script error.", "text", "text", undefined]);
});

test("an error page reads status and words of the error where it has them", () => {
  expect(
    [
      { status: 404 },
      { statusCode: 404 },
      { status: "404" },
      { status: 300018 },
      new Error("x"),
      null,
      "x",
    ].map(statusOf),
  ).toEqual([404, 404, undefined, undefined, undefined, undefined, undefined]);
  expect(
    [{ statusText: "Gone" }, { statusText: " " }, { statusText: 7 }, null].map(statusTextOf),
  ).toEqual(["Gone", undefined, undefined, undefined]);
  expect(errorReport(new TypeError("no"), "abc123", "/coins")).toBe(
    "Godwit abc123\n/coins\nTypeError: no",
  );
});
