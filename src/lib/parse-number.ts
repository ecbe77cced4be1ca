/** Why a typed or pasted number was refused. */
export type NumberProblem =
  | "empty"
  | "malformed"
  | "ambiguous"
  | "too-precise"
  | "too-large"
  | "negative";

/** The plain decimal (`-?digits[.digits]`, no float in between) or the reason for refusing the text. */
export type ParsedNumber = { ok: true; value: string } | { ok: false; reason: NumberProblem };

export interface NumberRules {
  /** Maximum of digits after the decimal sign; more significant ones are refused, never rounded. */
  maxDecimals?: number | undefined;
  allowNegative?: boolean | undefined;
}

const MAX_WHOLE_DIGITS = 18;
const SPACES = "\\u0020\\u00a0\\u2009\\u202f";

interface Separators {
  decimal: string;
  group: string;
}

const separatorsByLocale = new Map<string, Separators>();

/** The decimal and the grouping sign of a locale, from `Intl`. */
function numberSeparators(locale: string): Separators {
  const known = separatorsByLocale.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale, {
    useGrouping: true,
    minimumFractionDigits: 1,
  }).formatToParts(1234567.5);
  const found: Separators = {
    decimal: parts.find((part) => part.type === "decimal")?.value ?? ".",
    group: parts.find((part) => part.type === "group")?.value ?? "",
  };
  separatorsByLocale.set(locale, found);
  return found;
}

/**
 * Reads a number as people write it in `locale`: "1 234,5" and "0,001" in fr-FR, "1,234.5" in en-US.
 * Groups must have three digits, and ambiguous text is refused, so no keystroke changes the magnitude unnoticed.
 */
export function parseNumber(text: string, locale: string, rules: NumberRules = {}): ParsedNumber {
  const { decimal, group } = numberSeparators(locale);
  const typed = asciiSigns(text).trim();
  if (typed === "") return refuse("empty");

  const negative = /^[-\u2212]/.test(typed);
  const unsigned = negative ? typed.slice(1).trimStart() : typed;
  if (!new RegExp(`^[\\d.,${SPACES}${escapeForClass(group)}]+$`).test(unsigned))
    return refuse("malformed");

  const sign = decimalSignOf(unsigned, decimal, group);
  if (sign === "ambiguous") return refuse("ambiguous");

  const pieces = unsigned.split(sign);
  if (pieces.length > 2) return refuse("malformed");
  const whole = pieces[0] ?? "";
  const fraction = pieces[1] ?? "";
  if (whole === "" && fraction === "") return refuse("malformed");
  if (!/^\d*$/.test(fraction)) return refuse("malformed");

  const digits = ungroup(whole, group, sign);
  if (digits === undefined)
    return refuse(looksForeign(unsigned, decimal) ? "ambiguous" : "malformed");
  return finish(digits, fraction, negative, rules);
}

/** Rewrites the text of a field after a change of the language: the same number in the new notation, or the text unchanged. */
export function rewriteNumber(text: string, from: string, to: string): string {
  const parsed = parseNumber(text, from, { allowNegative: true });
  return parsed.ok && from !== to ? toInputText(parsed.value, to) : text;
}

/** A plain decimal as text for an input in `locale`: with its decimal sign, without grouping. */
export function toInputText(plain: string, locale: string): string {
  return plain.replace(".", numberSeparators(locale).decimal);
}

function finish(
  whole: string,
  fraction: string,
  negative: boolean,
  rules: NumberRules,
): ParsedNumber {
  if (negative && !rules.allowNegative) return refuse("negative");
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  if (digits.length > MAX_WHOLE_DIGITS) return refuse("too-large");
  let decimals = fraction;
  if (rules.maxDecimals !== undefined && decimals.length > rules.maxDecimals) {
    if (/[1-9]/.test(decimals.slice(rules.maxDecimals))) return refuse("too-precise");
    decimals = decimals.slice(0, rules.maxDecimals);
  }
  const plain = decimals === "" ? digits : `${digits}.${decimals}`;
  return { ok: true, value: negative && /[1-9]/.test(plain) ? `-${plain}` : plain };
}

/** Where the decimal sign is a comma, a single full stop counts as it unless it could be grouping ("1.234"). */
function decimalSignOf(unsigned: string, decimal: string, group: string): string {
  if (decimal === "." || group === "." || !unsigned.includes(".")) return decimal;
  if (unsigned.includes(decimal)) return "ambiguous";
  if (unsigned.split(".").length > 2) return "ambiguous";
  return /^[1-9]\d{0,2}\.\d{3}$/.test(unsigned) ? "ambiguous" : ".";
}

function ungroup(whole: string, group: string, decimal: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole;
  const signs = group === decimal ? SPACES : SPACES + escapeForClass(group);
  const first = new RegExp(`[${signs}]`).exec(whole)?.[0];
  if (first === undefined) return undefined;
  const groups = whole.split(first);
  const wellFormed = groups.every((part, index) =>
    (index === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(part),
  );
  return wellFormed ? groups.join("") : undefined;
}

/** Whether the text is a number in another locale's notation: "0,001" or "1,5" in en-US. */
function looksForeign(unsigned: string, decimal: string): boolean {
  return decimal === "." && /^\d+,\d+$/.test(unsigned);
}

/**
 * Replaces unambiguous signs: full-width digits and signs of East Asian keyboards, whose full-stop key writes 。,
 * and invisible direction marks in copied text.
 */
function asciiSigns(text: string): string {
  return text
    .replace(/[\uff0b-\uff19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, ".")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll("\u3000", " ");
}

function escapeForClass(sign: string): string {
  return sign.replace(/[\\\]^-]/g, "\\$&");
}

function refuse(reason: NumberProblem): ParsedNumber {
  return { ok: false, reason };
}
