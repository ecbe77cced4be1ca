import { describe, expect, test } from "vitest";
import { parsePanes, within } from "../../../../src/features/trade/desk/pane-sizes.ts";
import { parseSlots } from "../../../../src/features/trade/desk/chart-slots.ts";

const asItComes = { px: null, isFolded: false };

describe("panes as they were stored", () => {
  test("come back as they were left", () => {
    const text = JSON.stringify({ list: { px: 400, isFolded: false }, lower: { isFolded: true } });
    expect(parsePanes(text)).toEqual({
      list: { px: 400, isFolded: false },
      book: asItComes,
      ticket: asItComes,
      lower: { px: null, isFolded: true },
    });
  });

  test.each([null, "", "[]", "null", "7", "{", '{"list":5}', '{"list":{"px":"wide"}}'])(
    "that cannot be read are as they come: %s",
    (text) => {
      expect(parsePanes(text).list).toEqual(asItComes);
    },
  );

  test.each([
    [-5, 240],
    [300.4, 300],
    [99_999, 560],
  ])("have a size that they may have: %d", (px, taken) => {
    expect(within("list", px)).toBe(taken);
  });
});

describe("charts as they were stored", () => {
  test("come back as they were left, always three beyond the first", () => {
    const { count, slots } = parseSlots(
      JSON.stringify({ count: 2, slots: [{ symbol: "ethusdt", period: "1day" }] }),
    );
    expect(count).toBe(2);
    expect(slots).toHaveLength(3);
    expect(slots[0]).toEqual({ symbol: "ethusdt", period: "1day" });
    expect(slots[1]?.symbol).toBeNull();
  });

  test.each([null, "{", "[]", '{"count":3}', '{"slots":[{"symbol":"../x"}]}'])(
    "that cannot be read are one, of the market on screen: %s",
    (text) => {
      const { count, slots } = parseSlots(text);
      expect([count, slots.map(({ symbol }) => symbol)]).toEqual([1, [null, null, null]]);
    },
  );
});
