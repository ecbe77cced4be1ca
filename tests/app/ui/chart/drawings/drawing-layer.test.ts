import { expect, test, vi } from "vitest";
import type { Plot } from "../../../../../src/ui/chart/chart-layer.ts";
import type { Drawing } from "../../../../../src/ui/chart/drawings/drawing.ts";
import {
  DrawingLayer,
  type DrawingsState,
} from "../../../../../src/ui/chart/drawings/drawing-layer.ts";

/** Candles of 10 s and 10 px; nothing can be drawn on it. */
const plot = {
  ratio: 1,
  right: 300,
  area: { top: 0, height: 200 },
  stepSec: 10,
  x: (timeSec: number) => timeSec,
  y: (price: number) => 200 - price,
  timeAt: (x: number) => Math.floor(x / 10) * 10,
  priceAt: (y: number) => 200 - y,
} as Plot;
const level: Drawing = { id: "1", kind: "level", places: [{ timeSec: 0, price: 100 }] };

function stage(state: Partial<DrawingsState>) {
  const calls = {
    onLook: vi.fn(),
    onPlace: vi.fn(),
    onMove: vi.fn(),
    onSelect: vi.fn(),
    onRemove: vi.fn(),
    onCancel: vi.fn(),
  };
  const texts = { price: String, share: String, measure: () => [], moved: () => [] };
  const layer = new DrawingLayer({ texts, ...calls });
  layer.show({ drawings: [], selectedId: null, placing: null, ...state });
  calls.onLook.mockClear();
  return { layer, ...calls };
}

test("nothing drawn draws nothing, takes no finger and uses no key", () => {
  const { layer } = stage({});
  // Its plot has no canvas: the first stroke would throw.
  layer.paint(plot);
  layer.hover(plot, { x: 10, y: 10 });
  expect([
    layer.isMoving(),
    layer.gripAt(plot, { x: 10, y: 100 }),
    layer.key("Delete", null),
  ]).toEqual([false, null, false]);
});

test("a drawing is moved only once it is selected; a drag redraws the picture once", () => {
  const { layer, onLook, onMove } = stage({ drawings: [level] });
  expect(layer.gripAt(plot, { x: 20, y: 100 })).toBe("pass");
  layer.show({ drawings: [level], selectedId: "1", placing: null });
  onLook.mockClear();
  expect(layer.gripAt(plot, { x: 20, y: 100 })).toBe("move");
  layer.hold(plot, { x: 20, y: 100 });
  for (const y of [110, 120, 130]) layer.drag(plot, { x: 20, y });
  expect(onLook.mock.calls).toEqual([[true], [false], [false]]);
  expect(layer.isMoving()).toBe(true);
  layer.drop(true);
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ ...level, places: [{ timeSec: 0, price: 70 }] });
});

test("a drag that is called off moves nothing", () => {
  const { layer, onMove } = stage({ drawings: [level], selectedId: "1" });
  layer.hold(plot, { x: 20, y: 100 });
  layer.drag(plot, { x: 20, y: 130 });
  expect(layer.key("Escape", null)).toBe(true);
  expect([layer.isMoving(), onMove.mock.calls]).toEqual([false, []]);
});

test("while something is placed a tap is its place, on the prices alone", () => {
  const { layer, onPlace, onSelect } = stage({
    drawings: [level],
    placing: { kind: "trend", places: [] },
  });
  layer.hold(plot, { x: 25, y: 100 });
  layer.tap(plot, { x: 25, y: 100 });
  layer.tap(plot, { x: 25, y: 260 });
  layer.tap(plot, { x: 320, y: 100 });
  expect(onPlace.mock.calls).toEqual([[{ timeSec: 20, price: 100 }]]);
  expect(onSelect).not.toHaveBeenCalled();
});

test("keys place at the crosshair, give up, remove and let go", () => {
  const making = stage({ placing: { kind: "ray", places: [] } });
  const at = { timeSec: 50, price: 3 };
  expect([making.layer.key("Enter", null), making.layer.key("Enter", at)]).toEqual([false, true]);
  expect(making.onPlace.mock.calls).toEqual([[at]]);
  making.layer.key("Escape", null);
  expect(making.onCancel).toHaveBeenCalledOnce();
  const selected = stage({ drawings: [level], selectedId: "1" });
  selected.layer.key("Delete", null);
  selected.layer.key("Escape", null);
  expect([selected.onRemove.mock.calls, selected.onSelect.mock.calls]).toEqual([[["1"]], [[null]]]);
});
