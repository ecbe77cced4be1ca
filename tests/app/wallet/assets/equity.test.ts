import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  equityCourse,
  equityShape,
  extremesOf,
} from "../../../../src/features/wallet/assets/equity-course.ts";

const dayMs = 86_400_000;
const point = (day: number, total: string, flow = "0") => ({ time: day * dayMs, total, flow });

test("recharges and withdrawals are neither profit nor loss", () => {
  const course = equityCourse(
    [point(1, "10000"), point(2, "15000.5", "5000"), point(3, "13990.5", "-1000")],
    2,
  );
  expect(course?.days.map(({ profit, course: until }) => [profit, until])).toEqual([
    ["0.5", "0.5"],
    ["-10", "-9.5"],
  ]);
  expect(course).toMatchObject({ today: "-10", profit: "-9.5" });
});

test("an account younger than the requested days began with nothing", () => {
  expect(equityCourse([point(1, "10003", "10000")], 7)).toMatchObject({
    today: "3",
    profit: "3",
    days: [{ total: "10003", flow: "10000" }],
  });
  expect(equityCourse([point(1, "9990", "10000"), point(2, "9995")], 7)).toMatchObject({
    today: "5",
    profit: "-5",
  });
});

test("with full days the first point is the value before them", () => {
  expect(equityCourse([point(1, "10003", "10000"), point(2, "10004")], 1)).toMatchObject({
    today: "1",
    profit: "1",
  });
  expect(equityCourse([], 7)).toBeNull();
  expect(equityCourse([point(1, "5")], 0)).toBeNull();
});

test("the profits of the days add up exactly to the change in value, less recharges and plus withdrawals", () => {
  const cents = fc.integer({ min: 0, max: 10 ** 12 });
  const text = (value: number) =>
    `${value < 0 ? "-" : ""}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")}`;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cents, fc.integer({ min: -(10 ** 9), max: 10 ** 9 })), {
        minLength: 2,
        maxLength: 20,
      }),
      (rows) => {
        const course = equityCourse(
          rows.map(([total, flow], day) => point(day, text(total), text(flow))),
          rows.length - 1,
        );
        const flows = rows.slice(1).reduce((sum, [, flow]) => sum + flow, 0);
        const expected = (rows.at(-1)?.[0] ?? 0) - (rows[0]?.[0] ?? 0) - flows;
        expect(Math.round(Number(course?.profit) * 100)).toBe(expected);
      },
    ),
    { numRuns: 100 },
  );
});

test("the best and the worst day are by the profit since the first day", () => {
  const course = equityCourse(
    [point(1, "100"), point(2, "90"), point(3, "130"), point(4, "110")],
    3,
  );
  expect(extremesOf(course?.days ?? [])).toMatchObject({
    high: { course: "30" },
    low: { course: "-10" },
  });
  expect(extremesOf([])).toBeNull();
});

describe("the drawing", () => {
  const days = (...courses: string[]) =>
    courses.map((course, day) => ({
      time: day * dayMs,
      total: "0",
      flow: "0",
      profit: "0",
      course,
    }));

  test("stays in its box, with gains above zero and losses below", () => {
    const { line, zeroY, points } = equityShape(days("10", "-10", "0"), 320, 96);
    expect(points).toEqual([
      { x: 6, y: 6 },
      { x: 160, y: 90 },
      { x: 314, y: 48 },
    ]);
    expect({ line, zeroY }).toEqual({ line: "M6 6L160 90L314 48", zeroY: 48 });
  });

  test("contains zero where every day gained, and lies in the middle where none did", () => {
    expect(equityShape(days("5", "10"), 320, 96)).toMatchObject({
      zeroY: 90,
      points: [{ y: 48 }, { y: 6 }],
    });
    expect(equityShape(days("0", "0"), 320, 96)).toMatchObject({
      zeroY: 48,
      points: [{ y: 48 }, { y: 48 }],
    });
  });

  test("of a single day begins at zero", () => {
    expect(equityShape(days("3"), 320, 96)).toMatchObject({
      line: "M6 90L314 6",
      points: [{ x: 314, y: 6 }],
    });
    expect(equityShape([], 320, 96)).toEqual({ line: "", zeroY: 48, points: [] });
  });
});
