import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  dragLook,
  moveSwipe,
  startSwipe,
  swipeDismisses,
  swipeOffset,
  type SwipeDirection,
  type SwipePoint,
} from "../../../../src/ui/layers/swipe.ts";

const ALL: SwipeDirection[] = ["up", "left", "right"];

function swipeThrough(...points: [x: number, y: number, atMs: number][]) {
  const [first = { x: 0, y: 0, atMs: 0 }, ...rest] = points.map(([x, y, atMs]): SwipePoint => ({
    x,
    y,
    atMs,
  }));
  return rest.reduce(moveSwipe, startSwipe(first));
}

test.each<[string, [number, number, number][], SwipeDirection | undefined]>([
  [
    "51 px up, slowly",
    [
      [0, 0, 0],
      [0, -51, 2_000],
    ],
    "up",
  ],
  [
    "50 px up, slowly",
    [
      [0, 0, 0],
      [0, -50, 2_000],
    ],
    undefined,
  ],
  [
    "21 px up at 0.525 px/ms",
    [
      [0, 0, 0],
      [0, -21, 40],
    ],
    "up",
  ],
  [
    "20 px up, fast",
    [
      [0, 0, 0],
      [0, -20, 10],
    ],
    undefined,
  ],
  [
    "30 px up at 0.5 px/ms",
    [
      [0, 0, 0],
      [0, -30, 60],
    ],
    undefined,
  ],
  [
    "60 px down",
    [
      [0, 0, 0],
      [0, 60, 2_000],
    ],
    undefined,
  ],
  [
    "51 px to the left",
    [
      [100, 0, 0],
      [49, 10, 2_000],
    ],
    "left",
  ],
  [
    "25 px to the right, fast",
    [
      [0, 0, 0],
      [25, 3, 30],
    ],
    "right",
  ],
  [
    "51 px up and 51 px sideways",
    [
      [0, 0, 0],
      [51, -51, 2_000],
    ],
    "up",
  ],
  [
    "51 px up and 60 px sideways",
    [
      [0, 0, 0],
      [60, -51, 2_000],
    ],
    "right",
  ],
  [
    "30 px up in a flick at the end of 40 px sideways",
    [
      [0, 0, 0],
      [40, 0, 1_000],
      [40, -30, 1_030],
    ],
    "up",
  ],
  [
    "40 px up that came to rest",
    [
      [0, 0, 0],
      [0, -40, 50],
      [0, -40, 900],
    ],
    undefined,
  ],
  [
    "a rest and then a flick",
    [
      [0, 0, 0],
      [0, -1, 1_500],
      [0, -25, 1_530],
    ],
    "up",
  ],
  [
    "up and back again",
    [
      [0, 0, 0],
      [0, -80, 300],
      [0, -10, 900],
    ],
    undefined,
  ],
])("%s", (_what, points, expected) => {
  expect(swipeDismisses(swipeThrough(...points), ALL)).toBe(expected);
});

test("the far and the quick limit lie exactly where the specification puts them, however the drag went", () => {
  const up = fc.tuple(
    fc.integer({ min: -49, max: 49 }),
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: 1, max: 100 }),
  );
  fc.assert(
    fc.property(up, ([dx, distance, durationMs]) => {
      const dismissed = distance > 50 || (distance > 20 && distance / durationMs > 0.5);
      expect(
        swipeDismisses(swipeThrough([0, 0, 0], [dx, -distance, durationMs]), ["up"]) === "up",
      ).toBe(dismissed);
    }),
  );
});

test("only the directions allowed dismiss", () => {
  expect(swipeDismisses(swipeThrough([0, 0, 0], [0, 90, 400]), ["down"])).toBe("down");
  expect(swipeDismisses(swipeThrough([0, 0, 0], [90, 0, 400]), ["down"])).toBeUndefined();
});

test("a dragged toast follows the finger and fades over 200 px to 0.3", () => {
  expect(dragLook({ dx: 0, dy: -50 })).toEqual({ x: 0, y: -50, opacity: 0.75 });
  expect(dragLook({ dx: 100, dy: 0 })).toEqual({ x: 100, y: 0, opacity: 0.5 });
  expect(dragLook({ dx: 30, dy: 40 })).toEqual({ x: 30, y: 40, opacity: 0.75 });
  expect(dragLook({ dx: 0, dy: -140 }).opacity).toBeCloseTo(0.3, 12);
  expect(dragLook({ dx: 0, dy: -141 }).opacity).toBe(0.3);
  expect(dragLook({ dx: 0, dy: -400 }).opacity).toBe(0.3);
});

test("the offset is the last point against the first", () => {
  expect(swipeOffset(swipeThrough([10, 20, 0], [15, 10, 5], [40, 5, 900]))).toEqual({
    dx: 30,
    dy: -15,
  });
});
