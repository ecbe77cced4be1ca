import { i18n, type Messages } from "@lingui/core";
import { texts } from "virtual:texts";
import { deleteCookie, readCookie, writeCookie } from "../lib/cookie.ts";
import { directions, fallbackLocale, isLocale, localeCookie, type Locale } from "./locales.ts";
import { textPartsOf, type LateTextPart, type TextPart } from "./text-parts.ts";

const cookieMaxAgeSec = 365 * 24 * 3600;

/** The language asked for last: one that arrives after it was given up is not shown. */
let wanted: Locale | undefined;
/** Parts beside the start that something on screen has asked for: each language is loaded with them. */
const needed = new Set<LateTextPart>();
/** Those that are on their way. */
const coming = new Map<LateTextPart, Promise<void>>();

/** Loads and shows a language. A chunk that cannot be had leaves the present language in place. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const parts = [...needed];
  const messages = await messagesOf(locale, ["start", ...parts]);
  if (wanted !== locale) return;
  i18n.loadAndActivate({ locale, messages });
  const page = document.documentElement;
  // Written anew, even the same language has the whole page's styles worked out anew.
  if (page.lang !== locale) page.lang = locale;
  if (page.dir !== directions[locale]) page.dir = directions[locale];
  // What was asked for meanwhile came in the language before.
  await bring([...needed].filter((part) => !parts.includes(part)));
}

/** Begins to fetch what a path's screen says in the language that was chosen before, if any; whoever shows it waits for it. */
export function fetchTextsEarly(pathname: string): void {
  messagesOf(savedLocale() ?? fallbackLocale, ["start", ...textPartsOf(pathname)]).catch(
    () => undefined,
  );
}

/** Has a path's texts loaded with the first language. Call it before that is shown. */
export function needTextsOf(pathname: string): void {
  for (const part of textPartsOf(pathname)) needed.add(part);
}

/** Loads what a path's screen says, unless it is there. Rejects where it cannot be had. */
export async function loadTextsOf(pathname: string): Promise<void> {
  await loadTexts(textPartsOf(pathname));
}

/** Loads a part of the app together with the texts it speaks: `withTexts("sheets", () => import("./a-sheet.tsx"))`. */
export async function withTexts<Loaded>(
  part: LateTextPart,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), loadTexts([part])]);
  return loaded;
}

async function loadTexts(parts: readonly LateTextPart[]): Promise<void> {
  const missing = parts.filter((part) => !needed.has(part));
  if (missing.length > 0) {
    const load = bring(missing)
      .catch((error: unknown) => {
        for (const part of missing) needed.delete(part);
        throw error;
      })
      .finally(() => {
        for (const part of missing) coming.delete(part);
      });
    for (const part of missing) {
      needed.add(part);
      coming.set(part, load);
    }
  }
  await Promise.all(parts.map(async (part) => coming.get(part)));
}

/** Loads parts in the language that is shown. */
async function bring(parts: readonly LateTextPart[]): Promise<void> {
  const { locale } = i18n;
  if (parts.length === 0 || !isLocale(locale)) return;
  const messages = await messagesOf(locale, parts);
  // A language that came meanwhile has brought its own.
  if (i18n.locale === locale) i18n.load(locale, messages);
}

async function messagesOf(locale: Locale, parts: readonly TextPart[]): Promise<Messages> {
  const loads = texts[locale];
  if (!loads) throw new Error(`no catalog for ${locale}`);
  const loaded = await Promise.all(parts.map((part) => loads[part]()));
  return Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages;
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
