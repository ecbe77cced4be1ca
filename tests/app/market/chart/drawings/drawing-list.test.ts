import { describe, expect, test } from "vitest";
import {
  mostDrawings,
  parseDrawings,
  withChanged,
  withNew,
  withRestored,
} from "../../../../../src/features/market/chart/drawings/drawing-list.ts";
import {
  fromLocalText,
  toLocalText,
} from "../../../../../src/features/market/chart/drawings/local-time.ts";
import { formatSpan } from "../../../../../src/lib/format.ts";
import type { Drawing } from "../../../../../src/ui/chart/drawings/drawing.ts";

const level = (id: string, price = 5): Drawing => ({
  id,
  kind: "level",
  places: [{ timeSec: 60, price }],
});
const many = (count: number) => Array.from({ length: count }, (_, at) => level(String(at + 1)));

describe("what was stored", () => {
  test("comes back unchanged", () => {
    const ray: Drawing = {
      id: "2",
      kind: "ray",
      places: [
        { timeSec: 60, price: 5 },
        { timeSec: 120, price: 6.25 },
      ],
    };
    expect(parseDrawings(JSON.stringify([level("1"), ray]))).toEqual([level("1"), ray]);
  });

  test.each([null, "", "{", "7", "{}", '[{"id":"1"}]'])("%s is nothing", (text) =>
    expect(parseDrawings(text)).toEqual([]),
  );

  test.each([
    ["a price of zero", { ...level("1"), places: [{ timeSec: 60, price: 0 }] }],
    ["no number", { ...level("1"), places: [{ timeSec: 60, price: null }] }],
    ["a time that is no date", { ...level("1"), places: [{ timeSec: 9e15, price: 5 }] }],
    ["a place too few", { ...level("1"), kind: "trend" }],
    ["a kind nobody knows", { ...level("1"), kind: "pitchfork" }],
  ])("%s is left out, and the others stay", (_what, broken) => {
    expect(parseDrawings(JSON.stringify([broken, level("2")]))).toEqual([level("2")]);
  });

  test("is no more than a market holds, each under a name of its own", () => {
    expect(parseDrawings(JSON.stringify(many(mostDrawings + 9)))).toHaveLength(mostDrawings);
    expect(parseDrawings(JSON.stringify([level("1"), level("1", 7)]))).toEqual([level("1", 7)]);
  });
});

describe("the list", () => {
  test("takes one more under a new name, until it is full", () => {
    const { drawings, added } = withNew([level("4")], "level", [{ timeSec: 1, price: 2 }]);
    expect([added?.id, drawings.length]).toEqual(["5", 2]);
    expect(withNew(many(mostDrawings), "level", [])).toEqual({
      drawings: many(mostDrawings),
      added: null,
    });
  });

  test("changes one in its place", () => {
    expect(withChanged([level("1"), level("2")], level("1", 9))).toEqual([
      level("1", 9),
      level("2"),
    ]);
  });

  test("takes removed ones back, beside what was drawn since, and never more than it holds", () => {
    expect(withRestored([level("1", 8)], [level("1"), level("3")]).map(({ id }) => id)).toEqual([
      "1",
      "2",
      "3",
    ]);
    expect(withRestored(many(mostDrawings - 1), [level("98"), level("99")])).toHaveLength(
      mostDrawings,
    );
  });
});

test("a time goes into its field and back, to the minute", () => {
  const timeSec = 1_700_000_040;
  expect(toLocalText(timeSec)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  expect(fromLocalText(toLocalText(timeSec))).toBe(timeSec);
  expect(["", "2026-11", "tomorrow"].map(fromLocalText)).toEqual([null, null, null]);
});

test.each([
  [9900, "2h 45m"],
  [-90_000, "1d 1h"],
  [86_400 + 60, "1d 1m"],
  [0, "0m"],
])("%i s are %s", (seconds, text) => expect(formatSpan(seconds, "en-US")).toBe(text));
