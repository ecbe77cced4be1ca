/** The four interface languages, and the country entry whose currencies balances can be shown in. */
export const locales = ["zh-CN", "zh-TW", "en-US", "fr-FR"] as const;
export type Locale = (typeof locales)[number];

/** Keeps the chosen language. */
export const localeCookie = "i18n_redirected";

export const fallbackLocale: Locale = "en-US";

/** Each language by the name its readers give it. */
export const localeNames: Record<Locale, string> = {
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
  "en-US": "English",
  "fr-FR": "Français",
};

/** Which way each language is written: a fifth one has to say. */
export const directions: Record<Locale, "ltr" | "rtl"> = {
  "zh-CN": "ltr",
  "zh-TW": "ltr",
  "en-US": "ltr",
  "fr-FR": "ltr",
};

export const displayCurrencies = [{ title: "US", currencies: ["USD", "USDT"] }] as const;

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/** Codes of Chinese that is written in traditional characters without saying so. */
const traditional = /^zh-(hant|hk|mo)\b/;

/** A venue's code (`zh_CN`) as a locale: underscores become hyphens; what is not offered is the fallback. */
export function localeOf(code: string | undefined): Locale {
  const wanted = (code ?? fallbackLocale).replaceAll("_", "-").toLowerCase();
  if (traditional.test(wanted)) return "zh-TW";
  return (
    locales.find((locale) => locale.toLowerCase() === wanted) ??
    locales.find((locale) => locale.slice(0, 2) === wanted.split("-")[0]) ??
    fallbackLocale
  );
}

/** Where the build put the web app manifest in a language; the address of the first language's is the plain one. */
export function manifestPath(locale: Locale): string {
  return locale === fallbackLocale ? "/manifest.webmanifest" : `/manifest.${locale}.webmanifest`;
}

const namesByLocale = new Map<string, Intl.DisplayNames>();

/** What a country (cca2) is called in a language; undefined for a code that names none. */
export function regionName(code: string, locale: string): string | undefined {
  const names =
    namesByLocale.get(locale) ??
    new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  namesByLocale.set(locale, names);
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}
