import { expect, test } from "vitest";
import { middleOf, mostMids, quotedIndex } from "#protocol/rules/quoted-index.ts";

const mids = (...rows: [at: number, mid: number][]) => rows.map(([at, mid]) => ({ at, mid }));

test("what the venue received in the last three seconds counts: not at their beginning, but at their end", () => {
  const at = (ms: number) => quotedIndex(mids([ms, 7]), 10);
  expect([7000, 7001, 10_000, 10_001].map(at)).toEqual([undefined, 7, 7, undefined]);
  expect(quotedIndex([], 10)).toBeUndefined();
});

test("it is the one in the middle, whenever that came; of two in the middle their mean, half up", () => {
  expect(quotedIndex(mids([8000, 500], [8100, 20], [8200, 9000]), 10)).toBe(500);
  expect(quotedIndex(mids([8000, 9000], [8100, 20], [8200, 25], [8300, 1]), 10)).toBe(23);
  expect(quotedIndex(mids([8000, 10], [8100, 20]), 10)).toBe(15);
});

test("where there are more than a thousand the newest count", () => {
  const old = Array.from({ length: 500 }, () => ({ at: 8000, mid: 0 }));
  const recent = Array.from({ length: mostMids }, (_, n) => ({ at: 9000, mid: n + 1 }));
  expect(quotedIndex([...old, ...recent], 10)).toBe(501);
});

test("the middle of bid and ask has two digits more than they", () => {
  expect([middleOf(3, 5), middleOf(3, 4)]).toEqual([400, 350]);
});
