import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { buildMetadata } from "./scripts/build-metadata.ts";

const venue = `http://127.0.0.1:${process.env.PORT ?? "4170"}`;

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true, routesDirectory: "src/routes", generatedRouteTree: "src/routeTree.gen.ts" }),
    // The macros must be gone before the React Compiler reads the file.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnCompileError: true, failOnMissing: true }),
    buildMetadata(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "sw",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      injectManifest: { rollupFormat: "iife", globPatterns: ["index.html", "assets/**/*.{js,css}", "*.{svg,png}"] },
      manifest: {
        id: "/",
        name: "Godwit",
        short_name: "Godwit",
        description: "Markets, wallet and paper trading that keep working when the network does not.",
        lang: "en",
        start_url: "/",
        scope: "/",
        display: "standalone",
        orientation: "any",
        categories: ["finance"],
        theme_color: "#0d1319",
        background_color: "#0d1319",
        icons: [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          { src: "/icon-mono.svg", sizes: "any", type: "image/svg+xml", purpose: "monochrome" },
        ],
      },
    }),
  ],
  // reliability.md, 4.2: the page's policy allows no inline script or style.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: {
    proxy: {
      "/api/ws": { target: venue, ws: true },
      "/api": { target: venue },
      "/icons": { target: venue },
      "/config.json": { target: venue },
    },
  },
});
