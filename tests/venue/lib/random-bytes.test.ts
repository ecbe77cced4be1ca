import { expect, test } from "vitest";
import { createRandomBytes } from "../../../venue/lib/random-bytes.ts";

test("random bytes are of the length asked for, each their own, and none is given twice", () => {
  const random = createRandomBytes();
  const drawn = Array.from({ length: 2000 }, (_, at) => random(8 + (at % 25)));
  expect(drawn.map(({ length }) => length)).toEqual(drawn.map((_, at) => 8 + (at % 25)));
  expect(new Set(drawn.map((bytes) => Buffer.from(bytes.slice(0, 8)).toString("hex"))).size).toBe(
    2000,
  );
  expect(new Set(drawn.map(({ buffer }) => buffer)).size).toBe(2000);
  expect(drawn.every(({ buffer, length }) => buffer.byteLength === length)).toBe(true);
  expect(random(10_000).some((byte) => byte !== 0)).toBe(true);
  expect(random(0).length).toBe(0);
});
