import { defineConfig } from "vite";
import { buildMetadata } from "./scripts/build/build-metadata.ts";
import { chunkGroups } from "./scripts/build/chunk-groups.ts";
import { appCompilers } from "./scripts/build/compilers.ts";
import { endpointSummaries } from "./scripts/build/endpoint-summaries.ts";
import { manifests } from "./scripts/build/manifests.ts";
import { prerender } from "./scripts/build/prerender.ts";
import { scopedName } from "./scripts/build/scoped-names.ts";
import { serviceWorker } from "./scripts/build/service-worker.ts";
import { thirdPartyNotices } from "./scripts/build/third-party-notices.ts";

const venue = `http://127.0.0.1:${process.env.PORT ?? "4170"}`;

const chunks = chunkGroups();
const css = { modules: { generateScopedName: scopedName } };
// For a look at a screen before its texts are translated; a release never sets it.
const mayMiss = process.env["LINGUI_ALLOW_MISSING"] === "1";
const compilers = () => appCompilers({ mayMiss });

export default defineConfig({
  // The order counts: scripts/build/README.md.
  plugins: [
    ...compilers(),
    endpointSummaries(),
    chunks.plugin,
    manifests(),
    thirdPartyNotices(),
    buildMetadata(),
    prerender(compilers, css),
    serviceWorker(),
  ],
  css,
  build: {
    target: "es2022",
    // reliability.md, 4.2: the page's policy allows no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      output: { codeSplitting: { groups: chunks.groups } },
    },
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
