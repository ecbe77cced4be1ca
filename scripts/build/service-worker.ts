import { VitePWA } from "vite-plugin-pwa";
import { fallbackLocale } from "../../src/i18n/locales.ts";
import { endpointSummaries } from "./endpoint-summaries.ts";
import { manifestFor } from "./manifests.ts";

/** Compiles `sw/sw.ts` with the list of what it fetches when it is installed, and writes the first manifest. */
export function serviceWorker() {
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "sw",
    filename: "sw.ts",
    registerType: "prompt",
    injectRegister: false,
    injectManifest: {
      rollupFormat: "iife",
      buildPlugins: { vite: [endpointSummaries()] },
      globPatterns: [
        "{**/,}index.html",
        "shell.html",
        "assets/**/*.{js,css}",
        "*.svg",
        "icon-192.png",
      ],
    },
    // The system fetches them when it installs the app, which it does with a network.
    includeManifestIcons: false,
    manifest: manifestFor(fallbackLocale),
  });
}
