import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

// No fallbackLocales: with them `compile --strict` passes with untranslated messages.
export default defineConfig({
  sourceLocale: "en-US",
  locales: ["en-US", "zh-CN", "zh-TW", "fr-FR"],
  catalogs: [
    {
      path: "src/locales/{locale}",
      include: ["src", "scripts/build/manifest-words.ts"],
      exclude: ["**/gallery/**", "**/routeTree.gen.ts"],
    },
  ],
  format: formatter({ lineNumbers: false }),
});
