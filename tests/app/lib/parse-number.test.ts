import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, formatPrice } from "../../../src/lib/format.ts";
import {
  parseNumber,
  rewriteNumber,
  toInputText,
  type NumberProblem,
} from "../../../src/lib/parse-number.ts";

const LOCALES = ["en-US", "fr-FR", "zh-CN", "zh-TW"];

test.each([
  ["fr-FR", "0,001", "0.001"],
  ["fr-FR", "1 234,5", "1234.5"],
  ["fr-FR", "1\u202f234\u202f567,25", "1234567.25"],
  ["fr-FR", "1\u00a0234", "1234"],
  ["fr-FR", "67321.5", "67321.5"],
  ["fr-FR", "0.001", "0.001"],
  ["en-US", "1,234.5", "1234.5"],
  ["en-US", "1 234.5", "1234.5"],
  ["en-US", " .5 ", "0.5"],
  ["en-US", "5.", "5"],
  ["en-US", "007.50", "7.50"],
  ["zh-CN", "１２３．５", "123.5"],
  ["zh-TW", "１，２３４", "1234"],
  ["zh-CN", "123。45", "123.45"],
  ["zh-TW", "１２３。４５", "123.45"],
  ["zh-CN", "０．００１", "0.001"],
  ["fr-FR", "１２３，５", "123.5"],
  ["fr-FR", "1\u2009234,5", "1234.5"],
  ["en-US", "1\u3000234.5", "1234.5"],
  ["en-US", "67,321.50\u2007\u2007", "67321.50"],
  ["en-US", "\u200e1,234.5\u200f", "1234.5"],
])("%s reads %s as %s", (locale, text, value) => {
  expect(parseNumber(text, locale)).toEqual({ ok: true, value });
});

test.each<[string, string, NumberProblem]>([
  ["en-US", "", "empty"],
  ["en-US", "0,001", "ambiguous"],
  ["en-US", "1,5", "ambiguous"],
  ["en-US", "1.234,56", "malformed"],
  ["en-US", "1 234,56", "malformed"],
  ["zh-CN", "1.234,56", "malformed"],
  ["zh-CN", "１，５", "ambiguous"],
  ["zh-TW", "1。2。3", "malformed"],
  ["zh-CN", "一百", "malformed"],
  ["fr-FR", "1,234.5", "ambiguous"],
  ["fr-FR", "0,0,1", "malformed"],
  ["en-US", "1’234.5", "malformed"],
  ["en-US", "1\u200b234", "malformed"],
  ["fr-FR", "١٢٣", "malformed"],
  ["en-US", "१२३", "malformed"],
  ["fr-FR", "1.234", "ambiguous"],
  ["fr-FR", "1.234,5", "ambiguous"],
  ["fr-FR", "1.234.567", "ambiguous"],
  ["fr-FR", "1,234,5", "malformed"],
  ["en-US", "1,234,5", "malformed"],
  ["en-US", "12 34", "malformed"],
  ["en-US", "1,234 567", "malformed"],
  ["en-US", "1.2.3", "malformed"],
  ["en-US", "1e5", "malformed"],
  ["en-US", "0x10", "malformed"],
  ["en-US", "$5", "malformed"],
  ["en-US", ".", "malformed"],
  ["en-US", "--5", "malformed"],
  ["en-US", "Infinity", "malformed"],
  ["en-US", "٣", "malformed"],
  ["en-US", "-5", "negative"],
  ["en-US", "−5", "negative"],
  ["en-US", "1234567890123456789", "too-large"],
])("%s refuses %s as %s", (locale, text, reason) => {
  expect(parseNumber(text, locale)).toEqual({ ok: false, reason });
});

test("digits past the precision are refused and never rounded, zeros there are let go", () => {
  expect(parseNumber("1.239", "en-US", { maxDecimals: 2 })).toEqual({
    ok: false,
    reason: "too-precise",
  });
  expect(parseNumber("1.2300", "en-US", { maxDecimals: 2 })).toEqual({ ok: true, value: "1.23" });
  expect(parseNumber("1.00", "en-US", { maxDecimals: 0 })).toEqual({ ok: true, value: "1" });
});

test("a minus sign of either kind is read where it is allowed, and zero has none", () => {
  expect(parseNumber("−1,5", "fr-FR", { allowNegative: true })).toEqual({
    ok: true,
    value: "-1.5",
  });
  expect(parseNumber("-0.00", "en-US", { allowNegative: true })).toEqual({
    ok: true,
    value: "0.00",
  });
});

const plainDecimal = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }),
    fc.stringMatching(/^([0-9]{0,7}[1-9])?$/),
  )
  .map(([whole, fraction]) => (fraction === "" ? whole.toString() : `${whole}.${fraction}`));

test("what we print in any of our languages reads back to the digit", () => {
  fc.assert(
    fc.property(plainDecimal, fc.constantFrom(...LOCALES), (plain, locale) => {
      expect(parseNumber(formatAmount(plain, locale), locale)).toEqual({ ok: true, value: plain });
      expect(parseNumber(toInputText(plain, locale), locale)).toEqual({ ok: true, value: plain });
    }),
  );
});

test("prices with their fixed decimals, and figures from a Chinese keyboard, read back too", () => {
  const fullWidth = (text: string) =>
    text.replace(/[.,0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 999_999_999_999n }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(...LOCALES),
      (units, decimals, locale) => {
        const digits = units.toString().padStart(decimals + 1, "0");
        const plain = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        const shown = formatPrice(plain, decimals, locale);
        expect(parseNumber(shown, locale)).toEqual({ ok: true, value: plain });
        expect(parseNumber(fullWidth(shown), locale)).toEqual({ ok: true, value: plain });
      },
    ),
  );
});

test("another language writes the same number in its own form, and leaves alone what is none", () => {
  expect(rewriteNumber("1,234", "en-US", "fr-FR")).toBe("1234");
  expect(rewriteNumber("0,001", "fr-FR", "zh-TW")).toBe("0.001");
  expect(
    ["1,5", "", "about ten", "1.2.3"].map((text) => rewriteNumber(text, "en-US", "fr-FR")),
  ).toEqual(["1,5", "", "about ten", "1.2.3"]);
  const anyText = fc.oneof(plainDecimal, fc.string(), fc.stringMatching(/^[0-9.,\u202f ]{0,12}$/));
  fc.assert(
    fc.property(
      anyText,
      fc.constantFrom(...LOCALES),
      fc.constantFrom(...LOCALES),
      (text, from, to) => {
        const before = parseNumber(text, from);
        if (before.ok) expect(parseNumber(rewriteNumber(text, from, to), to)).toEqual(before);
      },
    ),
  );
});

test("typing on never changes the magnitude of what was already understood", () => {
  fc.assert(
    fc.property(plainDecimal, fc.constantFrom(...LOCALES), (plain, locale) => {
      const text = formatAmount(plain, locale);
      let known: number | undefined;
      for (let end = 1; end <= text.length; end += 1) {
        const parsed = parseNumber(text.slice(0, end), locale);
        if (!parsed.ok) continue;
        if (known !== undefined) expect(Number(parsed.value)).toBeGreaterThanOrEqual(known);
        known = Number(parsed.value);
      }
    }),
  );
});

test("any text gives a plain decimal or a reason, never an exception", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...LOCALES), (text, locale) => {
      const parsed = parseNumber(text, locale, { maxDecimals: 8 });
      if (parsed.ok) expect(parsed.value).toMatch(/^(0|[1-9]\d{0,17})(\.\d{1,8})?$/);
    }),
  );
});
