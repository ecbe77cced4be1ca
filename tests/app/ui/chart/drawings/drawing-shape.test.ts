import { expect, test } from "vitest";
import type { Drawing, DrawingKind } from "../../../../../src/ui/chart/drawings/drawing.ts";
import {
  distanceTo,
  hitAt,
  movedDrawing,
  rayEnd,
  segmentsOf,
} from "../../../../../src/ui/chart/drawings/drawing-shape.ts";

/** A second is a tenth of a pixel, candles are 60 s, and the price 300 is at the top. */
const plot = {
  right: 300,
  ratio: 1,
  x: (timeSec: number) => timeSec / 10,
  y: (price: number) => 300 - price,
  timeAt: (x: number) => Math.floor((x * 10) / 60) * 60,
  priceAt: (y: number) => 300 - Math.round(y),
};
const make = (id: string, kind: DrawingKind, ...places: [number, number][]): Drawing => ({
  id,
  kind,
  places: places.map(([timeSec, price]) => ({ timeSec, price })),
});
const trend = make("t", "trend", [600, 100], [1200, 200]);
const level = make("l", "level", [0, 50]);

test("the distance to a segment is to its nearest point, also beyond its ends", () => {
  const segment = { from: { x: 0, y: 0 }, to: { x: 10, y: 0 } };
  expect(distanceTo(segment, { x: 5, y: 3 })).toBe(3);
  expect(distanceTo(segment, { x: 13, y: 4 })).toBe(5);
  expect(distanceTo({ from: segment.from, to: segment.from }, { x: 3, y: 4 })).toBe(5);
});

test("a ray leaves at the edge on its side, also straight up", () => {
  expect(rayEnd({ x: 0, y: 100 }, { x: 100, y: 50 }, 300)).toEqual({ x: 300, y: -50 });
  expect(rayEnd({ x: 100, y: 50 }, { x: 50, y: 60 }, 300)).toEqual({ x: 0, y: 70 });
  expect(rayEnd({ x: 100, y: 50 }, { x: 100, y: 40 }, 300)).toMatchObject({ x: 100, y: -1160 });
});

test("each kind has its lines", () => {
  const count = (kind: DrawingKind) =>
    segmentsOf(make("a", kind, [600, 100], [1200, 200]), plot).length;
  expect([count("trend"), count("ray"), count("fibonacci"), count("measure")]).toEqual([
    1, 1, 7, 4,
  ]);
  expect(segmentsOf(level, plot)).toEqual([{ from: { x: 0, y: 250 }, to: { x: 300, y: 250 } }]);
});

test("a finger within 22 px takes the nearest drawing, and beyond it none", () => {
  const hit = (x: number, y: number) => hitAt([trend, level], null, plot, { x, y });
  expect(hit(90, 150)).toEqual({ id: "t", handle: null });
  expect(hit(200, 230)).toEqual({ id: "l", handle: null });
  expect(hit(200, 227)).toBeNull();
});

test("the selected drawing goes first, and of it the handles", () => {
  const other = make("o", "level", [0, 160]);
  const hit = (selectedId: string | null, x: number, y: number) =>
    hitAt([trend, other], selectedId, plot, { x, y });
  expect(hit(null, 80, 145)).toEqual({ id: "o", handle: null });
  expect(hit("t", 80, 145)).toEqual({ id: "t", handle: null });
  expect(hit("t", 118, 108)).toEqual({ id: "t", handle: 1 });
  expect(hit(null, 118, 108)).toEqual({ id: "t", handle: null });
});

test("a handle moves its place alone, by whole candles and to the market's prices", () => {
  expect(movedDrawing(trend, 1, { dx: -7, dy: 10.4 }, plot).places).toEqual([
    { timeSec: 600, price: 100 },
    { timeSec: 1080, price: 190 },
  ]);
});

test("its lines move all places; straight up no time changes, whatever second it was drawn at", () => {
  const odd = make("t", "trend", [615, 100], [1207, 200]);
  expect(movedDrawing(odd, null, { dx: 0, dy: -20 }, plot).places).toEqual([
    { timeSec: 615, price: 120 },
    { timeSec: 1207, price: 220 },
  ]);
  expect(movedDrawing(odd, null, { dx: 6, dy: 0 }, plot).places).toEqual([
    { timeSec: 675, price: 100 },
    { timeSec: 1267, price: 200 },
  ]);
});

test("a horizontal line has no time to move to", () => {
  expect(movedDrawing(level, 0, { dx: 90, dy: 5 }, plot).places).toEqual([
    { timeSec: 0, price: 45 },
  ]);
});
