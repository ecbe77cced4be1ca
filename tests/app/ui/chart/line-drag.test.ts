import { expect, test } from "vitest";
import { besideFinger, draggedTop, holdLine, tagAt } from "../../../../src/ui/chart/line-drag.ts";
import { canDrag, type DrawnTag, type PriceLine } from "../../../../src/ui/chart/tagged-lines.ts";

const ratio = 2;
const area = { top: 0, height: 400 };

function tag(id: string | undefined, middle: number, more: Partial<DrawnTag> = {}): DrawnTag {
  const line: PriceLine = { price: 1, kind: "buy", label: "Buy", id };
  return { line, at: 0, level: middle, middle, beyond: null, more: 0, from: 12, to: 120, ...more };
}

test("a finger within 22 px of a tag's middle takes it, at its label and at its price", () => {
  const tags = [tag("a", 200), tag("a", 200, { from: 600, to: 700 })];
  const hit = (x: number, y: number) => tagAt(tags, { x, y }, ratio)?.line.id;
  expect([hit(60, 200), hit(60, 156), hit(60, 244), hit(139, 200), hit(620, 230)]).toEqual([
    "a",
    "a",
    "a",
    "a",
    "a",
  ]);
  expect([hit(60, 155), hit(60, 245), hit(300, 200)]).toEqual([undefined, undefined, undefined]);
});

test("of two tags side by side the nearest is taken; a line without a name never is", () => {
  const tags = [tag("a", 200), tag("b", 240), tag(undefined, 222)];
  expect(tagAt(tags, { x: 60, y: 219 }, ratio)?.line.id).toBe("a");
  expect(tagAt(tags, { x: 60, y: 221 }, ratio)?.line.id).toBe("b");
});

test("a tag that gave way moves its line as far as the finger, not to the finger", () => {
  const held = holdLine(tag("a", 240, { level: 200 }), { x: 30, y: 120 }, area, ratio);
  expect(draggedTop(held)).toBe(100);
  expect(draggedTop({ ...held, at: { x: 30, y: 135 } })).toBe(115);
});

test("a line that is out of view comes in from its edge", () => {
  const held = holdLine(tag("a", 390, { level: 9000 }), { x: 30, y: 195 }, area, ratio);
  expect(draggedTop({ ...held, at: { x: 30, y: 175 } })).toBe(180);
});

test("only a line with a meaning at other prices is dragged", () => {
  const { line } = tag("a", 1);
  const meant = { ...line, meaning: () => [] };
  expect([canDrag(line), canDrag(meant)]).toEqual([false, true]);
});

test.each([[{ x: 10, y: 10 }], [{ x: 150, y: 100 }], [{ x: 290, y: 195 }], [{ x: 290, y: 2 }]])(
  "words beside the finger at %o are within the drawing and not under it",
  (at) => {
    const [size, room] = [
      { width: 120, height: 50 },
      { width: 300, height: 200 },
    ];
    const { x, y } = besideFinger(at, size, room);
    expect(x >= 0 && y >= 0 && x + size.width <= room.width && y + size.height <= room.height).toBe(
      true,
    );
    expect(x >= at.x + 20 || x + size.width <= at.x - 20).toBe(true);
  },
);
