/**
 * The one place where decimal text becomes an integer in minor units and back. Money is never a float:
 * strings on the wire, `bigint` in code.
 */
import * as v from "valibot";

/** What the wire accepts: no sign, no exponent, no leading zero, at most 18 + 8 digits. */
const amountPattern = /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/;

/** A market's price may be far finer than money: some coins trade in ticks of 10^-10. */
const pricePattern = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

const signedPattern = /^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

export const maxMinor = 2n ** 63n - 1n;

/**
 * Minor units of an unsigned decimal, or `undefined` where the text is not of the wire's form, has more
 * decimals than `scale`, or does not fit 64 bits. Nothing is rounded.
 */
export function parseAmount(text: string, scale: number): bigint | undefined {
  if (!amountPattern.test(text)) return undefined;
  const minor = toMinor(text, scale);
  return minor !== undefined && minor <= maxMinor ? minor : undefined;
}

/** As {@link parseAmount}, for a price in ticks of 10^-`precision`. */
export function parsePrice(text: string, precision: number): bigint | undefined {
  if (!pricePattern.test(text)) return undefined;
  const ticks = toMinor(text, precision);
  return ticks !== undefined && ticks <= maxMinor ? ticks : undefined;
}

/** As {@link parseAmount}, for signed figures that the venue made itself (bills, profit and loss). */
export function parseSigned(text: string, scale: number): bigint | undefined {
  if (!signedPattern.test(text)) return undefined;
  return text.startsWith("-") ? negate(toMinor(text.slice(1), scale)) : toMinor(text, scale);
}

/** Decimal text with exactly `scale` decimals: 123456n at scale 2 is "1234.56". */
export function formatAmount(minor: bigint, scale: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, "0");
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same decimal without trailing zeros: "1.50000000" is "1.5", "2.00" is "2". */
export function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Decimal text of money that a server wrote as a JSON number, at most 8 decimals; undefined where a number cannot say it. */
export function textOfNumber(value: number): string | undefined {
  return Number.isFinite(value) && Math.abs(value) < 1e15
    ? trimZeros(value.toFixed(8)).replace(/^-0$/, "0")
    : undefined;
}

function toMinor(text: string, scale: number): bigint | undefined {
  const [whole = "0", fraction = ""] = text.split(".");
  if (fraction.length > scale) return undefined;
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function negate(minor: bigint | undefined): bigint | undefined {
  return minor === undefined ? undefined : -minor;
}

/** A decimal string on the wire; its scale is checked against the currency where it is used. */
export const amountText = v.pipe(v.string(), v.regex(amountPattern));

/** A price on the wire; its decimals are checked against the market where it is used. */
export const priceText = v.pipe(v.string(), v.regex(pricePattern));

/** A decimal the venue answers, which may be negative. */
export const decimalText = v.pipe(v.string(), v.regex(signedPattern));
