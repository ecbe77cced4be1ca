import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { catalogParts } from "./catalog-parts.ts";

/**
 * What turns the app's sources into code, for every build that runs them: the browser's, the one that writes
 * the first pages, and a benchmark's. Each build needs its own.
 * @param mayMiss whether a text may be shown untranslated
 */
export function componentCompilers({ mayMiss }: { mayMiss: boolean }) {
  return [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnCompileError: true, failOnMissing: !mayMiss }),
    catalogParts({ mayMiss }),
  ];
}

/** The same with the router's files: each route's screen in a chunk of its own. */
export function appCompilers(options: { mayMiss: boolean }) {
  return [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "src/routes",
      generatedRouteTree: "src/routeTree.gen.ts",
    }),
    ...componentCompilers(options),
  ];
}
