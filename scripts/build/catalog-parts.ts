import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import {
  createCompilationErrorMessage,
  createCompiledCatalog,
  createMissingErrorMessage,
  getCatalogs,
} from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import type { Plugin, Rolldown } from "vite";
import { locales } from "../../src/i18n/locales.ts";
import { textParts as parts, textPartsOf, type TextPart } from "../../src/i18n/catalog-parts.ts";
import { byPath, type ByPath } from "./by-path.ts";

/**
 * Which parts contain the texts of a folder, or of a file without its extension: the longest matching path
 * counts. Texts that screens of several rooms use are in the part of each.
 */
const places: ByPath<readonly TextPart[]> = {
  "src/shell/install": ["sheets"],
  "src/shell/notice-centre/notice-centre": ["sheets"],
  "src/shell/keys": ["sheets"],
  "src/shell/settings": ["sheets"],
  "src/shell/connection/connection-facts": ["sheets"],
  "src/shell/session/auth-dialog": ["session"],
  "src/features/session": ["session"],
  "src/features/session/account-status": ["session", "market", "wallet", "payments", "account"],
  "src/features/session/login-wanted": ["session", "market", "wallet", "payments", "account"],
  "src/features/session/form/factor-field": ["session", "payments"],
  "src/features/session/form/passkey-field": ["session", "payments"],
  "src/features/session/form/use-wait-text": ["session", "payments", "account"],
  "src/features/platform/agreement": ["session"],
  "src/features/upload": ["payments", "account"],
  "src/features/account": ["account"],
  "src/features/account/use-request-messages": ["wallet", "payments", "account"],
  "src/features/account/notices": ["sheets"],
  "src/features/account/push": ["sheets"],
  "src/features/account/notices/decision-messages": ["sheets", "account"],
  "src/features/market/alerts": ["sheets"],
  "src/features/market/alerts/alert-button": ["market"],
  "src/features/market/alerts/use-alert-sheet": ["start"],
  "src/features/market/book": ["market"],
  "src/features/market/chart": ["market"],
  "src/features/market/header": ["market"],
  "src/features/home/currency": ["wallet"],
  "src/features/wallet": ["wallet"],
  "src/features/wallet/assets/total-card": ["start"],
  "src/features/wallet/assets/currency-field": ["wallet", "payments"],
  "src/features/wallet/bills/bill-messages": ["market", "wallet"],
  "src/features/wallet/bills/order-bills": ["market", "wallet"],
  "src/features/wallet/recharge": ["payments"],
  "src/features/wallet/recharge/recharge-linked": ["wallet", "payments"],
  "src/features/wallet/withdraw": ["payments"],
  "src/features/wallet/withdraw/records": ["wallet", "payments"],
  "src/features/wallet/withdraw/use-withdraw-messages": ["wallet", "payments"],
  "src/features/trade": ["market"],
  "src/features/trade/slips": ["spot", "contracts"],
  "src/features/spot": ["spot"],
  "src/features/contracts": ["contracts"],
  "src/features/seconds": ["seconds"],
  "src/routes/login": ["session"],
  "src/routes/register": ["session"],
  "src/routes/useragreement": ["session"],
  "src/routes/assets": ["wallet"],
  "src/routes/history": ["wallet"],
  "src/routes/currency": ["wallet"],
  "src/routes/recharge": ["payments"],
  "src/routes/withdraw": ["payments"],
  "src/routes/certification": ["account"],
  "src/routes/security": ["account"],
  "src/routes/invite": ["account"],
  "src/routes/password": ["account"],
  "src/routes/password/withdraw": ["payments"],
};

const prefix = "virtual:texts";

/** The call that loads code together with a part of the texts (src/i18n/activate.ts). */
const lateLoad = /withTexts\("(\w+)", \(\) => import\("([^"]+)"\)/g;

const partsOf = (file: string) => byPath(places, file) ?? (["start"] as const);

/** Whether a text belongs to a part: one that the start uses is only in the start, any other is in the part of each file that uses it. */
function isIn(part: TextPart, files: readonly string[]): boolean {
  const held = new Set<TextPart>(files.flatMap(partsOf));
  return held.has("start") ? part === "start" : held.has(part);
}

