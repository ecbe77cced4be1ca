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
