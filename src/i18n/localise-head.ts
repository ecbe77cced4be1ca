import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { localeOf, manifestPath } from "./locales.ts";

/** What search engines and shared links say of the app. */
const siteDescription = msg`Godwit: crypto markets, a wallet and paper trading that keep working when the network does not.`;

/** The page's description and the manifest it would be installed by, in the language shown. Its title is the frame's. */
export function localiseHead(): void {
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute("content", i18n._(siteDescription));
  const manifest = document.querySelector('link[rel="manifest"]');
  const path = manifestPath(localeOf(i18n.locale));
  // Set anew, the same address would be fetched again.
  if (manifest && manifest.getAttribute("href") !== path) manifest.setAttribute("href", path);
}
