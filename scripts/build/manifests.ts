import type { Plugin } from "vite";
import {
  type Locale,
  directions,
  fallbackLocale,
  locales,
  manifestPath,
} from "../../src/i18n/locales.ts";
import { readManifestWords } from "./manifest-words.ts";

/** What the pictures of scripts/manifest-shots.ts show, and on what. */
export const pictures = {
  home: { path: "/", form: "narrow" },
  coins: { path: "/coins?symbol=btcusdt", form: "narrow" },
  contracts: { path: "/contracts?symbol=btcusdt", form: "narrow" },
  wide: { path: "/coins?symbol=btcusdt", form: "wide" },
} as const satisfies Record<string, { path: string; form: "narrow" | "wide" }>;
type Picture = keyof typeof pictures;

/** In CSS pixels, and how many of the picture's own each of them has. */
export const pictureSizes = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 1440, height: 900, scale: 1 },
} as const;

const words = await readManifestWords();

const shortcuts = ["coins", "contracts", "seconds", "assets"] as const;

export function picturePath(picture: string, locale: Locale): string {
  return `/screenshots/${picture}-${locale}.webp`;
}

/** The manifest in one language. `id` is the same in all, so that a change of the language keeps the installed app. */
export function manifestFor(locale: Locale) {
  const said = words[locale];
  return {
    id: "/",
    name: said.name,
    short_name: "Godwit",
    description: said.description,
    lang: locale,
    dir: directions[locale],
    start_url: "/",
    scope: "/",
    display: "standalone" as const,
    // On a desktop the header takes the place of the title bar (header.module.css).
    display_override: [
      "window-controls-overlay" as const,
      "standalone" as const,
      "minimal-ui" as const,
    ],
    orientation: "any" as const,
    categories: ["finance"],
    // The window that is open leads on by itself (src/shell/frame/launches.ts): a load would take along what is typed in it.
    launch_handler: { client_mode: ["focus-existing" as const, "auto" as const] },
    handle_links: "preferred" as const,
    // As wide as the phone's layout, beside any page in Edge.
    edge_side_panel: { preferred_width: 400 },
    prefer_related_applications: false,
    // Home reads both (src/features/market/share/shared-entry.ts): they open a market or the search, and do nothing there.
    protocol_handlers: [{ protocol: "web+godwit", url: "/?open=%s" }],
    share_target: {
      action: "/",
      method: "GET" as const,
      enctype: "application/x-www-form-urlencoded" as const,
      params: { title: "shared_title", text: "shared_text", url: "shared_url" },
    },
    theme_color: "#0d1319",
    background_color: "#0d1319",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable" as const,
      },
      {
        src: "/icon-mono.svg",
        sizes: "any",
        type: "image/svg+xml",
        purpose: "monochrome" as const,
      },
    ],
    shortcuts: shortcuts.map((place) => ({
      name: said[place],
      description: said[`${place}Description`],
      url: `/${place}`,
      icons: [{ src: `/shortcuts/${place}.png`, sizes: "192x192", type: "image/png" }],
    })),
    screenshots: (Object.keys(pictures) as Picture[]).map((picture) => {
      const { form } = pictures[picture];
      const { width, height, scale } = pictureSizes[form];
      return {
        src: picturePath(picture, locale),
        sizes: `${width * scale}x${height * scale}`,
        type: "image/webp",
        form_factor: form,
        label: said[`${picture}Screenshot`],
      };
    }),
  };
}

/** Writes the manifest of every language but the first, whose manifest is the PWA plugin's own. */
export function manifests(): Plugin {
  return {
    name: "godwit-manifests",
    apply: "build",
    generateBundle() {
      for (const locale of locales.filter((other) => other !== fallbackLocale)) {
        this.emitFile({
          type: "asset",
          fileName: manifestPath(locale).slice(1),
          source: JSON.stringify(manifestFor(locale)),
        });
      }
    },
  };
}
