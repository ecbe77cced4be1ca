import { relative, resolve } from "node:path";
import { createCompilationErrorMessage, createCompiledCatalog, createMissingErrorMessage, getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import type { Plugin } from "vite";
import { locales } from "../src/i18n/locales.ts";

/** What the screens of a first visit are made of. Their texts are loaded with the first language, all others beside it where they are needed. */
const startFiles = [
  "src/(shell|ui|i18n|lib|api|storage)/",
  "src/[^/]+$",
  "src/routes/(__root|index|login|register|useragreement)\\.tsx",
  "src/features/(platform|session)/",
  "src/features/home/(?!currency|network-facts|facts-age)",
  "src/features/market/(?!book|candle|chart|market-(chart|header)|newest|not-offered|order-book|period|trade-tape|use-(candle|depth|trades))",
  "src/features/account/(account-notice|decision-texts|notices|standing|use-write-stop|follow-standing)",
  "src/features/wallet/(account-chips|portfolio|take-wallet|total-card|use-wallet|wallet-atoms)",
].map((path) => new RegExp(`^${path}`));

/** Routes whose own part of the app says nothing that is not in the start. */
const startRoutes = /\/src\/routes\/(index|login|register|useragreement)\.tsx/;

const parts = ["start", "rest"] as const;
const prefix = "virtual:texts";

const isOfStart = (file: string) => startFiles.some((pattern) => pattern.test(file));

/**
 * Serves `virtual:texts`, each language's texts in two parts, and sees to it that nothing of the first
 * screens says what stands in the second.
 * @param mayMiss whether a text may be shown untranslated
 */
export function textParts({ mayMiss }: { mayMiss: boolean }): Plugin {
  const config = getConfig();

  async function textsOf(locale: string, part: string): Promise<string> {
    const [catalog] = await getCatalogs(config);
    if (!catalog) throw new Error("lingui.config.ts names no catalog");
    const [entries, { messages, missing }] = await Promise.all([
      catalog.read(locale),
      catalog.getTranslations(locale, { fallbackLocales: config.fallbackLocales, sourceLocale: config.sourceLocale, missingBehavior: "resolved" }),
    ]);
    if (missing.length > 0 && !mayMiss) throw new Error(createMissingErrorMessage(locale, missing, "resolved"));
    const isWanted = (id: string) => (entries?.[id]?.origin ?? []).some(([file]) => isOfStart(file)) === (part === "start");
    const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(Object.entries(messages).filter(([id]) => isWanted(id))), { namespace: "es" });
    if (errors.length > 0) throw new Error(createCompilationErrorMessage(locale, errors));
    return source;
  }

  return {
    name: "godwit-text-parts",
    resolveId: (id) => (id === prefix || id.startsWith(`${prefix}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [locale, part] = id.slice(prefix.length + 2).split(".");
      if (locale !== undefined && part !== undefined) {
        this.addWatchFile(resolve(`src/locales/${locale}.po`));
        return textsOf(locale, part);
      }
      const doors = locales.map((name) => `${JSON.stringify(name)}: { ${parts.map((one) => `${one}: () => import("${prefix}/${name}.${one}")`).join(", ")} }`);
      return `export const texts = { ${doors.join(", ")} };`;
    },
    async generateBundle() {
      const entry = [...this.getModuleIds()].find((id) => id.endsWith("/src/main.tsx"));
      if (entry === undefined) return;
      const [catalog] = await getCatalogs(config);
      const speaking = new Set(Object.values((await catalog?.read(config.sourceLocale ?? "en-US")) ?? {}).flatMap(({ origin = [] }) => origin.map(([file]) => file)));
      const reached = new Set([entry]);
      for (const id of reached) {
        const facts = this.getModuleInfo(id);
        const followed = (facts?.dynamicallyImportedIds ?? []).filter((other) => !other.includes("/src/routes/") || startRoutes.test(other));
        for (const other of [...(facts?.importedIds ?? []), ...followed]) reached.add(other);
      }
      // What a route file says stands in the part that is split from it.
      const strangers = [...reached].filter((id) => !id.includes("/src/routes/") || startRoutes.test(id)).map((id) => relative(process.cwd(), id.split("?")[0] ?? "")).filter((file) => speaking.has(file) && !isOfStart(file));
      if (strangers.length > 0) this.error(`The first screens hold parts whose texts are loaded later; name them in scripts/text-parts.ts: ${[...new Set(strangers)].join(", ")}`);
    },
  };
}
