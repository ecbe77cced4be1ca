import type { Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { publicPaths } from "../../protocol/api/public-paths.ts";
import { fallbackLocale } from "../../src/i18n/locales.ts";
import { endpointSummaries } from "./endpoint-summaries.ts";
import { manifestFor } from "./manifests.ts";
import { writePacks } from "./packs.ts";

/**
 * The paths whose answers the worker may cache, as a list: the table of endpoints, with all that checks them, would
 * be half of the worker.
 */
function publicPathList(): Plugin {
  return {
    name: "godwit-public-paths",
    config: () => ({ define: { PUBLIC_PATHS: JSON.stringify(publicPaths()) } }),
  };
}

/**
 * Compiles `sw/sw.ts` with the list of what it installs, writes the packs in which a device without any installs it,
 * and the first manifest.
 */
export function serviceWorker() {
  let outDir = "dist";
  const place: Plugin = {
    name: "godwit-out-dir",
    configResolved: (config) => void (outDir = config.build.outDir),
  };
  const worker = VitePWA({
    strategies: "injectManifest",
    srcDir: "sw",
    filename: "sw.ts",
    registerType: "prompt",
    injectRegister: false,
    injectManifest: {
      rollupFormat: "iife",
      buildPlugins: { vite: [endpointSummaries(), publicPathList()] },
      manifestTransforms: [
        (entries) => ({ manifest: [...entries, ...writePacks(entries, outDir)], warnings: [] }),
      ],
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
  return [place, worker];
}
