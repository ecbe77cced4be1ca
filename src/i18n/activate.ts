import { i18n, type Messages } from "@lingui/core";
import { deleteCookie, readCookie, writeCookie } from "../lib/cookie.ts";
import { directions, fallbackLocale, isLocale, localeCookie, type Locale } from "./locales.ts";

const cookieMaxAgeSec = 365 * 24 * 3600;

const catalogs = import.meta.glob<{ messages: Messages }>("../locales/*.po");

/** The language asked for last: one that arrives after it was given up is not shown. */
let wanted: Locale | undefined;

/** Loads and shows a language. A chunk that cannot be had leaves the present language in place. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const load = catalogs[`../locales/${locale}.po`];
  if (!load) throw new Error(`no catalog for ${locale}`);
  const { messages } = await load();
  if (wanted !== locale) return;
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
  document.documentElement.dir = directions[locale];
}

/**
 * Shows the first language of a visit: the saved one, else the default country's, which is also what is left
 * when the saved one cannot be had; English last.
 */
export async function activateFirstLocale(standard: Locale): Promise<void> {
  try {
    await activateLocale(savedLocale() ?? standard);
  } catch {
    await activateLocale(standard).catch(() => activateLocale(fallbackLocale));
  }
}

/** Shows and keeps the language a person chose. One that cannot be loaded rejects, and all is as before. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const before = readCookie(localeCookie);
  // Kept first, so that no other start of a language meanwhile takes the choice for missing.
  saveLocale(locale);
  try {
    await activateLocale(locale);
  } catch (error) {
    if (readCookie(localeCookie) === locale) {
      if (isLocale(before)) saveLocale(before);
      else deleteCookie(localeCookie);
    }
    throw error;
  }
}

/** The language chosen before, if any. */
export function savedLocale(): Locale | undefined {
  const saved = readCookie(localeCookie);
  return isLocale(saved) ? saved : undefined;
}

/** Keeps a language for 365 days. */
export function saveLocale(locale: Locale): void {
  // Sent along from other sites' links too, so that whatever serves the page may know the language.
  writeCookie(localeCookie, locale, cookieMaxAgeSec, "Lax");
}