/**
 * Serves `virtual:texts`, the texts of each language in parts. It fails the build where a screen uses a text of
 * a part that it does not load, or loads a part without using it.
 * @param mayMiss whether a text may be shown untranslated
 */
export function catalogParts({ mayMiss }: { mayMiss: boolean }): Plugin {
  const config = getConfig();

  async function catalogOf() {
    const [catalog] = await getCatalogs(config);
    if (!catalog) throw new Error("lingui.config.ts names no catalog");
    return catalog;
  }

  async function readLanguage(locale: string) {
    const catalog = await catalogOf();
    const [entries, { messages, missing }] = await Promise.all([
      catalog.read(locale),
      catalog.getTranslations(locale, {
        fallbackLocales: config.fallbackLocales,
        sourceLocale: config.sourceLocale,
        missingBehavior: "resolved",
      }),
    ]);
    if (missing.length > 0 && !mayMiss)
      throw new Error(createMissingErrorMessage(locale, missing, "resolved"));
    return { entries, messages };
  }

  /** Languages that were read already, for their next parts. */
  const languages = new Map<string, ReturnType<typeof readLanguage>>();

  /** @param filesOf the files that use a text */
  async function textsOf(locale: string, part: TextPart, filesOf?: Sayers): Promise<string> {
    const reading = languages.get(locale) ?? readLanguage(locale);
    languages.set(locale, reading);
    const { entries, messages } = await reading;
    const isWanted = (id: string) =>
      isIn(
        part,
        filesOf
          ? [...(filesOf.get(id) ?? [])]
          : (entries?.[id]?.origin ?? []).map(([file]) => file),
      );
    const { source, errors } = createCompiledCatalog(
      locale,
      Object.fromEntries(Object.entries(messages).filter(([id]) => isWanted(id))),
      { namespace: "es" },
    );
    if (errors.length > 0) throw new Error(createCompilationErrorMessage(locale, errors));
    return source;
  }

  let said: Promise<Sayers> | undefined;

  /** The files that use each text now; the catalogs only know those of the last extraction. */
  async function readSayers(context: Rolldown.PluginContext): Promise<Sayers> {
    const { messages } = await readLanguage(config.sourceLocale ?? "en-US");
    const files = new Map<string, Set<string>>();
    for (const module of context.getModuleIds()) {
      const [path = ""] = module.split("?");
      if (!path.includes("/src/") || !/\.tsx?$/.test(path)) continue;
      for (const [, id = ""] of (context.getModuleInfo(module)?.code ?? "").matchAll(
        /["'`](?=([^"'`\s]+)["'`])/g,
      )) {
        if (id in messages)
          files.set(id, (files.get(id) ?? new Set()).add(relative(process.cwd(), path)));
      }
    }
    return files;
  }

  return {
    name: "godwit-catalog-parts",
    watchChange: () => languages.clear(),
    buildStart: () => void (said = undefined),
    resolveId: (id) => (id === prefix || id.startsWith(`${prefix}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const { locale, part } = textsNamed(id);
      if (locale !== undefined && part !== undefined) {
        this.addWatchFile(resolve(`src/locales/${locale}.po`));
        return textsOf(locale, part);
      }
      const loaders = locales.map(
        (one) =>
          `${JSON.stringify(one)}: { ${parts.map((each) => `${each}: () => import("${prefix}/${one}.${each}")`).join(", ")} }`,
      );
      return `export const texts = { ${loaders.join(", ")} };`;
    },
    async renderChunk(_code, { facadeModuleId }) {
      const { locale, part } = textsNamed(facadeModuleId ?? "");
      if (locale === undefined || part === undefined) return undefined;
      return textsOf(locale, part, await (said ??= readSayers(this)));
    },
    async generateBundle() {
      const entry = [...this.getModuleIds()].find((id) => id.endsWith("/src/main.tsx"));
      if (entry === undefined) return;
      const wrong = await misplaced(this, entry, spokenParts(await (said ??= readSayers(this))));
      if (wrong.length > 0)
        this.error(
          `Texts are not where they are said; see scripts/build/catalog-parts.ts and src/i18n/catalog-parts.ts:\n${wrong.join("\n")}`,
        );
    },
  };
}

/** The files that use each text, by its id. */
type Sayers = ReadonlyMap<string, ReadonlySet<string>>;

function textsNamed(id: string): { locale?: string | undefined; part?: TextPart | undefined } {
  if (!id.startsWith(`\0${prefix}/`)) return {};
  const [locale, name] = id.slice(prefix.length + 2).split(".");
  return { locale, part: parts.find((one) => one === name) };
}

/** For each file and text, the parts that contain the text; one of them is enough. */
function spokenParts(texts: Sayers): Map<string, (readonly TextPart[])[]> {
  const spoken = new Map<string, (readonly TextPart[])[]>();
  for (const files of texts.values()) {
    const held = parts.filter((part) => isIn(part, [...files]));
    for (const file of files) spoken.set(file, [...(spoken.get(file) ?? []), held]);
  }
  return spoken;
}

/** A screen or a sheet, and the parts that are loaded when it is shown. */
interface Speaker {
  name: string;
  root: string;
  loaded: readonly TextPart[];
}

async function misplaced(
  context: Rolldown.PluginContext,
  entry: string,
  spoken: ReadonlyMap<string, (readonly TextPart[])[]>,
): Promise<string[]> {
  const wrong = new Set<string>();
  const speakers: Speaker[] = [{ name: "the start", root: entry, loaded: ["start"] }];
  const known = new Set<string>();
  for (const { name, root, loaded } of speakers) {
    const used = new Set<TextPart>(["start"]);
    const reached = new Set([root]);
    for (const id of reached) {
      const facts = context.getModuleInfo(id);
      const [path = ""] = id.split("?");
      const file = relative(process.cwd(), path);
      const route = routeOf(file);
      // A route file's texts are in the chunk that is split from it.
      if (route === undefined || id === root) {
        for (const held of spoken.get(file) ?? []) {
          const found = held.find((part) => loaded.includes(part));
          if (found === undefined)
            wrong.add(
              `${file} (${held.join(" or ")}) is reached by ${name}, which loads ${loaded.join(", ")}`,
            );
          else used.add(found);
        }
      }
      const late = await lateParts(path);
      for (const other of facts?.importedIds ?? []) reached.add(other);
      for (const other of facts?.dynamicallyImportedIds ?? []) {
        const [target = ""] = other.split("?");
        const place = routeOf(relative(process.cwd(), target));
        const part = late.get(target);
        if (place === undefined && part === undefined) reached.add(other);
        else {
          const speaker =
            place === undefined
              ? {
                  name: relative(process.cwd(), target),
                  root: other,
                  loaded: [...loaded, ...(part ? [part] : [])],
                }
              : { name: place, root: other, loaded: ["start", ...textPartsOf(place)] as const };
          const key = `${speaker.root} ${speaker.loaded.join()}`;
          if (!known.has(key)) speakers.push(speaker);
          known.add(key);
        }
      }
    }
    if (name.startsWith("/"))
      for (const part of loaded)
        if (!used.has(part)) wrong.add(`${name} loads ${part} for nothing`);
  }
  return [...wrong];
}

/** The path of a route's file; undefined for any other file. */
function routeOf(file: string): string | undefined {
  const name = /^src\/routes\/(?!__root)(.+)\.tsx$/.exec(file)?.[1];
  return name === undefined ? undefined : `/${name}`.replace(/\/index$/, "") || "/";
}

/** Files that a file loads together with a part of the texts. */
async function lateParts(path: string): Promise<Map<string, TextPart>> {
  if (!path.includes("/src/") || !/\.tsx?$/.test(path)) return new Map();
  const found = [...(await readFile(path, "utf8")).matchAll(lateLoad)];
  return new Map(
    found.map(([, part, target]) => [resolve(dirname(path), target ?? ""), part as TextPart]),
  );
}
