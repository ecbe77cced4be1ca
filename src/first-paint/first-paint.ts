/**
 * Runs before the first paint, apart from the app: it sends the app's first requests, applies the stored look,
 * decides whether the page that the build wrote fits this user, and shows the first prices. It watches whether the app
 * comes, which nothing else can when the app's own code does not.
 */
import { readEarly, showsPrices } from "../api/early-reads.ts";
import { venueNow } from "../api/venue-clock.ts";
import { readFirstRows } from "../features/market/list/first-rows-cache.ts";
import { freshOrPersisted, showFirstRows } from "./first-rows.ts";
import { readSessionCookie } from "../features/session/session-cookie.ts";
import {
  directions,
  fallbackLocale,
  isLocale,
  localeCookie,
  localeOf,
  manifestPath,
} from "../i18n/locales.ts";
import { readCookie } from "../storage/cookies.ts";
import { readLocal } from "../storage/web-storage.ts";
import { readAppearance, showAppearance } from "../shell/settings/persisted-appearance.ts";
import { watchStart } from "./watched-start.ts";

const locale = readCookie(localeCookie);
// Before the rest, so that it also sees that fail.
watchStart(isLocale(locale) ? locale : localeOf(navigator.language));

const session = readSessionCookie();
// Where a worker has the app's code, the app itself starts as fast.
const rank = navigator.serviceWorker?.controller
  ? undefined
  : readEarly(
      session === null && document.visibilityState === "visible" && showsPrices(location.pathname),
    );

const root = document.documentElement;
if (isLocale(locale)) {
  root.lang = locale;
  root.dir = directions[locale];
}
showAppearance(readAppearance());
if (isLocale(locale) && locale !== fallbackLocale) {
  root.dataset["written"] = "for-others";
  nameManifest(manifestPath(locale));
} else if (session) root.dataset["written"] = "for-visitors";

// The app keeps no line for announcements that were put away (notice-line.tsx).
if ((readLocal("godwit:announcements") ?? '""') !== '""') root.dataset["announcements"] = "read";

// A page that is hidden until the app shows it in the user's language has no list to fill.
if (location.pathname === "/" && root.dataset["written"] === undefined) {
  showFirstRows(freshOrPersisted(rank, readFirstRows(venueNow()))).catch(() => undefined);
}

/**
 * Gives the link to the manifest another address as soon as it is there. Chromium fetches what the link names at
 * once, and where it changes while that is on its way, it may stay with the first one.
 */
function nameManifest(path: string): void {
  new MutationObserver((_changes, observer) => {
    const link = document.querySelector("link[rel=manifest]");
    if (!link) return;
    observer.disconnect();
    link.setAttribute("href", path);
  }).observe(document.head, { childList: true });
}
