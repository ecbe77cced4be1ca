import { relativeTime } from "./relative-time.ts";

/** Shown for a hidden amount: always of the same length, so that it reveals nothing. */
export const HIDDEN_AMOUNT = "••••••";

/** Shown where there is no number. */
export const NO_NUMBER = "–";

/** More digits than any valid figure has. */
const mostDigits = 60;
const largest = 1e21;
const smallest = 1e-18;

/** A plain decimal string is formatted exactly; a number only with the precision of a float. */
export type Numeric = string | number;

/** Currencies shown with cents. */
const moneyCodes: ReadonlySet<string> = new Set(["USDT", "USDC", "USD"]);

/** No currency is counted finer. */
const coinDecimals = 8;

const numberFormats = new Map<string, Map<string, Intl.NumberFormat>>();
const [priceNames = [], quantityNames = []] = ["price", "quantity"].map((role) =>
  Array.from({ length: 9 }, (_, decimals) => `${role} ${decimals}`),
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

/** A count, a limit or a typed amount with all its digits. */
export function formatAmount(value: Numeric, locale: string): string {
  return format(value, locale, { maximumFractionDigits: 20 });
}

/** Milliseconds as a figure of seconds, without the unit: 0.2. */
export function formatSeconds(ms: number, locale: string): string {
  return format(ms / 1000, locale, { maximumFractionDigits: 1 });
}

/** A quantity with the fixed decimals of its market's step, rounded down: 0.50000. */
export function formatQuantity(value: Numeric, decimals: number, locale: string): string {
  return formatAs(quantityNames[decimals] ?? `quantity ${decimals}`, value, locale, () => ({
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: "trunc",
  }));
}

/** How a sum of money is written. */
export interface SumForm {
  /** Every digit it has, for details; without, cents from one on and four decimals below it. */
  whole?: boolean | undefined;
  /** With its sign, as a gain or a loss. Zero has none. */
  signed?: boolean | undefined;
  /** Where what is shown is cut: a balance down, never to more than there is; a price to pay up. */
  rounding?: "down" | "up" | undefined;
}

/** A sum of a currency, without its code: 9,851.73, 0.0523, in coins 0.04250001. */
export function formatSum(
  value: Numeric,
  currency: string,
  locale: string,
  { whole = false, signed = false, rounding = "down" }: SumForm = {},
): string {
  return format(value, locale, {
    ...(whole ? wholeDigits(currency) : briefDigits(value, currency)),
    roundingMode: rounding === "up" ? "ceil" : "floor",
    ...(signed && { signDisplay: "exceptZero" }),
  });
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

/** A sum with its currency code, or the mask when the user hides amounts: 1,234.50 USDT, •••••• USDT. */
export function formatMoney(
  value: Numeric,
  currency: string,
  locale: string,
  { hidden = false, ...form }: SumForm & { hidden?: boolean | undefined } = {},
): string {
  const sum = hidden ? HIDDEN_AMOUNT : formatSum(value, currency, locale, form);
  return currency === "" ? sum : `${sum}\u00a0${currency}`;
}

/** Date and time to the second with the time zone's name; `timeZone` is an IANA name, by default the device's. */
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

/** The date only. */
export function formatDate(atMs: number, locale: string, timeZone?: string): string {
  return formatMoment(atMs, locale, { year: "numeric", month: "short", day: "numeric", timeZone });
}

/** The month with its year. */
export function formatMonth(atMs: number, locale: string): string {
  return formatMoment(atMs, locale, { month: "long", year: "numeric" });
}

/** Day and time of day without the year, for lists: Nov 21, 17:03. */
export function formatDayTime(atMs: number, locale: string): string {
  return formatMoment(atMs, locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
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

/** How old something is in its largest unit, for narrow places: 17s, 3m, 17秒. */
export function formatAge(ageMs: number, locale: string): string {
  const { value, unit } = relativeTime(0, ageMs);
  return format(Math.abs(value), locale, { style: "unit", unit, unitDisplay: "narrow" });
}

const spanUnits = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** A stretch of time in its two largest units from days to minutes, without a sign: 1d 6h, 45m. */
export function formatSpan(seconds: number, locale: string): string {
  const narrow = (count: number, unit: string) =>
    format(count, locale, { style: "unit", unit, unitDisplay: "narrow" });
  let left = Math.round(Math.abs(seconds) / 60) * 60;
  const parts: string[] = [];
  for (const { unit, seconds: length } of spanUnits) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0 && parts.length < 2) parts.push(narrow(count, unit));
  }
  return parts.join(" ") || narrow(0, "minute");
}

/** The sign of a percentage as shown, -1, 0 or 1: one that rounds to zero has no direction. */
export function directionOf(value: Numeric, decimals: number): -1 | 0 | 1 {
  const rounded = Number(Number(value).toFixed(Math.min(100, decimals)));
  return rounded > 0 ? 1 : rounded < 0 ? -1 : 0;
}

function wholeDigits(currency: string): Intl.NumberFormatOptions {
  return { minimumFractionDigits: moneyCodes.has(currency) ? 2 : 0, maximumFractionDigits: 20 };
}

/** The size only chooses the digits; the figure itself is formatted from its text. */
function briefDigits(value: Numeric, currency: string): Intl.NumberFormatOptions {
  if (!moneyCodes.has(currency)) return { maximumFractionDigits: coinDecimals };
  const size = Math.abs(Number(value));
  if (size > 0 && size < 0.0001) return { maximumSignificantDigits: 2 };
  const decimals = size > 0 && size < 1 ? 4 : 2;
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function format(value: Numeric, locale: string, options: Intl.NumberFormatOptions): string {
  return formatAs(JSON.stringify(options), value, locale, () => options);
}

/** A cached formatter by its name: lists write thousands of figures a second. */
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
  // With significant digits a float with hundreds of leading zeros would be written out in full.
  const shown = typeof value === "number" && Math.abs(value) < smallest ? 0 : value;
  return trueMinus(known.format(shown as number | `${number}`));
}

/** An invalid date is shown as no number, since `Intl` would throw. */
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

/** Percent units to the ratio `Intl` needs, by moving the decimal point of the text instead of a float division. */
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
