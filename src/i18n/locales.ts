/** The four interface languages, and the country entry whose currencies balances can be shown in. */
export const locales = ["zh-CN", "zh-TW", "en-US", "fr-FR"] as const;
export type Locale = (typeof locales)[number];

/** Keeps the chosen language. */
export const localeCookie = "i18n_redirected";

export const fallbackLocale: Locale = "en-US";

export const localeNames: Record<Locale, string> = {
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
  "en-US": "English",
  "fr-FR": "Français",
};

export const displayCurrencies = [{ title: "US", currencies: ["USD", "USDT"] }] as const;

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/** A venue's code (`zh_CN`) as a locale: underscores become hyphens; what is not offered is the fallback. */
export function localeOf(code: string | undefined): Locale {
  const wanted = (code ?? fallbackLocale).replaceAll("_", "-");
  return locales.find((locale) => locale.toLowerCase() === wanted.toLowerCase())
    ?? locales.find((locale) => locale.slice(0, 2) === wanted.slice(0, 2).toLowerCase())
    ?? fallbackLocale;
}
