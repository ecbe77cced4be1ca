/** What people and other servers write in more than one way, or nearly right. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { apiRows } from "#protocol/api/api.ts";
import { cardDigits, isCardNumber } from "#protocol/api/card-number.ts";
import { canonicalJson, lineText, rootText } from "#protocol/api/receipt.ts";
import { quoteText } from "#protocol/api/quote-line.ts";
import { deskFiles } from "#protocol/api/worker-messages.ts";
import { publicPaths } from "#protocol/api/public-paths.ts";
import { isLostIn } from "#protocol/api/epoch.ts";
import { emailPattern, invitePattern, isCodeScene, phonePattern } from "#protocol/api/session.ts";
import { operatorName } from "#protocol/api/operator.ts";
import { nameText } from "#protocol/api/endpoint.ts";

describe("card numbers", () => {
  test.each([
    ["4242 4242 4242 4242", true],
    ["4242-4242-4242-4242", true],
    ["5555555555554444", true],
    ["378282246310005", true],
    ["6304000000000000", true],
    ["4242424242424241", false],
    ["2424242424242424", false],
    ["0000000000000000", false],
    ["42424242424", false],
    ["42424242424242424242", false],
    ["4242 4242 4242 424x", false],
    ["", false],
  ])("%j is one: %s", (text, isOne) => {
    expect(isCardNumber(cardDigits(text))).toBe(isOne);
  });

  test("each wrong digit is noticed", () => {
    const right = "4532015112830366";
    expect(isCardNumber(right)).toBe(true);
    for (let at = 0; at < right.length; at += 1) {
      const digit = (Number(right[at]) + 1) % 10;
      expect(isCardNumber(`${right.slice(0, at)}${digit}${right.slice(at + 1)}`), `${at}`).toBe(
        false,
      );
    }
  });
});

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

describe("accounts", () => {
  test.each([
    ["ann@example.org", true],
    ["a.b+c@sub.example-host.org", true],
    ["é@example.org", true],
    [`${"a".repeat(64)}@example.org`, true],
    [`${"a".repeat(65)}@example.org`, false],
    ["ann@example", false],
    ["ann@example.o", false],
    ["ann@example.museum1", false],
    ["ann@-example.org", false],
    ["ann@example-.org", false],
    ["ann@.org", false],
    ["@example.org", false],
    ["ann example@example.org", false],
    ["an\u200bn@example.org", false],
    ["an\u0007n@example.org", false],
    ["<ann@example.org", false],
    ['"ann"@example.org', false],
    ["ann@b@example.org", false],
    ["ann@example.org ", false],
    [" ann@example.org", false],
    ["ann@exam_ple.org", false],
    [`ann@${"a".repeat(63)}.org`, true],
    [`ann@${"a".repeat(64)}.org`, false],
    [`ann@a.${"o".repeat(24)}`, true],
    [`ann@a.${"o".repeat(25)}`, false],
    ["ann@a.org", true],
  ])("%j is an e-mail address: %s", (text, isOne) => {
    expect(emailPattern.test(text)).toBe(isOne);
  });

  test.each([
    ["+4915112345678", true],
    ["+1234567", true],
    ["+123456", false],
    ["+123456789012345", true],
    ["+1234567890123456", false],
    ["+0123456789", false],
    ["4915112345678", false],
    ["+49151 2345678", false],
    ["x+4915112345678", false],
    ["+4915112345678x", false],
  ])("%j is a telephone number: %s", (text, isOne) => {
    expect(phonePattern.test(text)).toBe(isOne);
  });

  test.each([
    ["A1b2", true],
    ["a".repeat(32), true],
    ["a".repeat(33), false],
    ["", false],
    ["a-b", false],
    ["ab ", false],
    [" ab", false],
  ])("%j is an invitation: %s", (text, isOne) => {
    expect(invitePattern.test(text)).toBe(isOne);
  });

  test("a code is good for one of four things", () => {
    expect(["reg", "forgot", "wpass", "bind"].every(isCodeScene)).toBe(true);
    expect(["", "login", "toString"].some(isCodeScene)).toBe(false);
  });
});

test.each([
  ["otto", true],
  ["o2", true],
  ["anna.b_c-d", true],
  [`a${"b".repeat(31)}`, true],
  [`a${"b".repeat(32)}`, false],
  ["o", false],
  ["2otto", false],
  ["Otto", false],
  ["otto!", false],
  ["otto ", false],
])("%j is an operator's name: %s", (text, isOne) => {
  expect(v.safeParse(operatorName, text).success).toBe(isOne);
});

test("names are taken whole or not at all", () => {
  const takes = (text: string) => v.safeParse(nameText(5), text).success;
  expect(["", "abcde", "中文"].map(takes)).toEqual([true, true, true]);
  expect(["abcdef", "a\u202eb", "a\u0000", "\u200b", "\ud800"].map(takes)).toEqual(
    Array(5).fill(false),
  );
});

test("files of a desk are known by their names", () => {
  expect(["/assets/desk-a_1-B.js", "assets/desk-x.css"].every((path) => deskFiles.test(path))).toBe(
    true,
  );
  expect(
    ["/assets/desk-.js", "/assets/desk-a.json", "/assets/mydesk-a.js", "/assets/desk-a.js?x"].some(
      (path) => deskFiles.test(path),
    ),
  ).toBe(false);
});

test("paths whose answer is the same for everybody are none that needs a user", () => {
  const paths = publicPaths();
  expect(paths).toContain("/api/htx/getMergedTickerRank");
  expect(paths.length).toBeGreaterThan(10);
  const own = apiRows().filter(({ endpoint }) => endpoint.access === "user");
  expect(own.filter(({ endpoint }) => paths.includes(endpoint.path))).toEqual([]);
});
