import { i18n, type Messages } from "@lingui/core";
import { readCookie, writeCookie } from "../lib/cookie.ts";
import { isLocale, localeCookie, type Locale } from "./locales.ts";

const cookieMaxAgeSec = 365 * 24 * 3600;

const catalogs = import.meta.glob<{ messages: Messages }>("../locales/*.po");

/** Loads and shows a language. A chunk that cannot be had leaves the present language in place. */
export async function activateLocale(locale: Locale): Promise<void> {
  const load = catalogs[`../locales/${locale}.po`];
  if (!load) throw new Error(`no catalog for ${locale}`);
  const { messages } = await load();
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
}

/** The language chosen before, if any. */
export function savedLocale(): Locale | undefined {
  const saved = readCookie(localeCookie);
  return isLocale(saved) ? saved : undefined;
}

/** Keeps the person's choice for 365 days. */
export function saveLocale(locale: Locale): void {
  writeCookie(localeCookie, locale, cookieMaxAgeSec);
}
