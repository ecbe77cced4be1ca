import { relativeTime } from "./relative-time.ts";

/** What stands for an amount the user has hidden: always the same length, so that it tells nothing. */
export const HIDDEN_AMOUNT = "••••••";

/** What stands where there is no number. */
export const NO_NUMBER = "–";

/** More digits than any figure here has; what is longer is no figure. */
const mostDigits = 60;
const largest = 1e21;
const smallest = 1e-18;

/** A plain decimal string is formatted exactly; a number only as well as a float can. */
export type Numeric = string | number;

/** Currencies that people read as money, with cents. */
const moneyCodes: ReadonlySet<string> = new Set(["USDT", "USDC", "USD"]);

const numberFormats = new Map<string, Map<string, Intl.NumberFormat>>();
const priceNames: readonly string[] = Array.from(
  { length: 9 },
  (_, decimals) => `price ${decimals}`,
);
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** A price with the fixed number of decimals its symbol has: 67,321.50. */
export function formatPrice(value: Numeric, precision: number, locale: string): string {
  return formatAs(priceNames[precision] ?? `price ${precision}`, value, locale, () => ({
    minimumFractionDigits: precision,
    maximumFractionDigits: precision,
  }));
}

/** An amount with every digit it has, rounded only where `maxDecimals` asks for it (downwards: never show more than there is). */
export function formatAmount(value: Numeric, locale: string, maxDecimals = 20): string {
  return format(value, locale, { maximumFractionDigits: maxDecimals, roundingMode: "trunc" });
}

/** A small figure short, for lists, to its first three digits: 0.0000333. */
export function formatBrief(value: Numeric, locale: string): string {
  return format(value, locale, { maximumSignificantDigits: 3 });
}

/** A balance or a sum as it is: every digit it has, and cents at least where the currency is one of money. */
export function formatSum(value: Numeric, currency: string, locale: string): string {
  return format(value, locale, { ...sumDigits(currency), roundingMode: "trunc" });
}

/** What something is worth or cost, to the cent where the currency is one of money: 19.96. */
export function formatWorth(value: Numeric, currency: string, locale: string): string {
  return moneyCodes.has(currency) ? formatPrice(value, 2, locale) : formatAmount(value, locale, 8);
}

/** A large number short, for lists: 1.24B, 12.4亿. */
export function formatCompact(value: Numeric, locale: string): string {
  return formatAs("compact", value, locale, () => ({
    notation: "compact",
    maximumSignificantDigits: 3,
  }));
}

/** A percentage with its sign, from percent units: 1.234 → +1.23%. Zero has none. */
export function formatPercent(percent: Numeric, locale: string, decimals = 2): string {
  return formatAs(
    decimals === 2 ? "percent 2" : `percent ${decimals}`,
    shiftPoint(percent),
    locale,
    () => ({
      style: "percent",
      signDisplay: "exceptZero",
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
  );
}

/** A plain rate without a sign, from percent units: 0.1 → 0.1%. */
export function formatRate(percent: Numeric, locale: string, maxDecimals = 4): string {
  return format(shiftPoint(percent), locale, {
    style: "percent",
    maximumFractionDigits: maxDecimals,
  });
}

/** A gain or a loss with its sign: +12.5, −3. Zero has none. */
export function formatSigned(value: Numeric, locale: string, decimals?: number): string {
  const fraction =
    decimals === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return format(value, locale, { signDisplay: "exceptZero", ...fraction });
}

/** The change of a balance with its sign, in the digits of `formatSum`. */
export function formatSignedSum(value: Numeric, currency: string, locale: string): string {
  return format(value, locale, { signDisplay: "exceptZero", ...sumDigits(currency) });
}

/**
 * An amount with its currency code, or the mask when the user hides amounts: 1,234.50 USDT, •••••• USDT.
 * Without `decimals` it stands as `formatSum` has it.
 */
export function formatMoney(
  value: Numeric,
  currency: string,
  locale: string,
  options: { decimals?: number; hidden?: boolean } = {},
): string {
  const { decimals, hidden = false } = options;
  const amount = hidden
    ? HIDDEN_AMOUNT
    : decimals === undefined
      ? formatSum(value, currency, locale)
      : formatFloor(value, decimals, locale);
  return currency === "" ? amount : `${amount}\u00a0${currency}`;
}

/** Day and time to the second with the zone named; `timeZone` is IANA, the device's when left out. */
export function formatDateTime(atMs: number, locale: string, timeZone?: string): string {
  return formatMoment(atMs, locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    timeZone,
  });
}

/** The day alone. */
export function formatDate(atMs: number, locale: string, timeZone?: string): string {
  return formatMoment(atMs, locale, { year: "numeric", month: "short", day: "numeric", timeZone });
}

/** Time of day, 24 hours, to the minute, to the second or to the millisecond. */
export function formatTime(
  atMs: number,
  locale: string,
  options: { seconds?: boolean; milliseconds?: boolean; timeZone?: string } = {},
): string {
  const { milliseconds = false, seconds = milliseconds, timeZone } = options;
  const fields: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  };
  return formatMoment(atMs, locale, {
    ...fields,
    ...(seconds && { second: "2-digit" }),
    ...(milliseconds && { fractionalSecondDigits: 3 }),
  });
}

