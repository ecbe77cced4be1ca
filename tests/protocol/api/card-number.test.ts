import { describe, expect, test } from "vitest";
import { cardDigits, isCardNumber } from "#protocol/api/card-number.ts";

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
