import { describe, expect, test } from "vitest";
import { candleEnd } from "../../../../src/features/market/chart/candle-time.ts";
import {
  isUsual,
  parseSettings,
  shownStudies,
  usualSettings,
  withIndicator,
} from "../../../../src/features/market/chart/candle-settings.ts";
import { chartImageName } from "../../../../src/features/market/chart/chart-image.ts";
import { bucketStart, shiftBucket } from "../../../../venue/feed/candle-buckets.ts";
import { periods } from "../../../../protocol/api/market.ts";

describe("settings", () => {
  test("stored settings are restored unchanged", () => {
    const mine = withIndicator(
      { ...usualSettings, type: "area", log: true, volume: false },
      "BOLL",
      { shown: true, parameters: [30, 2.5] },
    );
    expect(parseSettings(JSON.stringify(mine))).toEqual(mine);
    expect(isUsual(mine, "BOLL")).toBe(false);
    expect(shownStudies(mine)).toEqual([
      { name: "MA", parameters: [5, 10, 30] },
      { name: "BOLL", parameters: [30, 2.5] },
    ]);
  });

  test.each([null, "", "{", "7", "[]", JSON.stringify({ type: "bars" })])(
    "%s is as usual",
    (stored) => expect(parseSettings(stored)).toEqual(usualSettings),
  );

  test("one invalid indicator does not affect the others", () => {
    const stored = {
      ...usualSettings,
      indicators: {
        ...usualSettings.indicators,
        MA: { shown: true, parameters: [0, 1e9, 5] },
        RSI: { shown: true, parameters: [14, 21, 28] },
        KDJ: "?",
      },
    };
    const read = parseSettings(JSON.stringify(stored));
    expect([read.indicators.MA, read.indicators.RSI, read.indicators.KDJ]).toEqual([
      { shown: true, parameters: [5, 10, 30] },
      { shown: true, parameters: [14, 21, 28] },
      usualSettings.indicators.KDJ,
    ]);
  });
});

describe("the end of a candle", () => {
  test.each(periods)("%s: as the venue counts it", (period) => {
    for (const moment of [1_706_700_000, 1_709_222_399, 1_763_750_000, 1_798_732_800]) {
      const start = bucketStart(period, moment);
      expect(candleEnd(period, start)).toBe(shiftBucket(period, start, 1));
    }
  });
});

test("an image's file name is valid on every system", () => {
  expect(chartImageName("btcusdt", "15min", Date.UTC(2026, 10, 21, 17, 3, 5))).toBe(
    "godwit-btcusdt-15min-20261121-170305.png",
  );
});
