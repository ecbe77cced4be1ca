import fc from "fast-check";
import { expect, test } from "vitest";
import {
  followView,
  missesCandles,
  newestView,
  panView,
  zoomView,
  type ViewBounds,
} from "../../../../src/ui/chart/chart-view.ts";

const bounds: ViewBounds = { first: 0, last: 499 * 60, stepSec: 60 };
const span = (view: { min: number; max: number }) => view.max - view.min;

test("the first view ends a little after the newest candle", () => {
  const view = newestView(bounds, 350);
  expect(span(view)).toBe(50 * 60);
  expect(view.max).toBeGreaterThan(bounds.last + 60);
  expect(view.min).toBeLessThan(bounds.last - 40 * 60);
});

test("few candles fill the width, up to a point", () => {
  expect(span(newestView({ first: 0, last: 29 * 60, stepSec: 60 }, 350))).toBe(31 * 60);
  expect(span(newestView({ first: 0, last: 60, stepSec: 60 }, 360))).toBe(15 * 60);
});

test("panning keeps the length and never loses the candles", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 2000 }),
      fc.array(fc.integer({ min: -60_000, max: 60_000 }), { maxLength: 20 }),
      (width, moves) => {
        const start = newestView(bounds, width);
        const end = moves.reduce((view, by) => panView(view, by, bounds), start);
        expect(span(end)).toBeCloseTo(span(start), 3);
        expect(end.min).toBeLessThan(bounds.last);
        expect(end.max).toBeGreaterThan(bounds.first);
      },
    ),
  );
});

test("zooming keeps what is under the finger, and stops at eight candles and at all of them", () => {
  const view = { min: 10_000, max: 16_000 };
  const closer = zoomView(view, 0.5, 12_000, bounds);
  expect(span(closer)).toBeCloseTo(3000);
  expect((12_000 - closer.min) / span(closer)).toBeCloseTo((12_000 - view.min) / span(view));
  expect(span(zoomView(view, 1e-6, 12_000, bounds))).toBeCloseTo(8 * 60);
  expect(span(zoomView(view, 1e6, 12_000, bounds))).toBeCloseTo(500 * 60 * 1.3);
});

test("a new candle moves the view only if the newest was in sight", () => {
  expect(followView({ min: 100, max: 1000 }, 900, 960)).toEqual({ min: 160, max: 1060 });
  const back = { min: 100, max: 800 };
  expect(followView(back, 900, 960)).toBe(back);
});

test("a view of candles that have gone is known as such; one that any move may reach is not", () => {
  expect([
    missesCandles({ min: 600_000, max: 610_000 }, bounds),
    missesCandles({ min: -9000, max: 0 }, bounds),
  ]).toEqual([true, true]);
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 2000 }),
      fc.array(fc.integer({ min: -60_000, max: 60_000 }), { maxLength: 20 }),
      (width, moves) => {
        expect(
          missesCandles(
            moves.reduce((view, by) => panView(view, by, bounds), newestView(bounds, width)),
            bounds,
          ),
        ).toBe(false);
      },
    ),
  );
});
