import { basename, dirname } from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { buildMetadata } from "./scripts/build-metadata.ts";
import { sharedChunks } from "./scripts/chunk-groups.ts";
import { manifestFor, manifests } from "./scripts/manifests.ts";
import { prerender } from "./scripts/prerender.ts";
import { textParts } from "./scripts/text-parts.ts";

const venue = `http://127.0.0.1:${process.env.PORT ?? "4170"}`;

const shared = sharedChunks();

/** Libraries, what every page runs, and what several screens share (scripts/chunk-groups.ts). */
const chunkGroups = [
  { name: "vendor", test: /\/node_modules\/(?!uplot|uqr)|rolldown\/runtime/, priority: 2 },
  { name: "start", tags: ["$initial" as const], priority: 1 },
  // Who needs what is counted there already.
  { name: shared.nameOf, debugName: "shared", includeDependenciesRecursively: false, priority: 0 },
];

/** Class names that say where they come from: `market-ticker-list_row`. Without a hash they compress away. */
function scopedName(name: string, file: string): string {
  return `${basename(dirname(file))}-${basename(file, ".module.css")}_${name}`;
}

const css = { modules: { generateScopedName: scopedName } };

/**
 * What prices render anew, many times a second: the React Compiler keeps what did not change. All other parts
 * are rendered by a tap, and would only weigh half as much again.
 */
const living = [
  /\/src\/features\/market\/(?!candle-(icons|indicators|parameters)|[\w-]*sheet)[\w-]+\.tsx?$/,
  /\/src\/features\/(trading|spot|contracts|seconds)\/(use-[\w-]+|(?!closed|history)[\w-]*(screen|ticket|panel|card|row))\.tsx?$/,
  /\/src\/features\/(home\/(home|my-value)|wallet\/(assets-screen|holding-row|total-card))[\w-]*\.tsx?$/,
];

/** A look at a screen before its texts are translated; a release never sets it. */
const mayMiss = process.env["LINGUI_ALLOW_MISSING"] === "1";

/** What turns our sources into code, for the browser and for the build's own run of the app. */
const compilers = () => [
  tanstackRouter({
    target: "react",
    autoCodeSplitting: true,
    routesDirectory: "src/routes",
    generatedRouteTree: "src/routeTree.gen.ts",
  }),
  // The macros must be gone before the React Compiler reads the file.
  babel({ presets: [linguiTransformerBabelPreset()] }),
  react({ compiler: true, include: living }),
  lingui({ failOnCompileError: true, failOnMissing: !mayMiss }),
  textParts({ mayMiss }),
];

export default defineConfig({
  plugins: [
    ...compilers(),
    shared.plugin,
    manifests(),
    buildMetadata(),
    prerender(compilers, css),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "sw",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      injectManifest: {
        rollupFormat: "iife",
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
      manifest: manifestFor("en-US"),
    }),
  ],
  css,
  // reliability.md, 4.2: the page's policy allows no inline script or style.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: {
      "/api/ws": { target: venue, ws: true },
      "/api": { target: venue },
      "/icons": { target: venue },
      "/config.json": { target: venue },
    },
  },
});
