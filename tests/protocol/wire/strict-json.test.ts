import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";

const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const wide = (nodes: number) => `[${Array.from({ length: nodes - 1 }, () => "0").join(",")}]`;

describe("takes", () => {
  test.each([
    ["{}", {}],
    [' { "a" : [ 1 , -2.5e3 , true , null , "x" ] } ', { a: [1, -2500, true, null, "x"] }],
    ['{"a":{"a":{"a":1}}}', { a: { a: { a: 1 } } }],
    ['"\\u00e9\\ud83d\\ude00"', "é😀"],
    ['{"a":"}{][,:\\""}', { a: '}{][,:"' }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ])("%s", (text, value) => expect(parseStrictJson(text)).toEqual(value));

  test("white space of each kind between its parts", () => {
    expect(parseStrictJson('\t{\r\n"a"\n:\r[\t1\n,\r2 ]\t}\n')).toEqual({ a: [1, 2] });
  });

  test("what counts as a node: objects, lists and values, keys not", () => {
    const bounds = { maxDepth: 3, maxNodes: 4 };
    expect(parseStrictJson('{"a":1,"b":[2]}', bounds)).toEqual({ a: 1, b: [2] });
    expect(parseStrictJson('{"a":1,"b":[2,3]}', bounds)).toBeUndefined();
    expect(parseStrictJson('["a","b","c"]', bounds)).toEqual(["a", "b", "c"]);
    expect(parseStrictJson('["a","b","c","d"]', bounds)).toBeUndefined();
    expect(parseStrictJson("[[],[],[]]", bounds)).toEqual([[], [], []]);
    expect(parseStrictJson("[[],[],[],[]]", bounds)).toBeUndefined();
    expect(parseStrictJson("[12345,true,null]", bounds)).toEqual([12_345, true, null]);
    expect(parseStrictJson("[[[1]]]", bounds)).toEqual([[[1]]]);
    expect(parseStrictJson("[[[[]]]]", { maxDepth: 3, maxNodes: 9 })).toBeUndefined();
  });

  test("a text that is a value alone, a string with quotes and one that ends in a backslash", () => {
    const texts = ["7", "true", '"x"', String.raw`"a\\"`, String.raw`"\"b\""`];
    expect(texts.map((text) => parseStrictJson(text))).toEqual([7, true, "x", "a\\", '"b"']);
  });

  test("strings of a list that are the same, and a value that is the key's own name", () => {
    expect(parseStrictJson('["a","a"]')).toEqual(["a", "a"]);
    expect(parseStrictJson('{"a":"a","b":"a"}')).toEqual({ a: "a", b: "a" });
  });

  test("depth 16 and 2000 nodes", () => {
    expect(parseStrictJson(deep(16))).toBeDefined();
    expect(parseStrictJson(wide(2000))).toBeDefined();
  });

  test("a key that looks like the prototype as a plain key", () => {
    const value = parseStrictJson('{"__proto__":{"admin":1}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { admin?: number }).admin).toBeUndefined();
  });
});

describe("refuses", () => {
  test.each([
    "",
    " ",
    "{",
    "}",
    "[1,]",
    '{"a":1,}',
    "{a:1}",
    "'a'",
    "01",
    "+1",
    ".5",
    "1.",
    "NaN",
    "Infinity",
    "undefined",
    "0x10",
    "1_000",
    '{"a":1}{}',
    "[1 2]",
    '{"a" 1}',
    '"\t"',
    '"\\x41"',
    '"\\u12"',
    "/* a */ 1",
    "tru",
    "[1]]",
    '{"a":1}}',
    "﻿{}",
    "-",
    "--1",
  ])("what is no JSON: %j", (text) => expect(parseStrictJson(text)).toBeUndefined());

  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"a":1,"c":0,"a":1}}]',
    '{"":1,"":1}',
    '{"__proto__":1,"__proto__":2}',
  ])("a repeated key: %s", (text) => {
    expect(parseStrictJson(text)).toBeUndefined();
  });

  test.each(['"\\u0000"', '{"a\\u0000":1}', '"\\ud800"', '"\\udc00\\ud800"', '["ok","\\ud83d"]'])(
    "NUL and half a pair: %s",
    (text) => {
      expect(parseStrictJson(text)).toBeUndefined();
    },
  );

  test.each([
    ["depth 17", deep(17)],
    ["a million open brackets", "[".repeat(1e6)],
    ["a million open objects", '{"a":'.repeat(1e6)],
    ["2001 nodes", wide(2001)],
    ["60,000 empty objects", `[${"{},".repeat(6e4)}{}]`],
    ["2001 members", `{${Array.from({ length: 2001 }, (_, at) => `"k${at}":0`).join(",")}}`],
  ])("%s", (_what, text) => expect(parseStrictJson(text)).toBeUndefined());
});

test("agrees with JSON.parse on whatever JSON.stringify writes within the bounds", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes("\\u0000") || text.includes("\\ud")) return;
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test("never takes what JSON.parse does not", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"b"',
    "1",
    "true",
    "null",
    '"',
    "\\",
    " ",
    "-",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const text = parts.join("");
      const mine = parseStrictJson(text);
      if (mine !== undefined) expect(mine).toEqual(JSON.parse(text));
    }),
    { numRuns: 3000 },
  );
});
