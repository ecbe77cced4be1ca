import { describe, expect, test } from "vitest";
import { candleEnd, countdownText } from "../../../src/features/market/candle-end.ts";
import {
  isUsual,
  parseSettings,
  shownStudies,
  usualSettings,
  withIndicator,
} from "../../../src/features/market/candle-settings.ts";
import { pictureName } from "../../../src/features/market/candle-snapshot.ts";
import { bucketStart, shiftBucket } from "../../../venue/feed/candle-buckets.ts";
import { periods } from "../../../protocol/market.ts";

describe("settings", () => {
  test("what was kept comes back as it was", () => {
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
    (kept) => expect(parseSettings(kept)).toEqual(usualSettings),
  );

  test("one broken indicator does not take the others with it", () => {
    const kept = {
      ...usualSettings,
      indicators: {
        ...usualSettings.indicators,
        MA: { shown: true, parameters: [0, 1e9, 5] },
        RSI: { shown: true, parameters: [14, 21, 28] },
        KDJ: "?",
      },
    };
    const read = parseSettings(JSON.stringify(kept));
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

  test("counts down in as many figures as are needed", () => {
    expect([299, 3661, 90_000, 0.5, 0, -5].map(countdownText)).toEqual([
      "04:59",
      "1:01:01",
      "1d 01h",
      "00:00",
      "",
      "",
    ]);
  });
});

test("a picture's name is fit for every system", () => {
  expect(pictureName("btcusdt", "15min", Date.UTC(2026, 10, 21, 17, 3, 5))).toBe(
    "godwit-btcusdt-15min-20261121-170305.png",
  );
});
