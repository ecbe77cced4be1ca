import { i18n } from "@lingui/core";
import { texts } from "virtual:texts";
import { deleteCookie, readCookie, writeCookie } from "../lib/cookie.ts";
import { directions, fallbackLocale, isLocale, localeCookie, type Locale } from "./locales.ts";

const cookieMaxAgeSec = 365 * 24 * 3600;

/** Paths whose screens say nothing beyond the first part of the texts; all others need both. */
const startPaths: ReadonlySet<string> = new Set(["/", "/login", "/register", "/useragreement"]);

/** The language asked for last: one that arrives after it was given up is not shown. */
let wanted: Locale | undefined;
let isRestNeeded = false;
let resting: Promise<void> | undefined;

/** Loads and shows a language. A chunk that cannot be had leaves the present language in place. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const needsRest = isRestNeeded;
  const loads = texts[locale];
  if (!loads) throw new Error(`no catalog for ${locale}`);
  const [start, rest] = await Promise.all([loads.start(), needsRest ? loads.rest() : undefined]);
  if (wanted !== locale) return;
  i18n.loadAndActivate({ locale, messages: { ...start.messages, ...rest?.messages } });
  if (isRestNeeded && !needsRest) await loadRest();
  document.documentElement.lang = locale;
  document.documentElement.dir = directions[locale];
}

/** Whether a path's screen needs more than the first part of the texts. Call it before the first language is shown. */
export function needTextsOf(pathname: string): void {
  isRestNeeded ||= !startPaths.has(pathname);
}

/** Loads what a path's screen says, unless it is there. Rejects where it cannot be had. */
export async function loadTextsOf(pathname: string): Promise<void> {
  if (isRestNeeded || startPaths.has(pathname)) return resting;
  isRestNeeded = true;
  resting = loadRest().catch((error: unknown) => {
    isRestNeeded = false;
    throw error;
  }).finally(() => (resting = undefined));
  return resting;
}

async function loadRest(): Promise<void> {
  const { locale } = i18n;
  const rest = await texts[locale]?.rest();
  // A language that came meanwhile has brought its own.
  if (rest && i18n.locale === locale) i18n.load(locale, rest.messages);
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
