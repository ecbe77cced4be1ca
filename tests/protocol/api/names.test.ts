/** What people and markets may be called. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { nameText } from "#protocol/api/endpoint.ts";
import { operatorName } from "#protocol/api/operator.ts";
import { emailPattern, invitePattern, isCodeScene, phonePattern } from "#protocol/api/session.ts";

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
