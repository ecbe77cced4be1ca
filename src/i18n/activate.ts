import { type Messages, i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { texts } from "virtual:texts";
import { untilDone } from "../lib/until-done.ts";
import { deleteCookie, readCookie, writeCookie } from "../storage/cookies.ts";
import { type LateTextPart, type TextPart, textPartsOf } from "./catalog-parts.ts";
import {
  type Locale,
  directions,
  fallbackLocale,
  isLocale,
  localeCookie,
  localeOf,
  manifestPath,
} from "./locales.ts";

const cookieMaxAgeSec = 365 * 24 * 3600;

/** The language requested last: an earlier one that arrives later is not shown. */
let wanted: Locale | undefined;
/** Parts beside the start that something on screen needs: each language is loaded with them. */
const needed = new Set<LateTextPart>();
/** Parts that are being loaded. */
const coming = new Map<LateTextPart, Promise<void>>();

/** Loads and shows a language. Where a chunk cannot be loaded, the current language stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const parts = [...needed];
  const messages = await messagesOf(locale, ["start", ...parts]);
  if (wanted !== locale) return;
  i18n.loadAndActivate({ locale, messages });
  const page = document.documentElement;
  // Setting it, even to the same value, makes the browser compute the styles of the whole page again.
  if (page.lang !== locale) page.lang = locale;
  if (page.dir !== directions[locale]) page.dir = directions[locale];
  // Parts requested meanwhile came in the previous language, and may be on screen.
  const late = [...needed].filter((part) => !parts.includes(part));
  await bring(late);
  if (late.length > 0) i18n.load(locale, {});
}

/** Starts loading the texts of a path's screen in the saved language, if any. The screen waits for them when it is shown. */
export function fetchTextsEarly(pathname: string): void {
  messagesOf(savedLocale() ?? fallbackLocale, ["start", ...textPartsOf(pathname)]).catch(
    () => undefined,
  );
}

/** Makes a path's texts load with the first language. Call it before that language is shown. */
export function needTextsOf(pathname: string): void {
  for (const part of textPartsOf(pathname)) needed.add(part);
}

/** Loads the texts of a path's screen, unless they are loaded. Rejects where they cannot be loaded. */
export async function loadTextsOf(pathname: string): Promise<void> {
  await loadTexts(textPartsOf(pathname));
}

/** Loads a part of the app together with its texts: `withTexts("sheets", () => import("./a-sheet.tsx"))`. */
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

/** Loads parts in the current language. */
async function bring(parts: readonly LateTextPart[]): Promise<void> {
  const { locale } = i18n;
  if (parts.length === 0 || !isLocale(locale)) return;
  const messages = await messagesOf(locale, parts);
  // A language that was activated meanwhile has loaded its own parts.
  if (i18n.locale !== locale) return;
  // Nothing on screen has these texts. `load` would render all that is there again, and lay it out.
  Object.assign(i18n.messages, messages);
}

async function messagesOf(locale: Locale, parts: readonly TextPart[]): Promise<Messages> {
  const loads = texts[locale];
  if (!loads) throw new Error(`no catalog for ${locale}`);
  const loaded = await Promise.all(parts.map((part) => loads[part]()));
  return Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages;
}

/**
 * Shows the first language of a visit: the saved one, else that of the default country, which is also used until
 * the saved one can be loaded; English last.
 */
export async function activateFirstLocale(standard: Locale): Promise<void> {
  const first = savedLocale() ?? standard;
  try {
    await activateLocale(first);
  } catch {
    await activateLocale(standard).catch(() => activateLocale(fallbackLocale));
    const isChosen = () => (savedLocale() ?? first) === first;
    void untilDone(async () => {
      if (isChosen()) await activateLocale(first).catch(() => undefined);
      return i18n.locale === first || !isChosen();
    });
  }
}

/** Shows and saves the language that the user chose. Where it cannot be loaded it rejects and changes nothing. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const before = readCookie(localeCookie);
  // Saved first, so that the choice is not overwritten by a default meanwhile.
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

/** The saved language, if any. */
export function savedLocale(): Locale | undefined {
  const saved = readCookie(localeCookie);
  return isLocale(saved) ? saved : undefined;
}

/** Saves a language for 365 days. */
export function saveLocale(locale: Locale): void {
  // Also sent after links from other sites, so that the server knows the language.
  writeCookie(localeCookie, locale, cookieMaxAgeSec, "Lax");
}

/** The description of the app in search engines and shared links. */
const siteDescription = msg`Godwit: crypto markets, a wallet and paper trading that keep working when the network does not.`;

/** Sets the page's description and its manifest in the current language. The frame sets the title. */
export function localiseHead(): void {
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute("content", i18n._(siteDescription));
  const manifest = document.querySelector('link[rel="manifest"]');
  const path = manifestPath(localeOf(i18n.locale));
  // Setting it, even to the same address, would fetch it again.
  if (manifest && manifest.getAttribute("href") !== path) manifest.setAttribute("href", path);
}
