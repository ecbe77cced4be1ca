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
import { locales } from "../src/i18n/locales.ts";
import { textParts as parts, textPartsOf, type TextPart } from "../src/i18n/text-parts.ts";

/**
 * Which parts hold the texts of a file: the first line it fits, else the start. A file that several words'
 * screens are made of stands in the part of each.
 */
const places: readonly (readonly [path: RegExp, parts: readonly TextPart[]])[] = [
  [
    /^src\/shell\/(connection-facts|install-(sheet|steps)|profile-menu|storage-sheet|settings-sheet|notice-centre)\./,
    ["sheets"],
  ],
  [/^src\/features\/account\/notices-/, ["sheets"]],
  [/^src\/features\/account\/decision-texts/, ["sheets", "account"]],
  [
    /^src\/features\/session\/(standing-notice|login-wanted)/,
    ["session", "market", "wallet", "payments", "account"],
  ],
  [
    /^src\/(features\/session\/|shell\/auth-dialog|features\/platform\/agreement|routes\/(login|register|useragreement))/,
    ["session"],
  ],
  [
    /^src\/features\/market\/(?!age-mark|follow|market-list|market-search|pull-to-refresh|rules-trouble|search-scope|set-star|share-button|sort-bar|star-button|ticker-list)/,
    ["market"],
  ],
  [/^src\/features\/trading\//, ["market"]],
  [/^src\/features\/spot\//, ["spot"]],
  [/^src\/features\/contracts\//, ["contracts"]],
  [/^src\/features\/seconds\//, ["seconds"]],
  [/^src\/features\/wallet\/(total-card|account-chips)/, ["start"]],
  [/^src\/features\/wallet\/(bill-texts|order-bills|use-bill-type-text)/, ["market", "wallet"]],
  [
    /^src\/features\/wallet\/(address-(texts|view)|history-recharge|recharge-detail|recharge-progress|use-recharge-words|use-withdraw-words|withdrawal-(cancel|facts|linked))/,
    ["wallet", "payments"],
  ],
  [
    /^src\/(features\/wallet\/(address|bank-card|recharge|review-due|use-recharge|use-withdraw|withdraw)|routes\/(recharge|withdraw|password\/withdraw))/,
    ["payments"],
  ],
  [
    /^src\/(features\/(wallet|home\/(currency|network-facts|facts-age))|routes\/(assets|history|currency))/,
    ["wallet"],
  ],
  [/^src\/features\/account\/use-write-stop/, ["start"]],
  [/^src\/features\/account\/use-request-words/, ["wallet", "payments", "account"]],
  [/^src\/features\/picture\//, ["payments", "account"]],
  [/^src\/(features\/account\/|routes\/(certification|security|password))/, ["account"]],
];

const prefix = "virtual:texts";

/** How a part of the app that speaks more than its screen is loaded (src/i18n/activate.ts). */
const lateLoad = /withTexts\("(\w+)", \(\) => import\("([^"]+)"\)/g;

const partsOf = (file: string): readonly TextPart[] =>
  places.find(([path]) => path.test(file))?.[1] ?? ["start"];

/** A text that the start says is there for all; any other stands with each file that says it. */
function isIn(part: TextPart, files: readonly string[]): boolean {
  const held = new Set(files.flatMap(partsOf));
  return held.has("start") ? part === "start" : held.has(part);
}

/**
 * Serves `virtual:texts`, each language's texts in parts, and sees to it that no screen says what stands in a
 * part that it does not load, and loads none for nothing.
 * @param mayMiss whether a text may be shown untranslated
 */
export function textParts({ mayMiss }: { mayMiss: boolean }): Plugin {
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

  /** @param filesOf which files say a text */
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

  /** Who says what in the sources, and not who did when the catalogs were last extracted. */
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
    name: "godwit-text-parts",
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
      const doors = locales.map(
        (one) =>
          `${JSON.stringify(one)}: { ${parts.map((each) => `${each}: () => import("${prefix}/${one}.${each}")`).join(", ")} }`,
      );
      return `export const texts = { ${doors.join(", ")} };`;
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
          `Texts are not where they are said; see scripts/text-parts.ts and src/i18n/text-parts.ts:\n${wrong.join("\n")}`,
        );
    },
  };
}

/** The files that say each text, by its id. */
type Sayers = ReadonlyMap<string, ReadonlySet<string>>;

function textsNamed(id: string): { locale?: string | undefined; part?: TextPart | undefined } {
  if (!id.startsWith(`\0${prefix}/`)) return {};
  const [locale, name] = id.slice(prefix.length + 2).split(".");
  return { locale, part: parts.find((one) => one === name) };
}

/** For each file, the parts that its texts stand in: one of each text's is enough. */
function spokenParts(texts: Sayers): Map<string, (readonly TextPart[])[]> {
  const spoken = new Map<string, (readonly TextPart[])[]>();
  for (const files of texts.values()) {
    const held = parts.filter((part) => isIn(part, [...files]));
    for (const file of files) spoken.set(file, [...(spoken.get(file) ?? []), held]);
  }
  return spoken;
}

/** A screen or a sheet, and the parts that are there when it speaks. */
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
      // What a route file says stands in the part that is split from it.
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
