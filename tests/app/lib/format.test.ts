import { expect, test } from "vitest";
import * as format from "../../../src/lib/format.ts";

const MINUS = "\u2212";
const NARROW = "\u202f";
const NBSP = "\u00a0";

test("prices have the decimals of their symbol, in the user's notation", () => {
  expect(format.formatPrice("67321.5", 2, "en-US")).toBe("67,321.50");
  expect(format.formatPrice("67321.5", 2, "fr-FR")).toBe(`67${NARROW}321,50`);
  expect(format.formatPrice(67321.5, 2, "zh-CN")).toBe("67,321.50");
  expect(format.formatPrice("0.00001234", 8, "zh-TW")).toBe("0.00001234");
});

test("amounts keep every digit of a decimal string", () => {
  expect(format.formatAmount("123456789012345678.12345678", "en-US")).toBe(
    "123,456,789,012,345,678.12345678",
  );
  expect(format.formatAmount("0.00000001", "fr-FR")).toBe("0,00000001");
  expect(format.formatAmount("1.50", "en-US")).toBe("1.5");
});

test("a sum has cents from one on, four decimals below it, and all its digits where it is whole", () => {
  const sums = ["10000", "9851.7364906", "1", "0.999999", "0.5", "0", "-0.05236"];
  expect(sums.map((text) => format.formatSum(text, "USDT", "en-US"))).toEqual([
    "10,000.00",
    "9,851.73",
    "1.00",
    "0.9999",
    "0.5000",
    "0.00",
    `${MINUS}0.0524`,
  ]);
  expect(
    sums.map((text) => format.formatSum(text, "USDT", "fr-FR", { whole: true })).slice(0, 4),
  ).toEqual([`10${NARROW}000,00`, `9${NARROW}851,7364906`, "1,00", "0,999999"]);
});

test("a sum too small for its decimals still shows that it is there", () => {
  expect(
    ["0.0000561", "-0.00000009"].map((text) => format.formatSum(text, "USDT", "en-US")),
  ).toEqual(["0.000056", `${MINUS}0.00000009`]);
});

test("a balance is never shown as more than there is, a loss never as less, a cost never as less", () => {
  const shown = (text: string, form: format.SumForm) =>
    format.formatSum(text, "USDT", "en-US", form);
  expect(shown("9.999", {})).toBe("9.99");
  expect(shown("12.349", { signed: true })).toBe("+12.34");
  expect(shown("-12.341", { signed: true })).toBe(`${MINUS}12.35`);
  expect(shown("12.341", { rounding: "up" })).toBe("12.35");
  expect(shown("0.99999", { rounding: "up" })).toBe("1.0000");
  expect(shown("0", { signed: true })).toBe("0.00");
});

test("a sum is formatted from its text, beyond the precision of a float", () => {
  expect(format.formatSum("90071992547409931.99", "USDT", "en-US")).toBe(
    "90,071,992,547,409,931.99",
  );
  expect(format.formatSum("0.99999999999999999999", "USDT", "en-US")).toBe("0.99");
});

test("coins have no finer digits than their currency is counted in", () => {
  expect(
    ["0.5", "0.0166296712", "3"].map((text) => format.formatSum(text, "BTC", "en-US")),
  ).toEqual(["0.5", "0.01662967", "3"]);
  expect(format.formatMoney("0.5", "BTC", "en-US")).toBe(`0.5${NBSP}BTC`);
});

test("a quantity has the decimals of its step, rounded down", () => {
  expect(
    ["1", "0.123459", "10234.5"].map((text) => format.formatQuantity(text, 5, "en-US")),
  ).toEqual(["1.00000", "0.12345", "10,234.50000"]);
});

test("minus signs are minus signs", () => {
  expect(format.formatPrice("-1.5", 2, "en-US")).toBe(`${MINUS}1.50`);
  expect(format.formatSum("-3", "USDT", "fr-FR")).toBe(`${MINUS}3,00`);
  expect(format.formatPercent(-1.234, "zh-CN")).toBe(`${MINUS}1.23%`);
});

