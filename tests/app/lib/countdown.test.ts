import { expect, test } from "vitest";
import { fullCountdown, shortCountdown } from "../../../src/lib/countdown.ts";

const secondMs = 1000;
const hourMs = 3600 * secondMs;

test("a full countdown rounds up and stops at zero", () => {
  expect([8 * hourMs, 59_001, 1, 0, -5].map(fullCountdown)).toEqual([
    "08:00:00",
    "00:01:00",
    "00:00:01",
    "00:00:00",
    "00:00:00",
  ]);
});

test("a short countdown has as many figures as are needed", () => {
  expect([299, 3661, 90_000, 0.5, 0, -5].map((sec) => shortCountdown(sec * secondMs))).toEqual([
    "04:59",
    "1:01:01",
    "1d 01h",
    "00:00",
    "",
    "",
  ]);
});