/** "3 minutes ago", "now", or `brief` "3 min. ago": both moments in ms of one clock. */
export function formatRelative(
  thenMs: number,
  nowMs: number,
  locale: string,
  { brief = false } = {},
): string {
  const { value, unit } = relativeTime(thenMs, nowMs);
  const style = brief ? "short" : "long";
  const name = `${locale} ${style}`;
  const known =
    relativeFormats.get(name) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto", style });
  relativeFormats.set(name, known);
  return known.format(value, unit);
}

/** -1, 0 or 1 as the text will show it: what rounds to zero has no direction. */
export function directionOf(value: Numeric, decimals: number): -1 | 0 | 1 {
  const rounded = Number(Number(value).toFixed(Math.min(100, decimals)));
  return rounded > 0 ? 1 : rounded < 0 ? -1 : 0;
}

function sumDigits(currency: string): Intl.NumberFormatOptions {
  return { minimumFractionDigits: moneyCodes.has(currency) ? 2 : 0, maximumFractionDigits: 20 };
}

function formatFloor(value: Numeric, decimals: number, locale: string): string {
  return format(value, locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: "trunc",
  });
}

function format(value: Numeric, locale: string, options: Intl.NumberFormatOptions): string {
  return formatAs(JSON.stringify(options), value, locale, () => options);
}

/** By the formatter of that name, made when first asked for: lists write thousands of figures a second. */
function formatAs(
  name: string,
  value: Numeric,
  locale: string,
  options: () => Intl.NumberFormatOptions,
): string {
  if (
    typeof value === "string"
      ? value.length > mostDigits || !isDecimal(value)
      : !(Math.abs(value) < largest)
  )
    return NO_NUMBER;
  const ofLocale = numberFormats.get(locale) ?? new Map<string, Intl.NumberFormat>();
  numberFormats.set(locale, ofLocale);
  const known =
    ofLocale.get(name) ?? new Intl.NumberFormat(locale, { signDisplay: "negative", ...options() });
  ofLocale.set(name, known);
  // A float of hundreds of leading zeros would be written out whole where significant digits count.
  const shown = typeof value === "number" && Math.abs(value) < smallest ? 0 : value;
  return trueMinus(known.format(shown as number | `${number}`));
}

/** A moment that no calendar has is shown as no number, since `Intl` would throw. */
function formatMoment(atMs: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return Number.isNaN(new Date(atMs).getTime())
    ? NO_NUMBER
    : dateFormat(locale, options).format(atMs);
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, known);
  return known;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Percent units to the ratio `Intl` wants, by moving the point of the text instead of dividing a float. */
function shiftPoint(percent: Numeric): Numeric {
  const text = typeof percent === "number" ? percent.toString() : percent;
  if (!isDecimal(text)) return typeof percent === "number" ? percent / 100 : percent;
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  const digits = whole.padStart(3, "0");
  return `${negative ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}

function trueMinus(text: string): string {
  return text.includes("-") ? text.replaceAll("-", "\u2212") : text;
}
