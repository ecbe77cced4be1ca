/**
 * Run before the first paint, on its own: what the app will ask for first is asked for, the look this device kept,
 * whether the words that the build wrote into the page are meant for who is looking, and the first prices.
 */
import { readEarly, showsPrices } from "./api/early-reads.ts";
import { keptFirstRows } from "./features/market/kept-first-rows.ts";
import { freshOrKept, showFirstRows } from "./first-rows.ts";
import { readSessionCookie } from "./features/session/session-cookie.ts";
import { directions, fallbackLocale, isLocale, localeCookie } from "./i18n/locales.ts";
import { readCookie } from "./lib/cookie.ts";
import { keptLook, showLook } from "./shell/kept-look.ts";

const session = readSessionCookie();
// Where a worker has the app's code, the app is here as soon.
const rank = navigator.serviceWorker?.controller
  ? undefined
  : readEarly(
      session === null && document.visibilityState === "visible" && showsPrices(location.pathname),
    );

const root = document.documentElement;
const locale = readCookie(localeCookie);
if (isLocale(locale)) {
  root.lang = locale;
  root.dir = directions[locale];
}
showLook(keptLook());
if (isLocale(locale) && locale !== fallbackLocale) root.dataset["written"] = "for-others";
else if (session) root.dataset["written"] = "for-visitors";

// A page that is hidden until the app says it in the reader's own words has no list to fill.
if (location.pathname === "/" && root.dataset["written"] === undefined) {
  showFirstRows(freshOrKept(rank, keptFirstRows(Date.now()))).catch(() => undefined);
}
