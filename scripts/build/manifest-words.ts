import { createMissingErrorMessage, getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { fallbackLocale, locales, type Locale } from "../../src/i18n/locales.ts";

/**
 * What the phone itself says of the app: on the home screen, in the menu of a held icon, when it is installed.
 * `lingui extract` finds the texts by the mark before each; they have names of their own, since the same word
 * may be another one here than on a screen.
 */
const words = {
  name: /*i18n*/ { id: "manifest.name", message: "Godwit: paper trading" },
  description: /*i18n*/ {
    id: "manifest.description",
    message:
      "Crypto markets, a wallet and paper trading that keep working when the network does not.",
  },
  coins: /*i18n*/ { id: "manifest.coins", message: "Coins" },
  coinsDescription: /*i18n*/ {
    id: "manifest.coins.description",
    message: "Buy and sell coins with paper money",
  },
  contracts: /*i18n*/ { id: "manifest.contracts", message: "Contracts" },
  contractsDescription: /*i18n*/ {
    id: "manifest.contracts.description",
    message: "Perpetual contracts with leverage",
  },
  seconds: /*i18n*/ { id: "manifest.seconds", message: "Seconds" },
  secondsDescription: /*i18n*/ {
    id: "manifest.seconds.description",
    message: "Contracts of fixed time, with their true odds",
  },
  assets: /*i18n*/ { id: "manifest.assets", message: "Assets" },
  assetsDescription: /*i18n*/ {
    id: "manifest.assets.description",
    message: "What you hold and what it is worth",
  },
  homeScreenshot: /*i18n*/ {
    id: "manifest.screenshot.home",
    message: "All markets, each price with its age",
  },
  coinsScreenshot: /*i18n*/ {
    id: "manifest.screenshot.coins",
    message: "Chart, order book and order on one screen",
  },
  contractsScreenshot: /*i18n*/ {
    id: "manifest.screenshot.contracts",
    message: "Perpetual contracts with what they cost",
  },
  wideScreenshot: /*i18n*/ {
    id: "manifest.screenshot.wide",
    message: "On a computer, in a window of its own",
  },
};
type ManifestWords = Readonly<Record<keyof typeof words, string>>;

/** The words of every language, from the catalogs in src/locales. @throws where one is not translated */
export async function readManifestWords(): Promise<Readonly<Record<Locale, ManifestWords>>> {
  const [catalog] = await getCatalogs(getConfig());
  if (!catalog) throw new Error("lingui.config.ts names no catalog");
  const wordsIn = async (locale: Locale) => {
    const entries = await catalog.read(locale);
    const said = Object.entries(words).map(([name, { id }]) => {
      const text = entries?.[id]?.translation;
      if (!text)
        throw new Error(
          createMissingErrorMessage(locale, [{ id, source: fallbackLocale }], "resolved"),
        );
      return [name, text] as const;
    });
    return [locale, Object.fromEntries(said)] as const;
  };
  return Object.fromEntries(await Promise.all(locales.map(wordsIn))) as Record<
    Locale,
    ManifestWords
  >;
}
