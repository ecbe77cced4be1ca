import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { passwordLength } from "#protocol/api/session.ts";
import { weaknessOf } from "../../../venue/session/password/weak-password.ts";

const long = dictionary["passwords-common"].filter(({ length }) => length >= passwordLength.min);

test("the 3,000 most common passwords of sufficient length are refused, in either case", () => {
  expect(long.length).toBeGreaterThan(17_000);
  const taken = long
    .slice(0, 3000)
    .flatMap((word) => [word, word.toUpperCase()])
    .filter((word) => weaknessOf(word, "ada@example.org") !== "common");
  expect(taken).toEqual([]);
});

test.each([
  "password1!",
  "bitcoin123",
  "Godwit2026!",
  "papertrading",
  "aaaaaaaa",
  "abcabcabc",
  "23456789",
  "asdfghjkl",
])("%s is refused", (word) => expect(weaknessOf(word, "ada@example.org")).toBe("common"));

test("the account's own name is refused, and a sentence is not", () => {
  expect(weaknessOf("Ada@Example.org", "ada@example.org")).toBe("account");
  expect(weaknessOf("eleven days aloft", "ada@example.org")).toBeUndefined();
});
