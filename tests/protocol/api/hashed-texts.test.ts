/** What is hashed and signed, as text: another letter is another hash. */
import { describe, expect, test } from "vitest";
import { isLostIn } from "#protocol/api/epoch.ts";
import { quoteText } from "#protocol/api/quote-line.ts";
import { canonicalJson, lineText, rootText } from "#protocol/api/receipt.ts";

describe("the text that is hashed", () => {
  test.each([
    [{ b: 1, a: "x" }, '{"a":"x","b":1}'],
    [{ B: 1, a: 2, Z: 3 }, '{"B":1,"Z":3,"a":2}'],
    [{ a: undefined, b: null }, '{"b":null}'],
    [[1, [2, { d: 1, c: 2 }], "é"], '[1,[2,{"c":2,"d":1}],"é"]'],
    [{ 'a"b': "\n" }, '{"a\\"b":"\\n"}'],
    [[], "[]"],
    [{}, "{}"],
    [true, "true"],
    [9_007_199_254_740_991, "9007199254740991"],
  ])("of %j is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each([0.5, Number.NaN, Infinity, 2 ** 53])("has no number like %d", (value) => {
    expect(() => canonicalJson({ value })).toThrow(/not a whole number: /);
  });

  test("of lines and minutes", () => {
    expect(lineText({ symbol: "btcusdt", minute: 60, samples: ["1.5", null, "2"] })).toBe(
      "btcusdt|60|1.5,,2",
    );
    expect(rootText({ minute: 60, source: "sim", lines: 3, root: "ab", prev_hash: "cd" })).toBe(
      "60|sim|3|ab|cd",
    );
    expect(
      quoteText({
        symbol: "btcusdt",
        minute: 60,
        since: 5,
        quotes: [
          [1, 2, "3", "4"],
          [5, 6, "7", "8"],
        ],
      }),
    ).toBe("quotes|btcusdt|60|5|1,2,3,4;5,6,7,8");
  });
});

test("what an epoch declares lost lies between the last that is left and its own entry", () => {
  const epoch = { restored: { seq: 4, hash: "" }, seq: 8 } as Parameters<typeof isLostIn>[0];
  expect([3, 4, 5, 7, 8, 9].map((seq) => isLostIn(epoch, seq))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
});