test("signed figures carry a plus, and what rounds to zero carries nothing", () => {
  expect(format.formatSum("12.5", "USDT", "en-US", { signed: true })).toBe("+12.50");
  expect(format.formatPercent("1.235", "en-US")).toBe("+1.24%");
  expect(format.formatPercent(2.5, "fr-FR")).toMatch(/^\+2,50[\u00a0\u202f]%$/);
  expect(format.formatPercent(-0.001, "en-US")).toBe("0.00%");
  expect(format.formatPercent("0", "en-US")).toBe("0.00%");
});

test("percent units become ratios without a float's dust", () => {
  expect(format.formatRate("0.07", "en-US")).toBe("0.07%");
  expect(format.formatRate("7", "en-US")).toBe("7%");
  expect(format.formatRate("120", "en-US")).toBe("120%");
  expect(format.formatPercent(1e-9, "en-US")).toBe("0.00%");
});

test("the direction is that of the text, not of the digits behind it", () => {
  expect(format.directionOf("0.004", 2)).toBe(0);
  expect(format.directionOf(-0.006, 2)).toBe(-1);
  expect(format.directionOf("12", 2)).toBe(1);
});

test("large numbers are short, in the units of the language", () => {
  expect(format.formatCompact("1243000000", "en-US")).toBe("1.24B");
  expect(format.formatCompact(1_243_000_000, "zh-CN")).toBe("12.4亿");
  expect(format.formatCompact("1243000000", "zh-TW")).toBe("12.4億");
  expect(format.formatCompact("1243000000", "fr-FR")).toBe(`1,24${NBSP}Md`);
  expect(format.formatCompact("-950", "en-US")).toBe(`${MINUS}950`);
});

test("a hidden amount has one length, whatever it hides", () => {
  const small = format.formatMoney("0.1", "USDT", "en-US", { hidden: true });
  expect(small).toBe(`••••••${NBSP}USDT`);
  expect(format.formatMoney("-98765432.1", "USDT", "en-US", { hidden: true })).toBe(small);
  expect(format.formatMoney("98765432.1", "USDT", "en-US")).toBe(`98,765,432.10${NBSP}USDT`);
});

test("what is no number is a dash and not NaN", () => {
  expect(format.formatPrice(Number.NaN, 2, "en-US")).toBe("–");
  expect(format.formatAmount("", "en-US")).toBe("–");
  expect(format.formatAmount("1e5", "en-US")).toBe("–");
  expect(format.formatPercent(Number.POSITIVE_INFINITY, "en-US")).toBe("–");
});

const AT = Date.UTC(2026, 10, 21, 17, 3, 5);

test("absolute times name their zone", () => {
  expect(format.formatDateTime(AT, "en-US", "UTC")).toBe("Nov 21, 2026, 17:03:05 UTC");
  expect(format.formatDateTime(AT, "fr-FR", "Europe/Paris")).toBe("21 nov. 2026, 18:03:05 UTC+1");
  expect(format.formatDateTime(AT, "zh-CN", "Asia/Shanghai")).toBe("2026年11月22日 GMT+8 01:03:05");
  expect(format.formatDate(AT, "fr-FR", "UTC")).toBe("21 nov. 2026");
});

test("the time of day has 24 hours and midnight is 00", () => {
  expect(format.formatTime(AT, "en-US", { timeZone: "UTC" })).toBe("17:03");
  expect(format.formatTime(AT, "en-US", { timeZone: "UTC", seconds: true })).toBe("17:03:05");
  expect(format.formatTime(Date.UTC(2026, 0, 1), "en-US", { timeZone: "UTC" })).toBe("00:00");
});

test("relative times speak the language, hyphens of words included", () => {
  expect(format.formatRelative(AT - 180_000, AT, "en-US")).toBe("3 minutes ago");
  expect(
    ["en-US", "fr-FR", "zh-CN"].map((locale) =>
      format.formatRelative(AT - 18_000, AT, locale, { brief: true }),
    ),
  ).toEqual(["18 sec. ago", "il y a 18\u00a0s", "18秒前"]);
  expect(format.formatRelative(AT - 500, AT, "en-US")).toBe("now");
  expect(format.formatRelative(AT - 2 * 86_400_000, AT, "fr-FR")).toBe("avant-hier");
  expect(format.formatRelative(AT - 3_600_000, AT, "zh-CN")).toBe("1小时前");
  expect(format.formatRelative(AT + 30_000, AT, "en-US")).toBe("in 30 seconds");
});
