import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  layOut,
  placer,
  scaleAround,
  ticksOf,
  timeTicks,
  valueAt,
} from "../../../../src/ui/chart/chart-scale.ts";

const area = { top: 10, height: 200 };
const room = { above: 0.1, below: 0.1 };

describe("values", () => {
  test("a place and its value are each other's inverse, on even and on logarithmic scales", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: 1.01, max: 1e3, noNaN: true }),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (low, times, log, share) => {
          const scale = scaleAround(low, low * times, log, room);
          const value = low + share * (low * times - low);
          const y = placer(area, scale)(value);
          expect(y).toBeGreaterThanOrEqual(area.top + 0.0999 * area.height);
          expect(y).toBeLessThanOrEqual(area.top + 0.9001 * area.height);
          expect(valueAt(area, scale, y) / value).toBeCloseTo(1, 6);
        },
      ),
    );
  });

  test("on a logarithmic scale equal percentages are equally tall", () => {
    const y = placer(area, scaleAround(1, 100, true, room));
    expect(y(1) - y(10)).toBeCloseTo(y(10) - y(100), 9);
  });

  test("prices of which there is one, and none, have a scale too", () => {
    const flat = scaleAround(5, 5, false, room);
    expect(flat.min < 5 && flat.max > 5).toBe(true);
    expect(scaleAround(Infinity, -Infinity, false, room)).toEqual({ min: 0, max: 1, log: false });
    expect(scaleAround(-3, 5, true, room).log).toBe(false);
  });

  test("labels are round, within the scale and not too many", () => {
    expect(ticksOf({ min: 72_010, max: 73_990, log: false }, 5)).toEqual([72_500, 73_000, 73_500]);
    expect(ticksOf({ min: 0.000011, max: 0.000019, log: false }, 4)).toEqual([
      0.0000125, 0.000015, 0.0000175,
    ]);
    expect(ticksOf({ min: 3, max: 4000, log: true }, 12)).toEqual([
      5, 10, 20, 50, 100, 200, 500, 1000, 2000,
    ]);
    fc.assert(
      fc.property(
        fc.double({ min: 1e-8, max: 1e6, noNaN: true }),
        fc.double({ min: 1.0001, max: 1e5, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (min, times, count, log) => {
          const ticks = ticksOf({ min, max: min * times, log }, count);
          expect(ticks.length).toBeLessThanOrEqual(count + 5);
          expect(
            ticks.every((tick) => tick >= min * 0.999999 && tick <= min * times * 1.000001),
          ).toBe(true);
        },
      ),
    );
  });
});

describe("layout", () => {
  test("prices keep their share whatever else there is, and nothing overlaps", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 120, max: 2000 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom(1, 1.5, 2, 3),
        (height, volume, panes, ratio) => {
          const layout = layOut(390, height, 64, volume, panes, ratio);
          // Each of the others is rounded to whole pixels, by at most half of one.
          expect(layout.price.height).toBeGreaterThanOrEqual(
            0.45 * layout.axisTop - (panes + 1) / 2,
          );
          let bottom = layout.price.height;
          for (const next of [...(layout.volume ? [layout.volume] : []), ...layout.panes]) {
            expect(next.top).toBe(bottom);
            bottom = next.top + next.height;
          }
          expect(bottom).toBe(layout.axisTop);
        },
      ),
    );
  });
});

describe("moments", () => {
  const at = (text: string) => new Date(text).getTime() / 1000;

  test("labels fall on whole hours, days, months and years of the reader's clock", () => {
    const hours = timeTicks(at("2026-11-20T22:10"), at("2026-11-21T07:00"), 3 * 3600);
    expect(hours.times).toEqual([
      at("2026-11-21T00:00"),
      at("2026-11-21T03:00"),
      at("2026-11-21T06:00"),
    ]);
    expect(timeTicks(at("2026-01-15T00:00"), at("2026-07-01T00:00"), 25 * 86_400).times).toEqual(
      ["02", "03", "04", "05", "06", "07"].map((month) => at(`2026-${month}-01T00:00`)),
    );
    expect(timeTicks(at("2019-05-01T00:00"), at("2026-01-01T00:00"), 700 * 86_400).times).toEqual([
      at("2020-01-01T00:00"),
      at("2022-01-01T00:00"),
      at("2024-01-01T00:00"),
      at("2026-01-01T00:00"),
    ]);
  });

  test("they rise, keep their distance and stay within, however far the view reaches", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2e9 }),
        fc.integer({ min: 600, max: 60 * 365 * 86_400 }),
        fc.integer({ min: 3, max: 12 }),
        (from, span, count) => {
          const { times, spacingSec } = timeTicks(from, from + span, span / count);
          expect(times.length).toBeLessThanOrEqual(count + 2);
          expect(
            times.every(
              (time, index) =>
                time >= from &&
                time <= from + span &&
                (index === 0 || time - (times[index - 1] ?? 0) >= spacingSec * 0.45),
            ),
          ).toBe(true);
        },
      ),
    );
  });

  test("panning does not deal the labels again", () => {
    const first = timeTicks(at("2026-03-01T00:00"), at("2026-04-20T00:00"), 5 * 86_400).times;
    const later = timeTicks(at("2026-03-02T00:00"), at("2026-04-21T00:00"), 5 * 86_400).times;
    expect(later.filter((time) => time <= at("2026-04-20T00:00"))).toEqual(
      first.filter((time) => time >= at("2026-03-02T00:00")),
    );
  });
});
