import { describe, expect, test } from "vitest";
import { lastTagPlace, placeTags, type Taken } from "../../../../src/ui/chart/tag-layout.ts";
import { tagLabel } from "../../../../src/ui/chart/tagged-lines.ts";

const area = { top: 20, height: 200 };
const height = 20;
const room = (taken: Taken | null = null) => ({ room: area, taken, height });

/** Tags and what is taken, as stretches from the top. */
function stretches(levels: readonly number[], taken: Taken | null) {
  const tags = placeTags(levels, area, room(taken));
  return [
    ...tags.map(({ middle }) => ({ top: middle - height / 2, bottom: middle + height / 2 })),
    ...(taken ? [taken] : []),
  ].toSorted((a, b) => a.top - b.top);
}

describe("the tags of lines", () => {
  test("where there is room each is at its line", () => {
    expect(placeTags([60, 120], area, room()).map(({ at, middle }) => [at, middle])).toEqual([
      [0, 60],
      [1, 120],
    ]);
  });

  test.each([
    ["at one price", [100, 100, 100]],
    ["about the last price", [88, 95, 100, 104, 121]],
    ["crowded at the top", [20, 21, 22, 100]],
    ["crowded at the bottom", [218, 219, 220]],
    ["beyond both edges", [-500, -30, 100, 240, 900]],
    ["more than fit above the last price", [30, 31, 32, 33, 34, 35, 36]],
    ["more than fit at all", [30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140]],
  ])("%s none covers another, the last price or the edge", (_case, levels) => {
    for (const level of [5, 20, 60, 100, 180, 220, 260]) {
      const { top, bottom } = lastTagPlace(area, level, 1);
      const all = stretches(levels, { top, bottom });
      for (const [at, each] of all.entries()) {
        expect(each.top).toBeGreaterThanOrEqual(at === 0 ? area.top : (all[at - 1]?.bottom ?? 0));
        expect(each.bottom).toBeLessThanOrEqual(area.top + area.height);
      }
    }
  });

  test("all that fit are there, from the higher price to the lower", () => {
    const tags = placeTags([100, 30, 100, 101], area, room({ top: 90, bottom: 122 }));
    expect(tags.map(({ at }) => at)).toEqual([1, 0, 2, 3]);
  });

  test("of those beyond an edge the nearest is there and counts the others", () => {
    const tags = placeTags([-500, 100, -30, 240], area, room());
    expect(tags.map(({ at, beyond, more }) => [at, beyond, more])).toEqual([
      [2, "above", 1],
      [1, null, 0],
      [3, "below", 0],
    ]);
    expect(tags.map(({ middle }) => middle)).toEqual([30, 100, 210]);
    expect(tagLabel("Stop loss", "above", 1)).toBe("↑ Stop loss +1");
    expect(tagLabel("Stop loss", "below", 0)).toBe("↓ Stop loss");
    expect(tagLabel("Stop loss", null, 0)).toBe("Stop loss");
  });

  test("where there is no room for all, edges and the first lines have theirs", () => {
    const low = { top: 0, height: 45 };
    const tags = placeTags([10, 20, 99], low, { room: low, taken: null, height });
    expect(tags.map(({ at }) => at)).toEqual([0, 2]);
  });

  test("prices use the axis below the view, and an arrow still says that a line is out of it", () => {
    const axis = { ...area, height: area.height + 60 };
    const last = { top: 190, bottom: 222 };
    const tags = placeTags([215, 500], area, { room: axis, taken: last, height });
    expect(tags.map(({ middle, beyond }) => [middle, beyond])).toEqual([
      [232, null],
      [270, "below"],
    ]);
  });
});
