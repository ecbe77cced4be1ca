import { cacheNames as workboxCaches } from "workbox-core";
import { PrecacheController, type PrecacheEntry } from "workbox-precaching";
import {
  type CacheState,
  deskFiles,
  deskPath,
  languagesCache,
  languagesPath,
} from "#protocol/api/worker-messages.ts";
import { BuildBefore } from "./build-before.ts";
import { isOwnFile, ownFilesOnly } from "./precache-guard.ts";

/** Texts of one language; every other file belongs to all. */
const textsOf = /\/assets\/([a-z]{2}-[A-Z]{2})-[\w-]+\.js$/;
/** Files that a device without any installs together (scripts/build/packs.ts). */
const pack = /\/assets\/pack-(app|desk|[a-z]{2}-[A-Z]{2})-[\w-]+\.txt$/;
const forAll = "app";
/** A header of the page that says nothing of another page, or that no cached answer needs. */
const ofOneAnswer =
  /^(content-(encoding|length)|etag|last-modified|date|age|vary|transfer-encoding)$/;

const types: Readonly<Record<string, string>> = {
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};

/**
 * What of a build is on the device: all of it but the texts of languages that were never chosen here, and on a phone
 * what only wider windows ask for. A first
 * installation takes a pack for all files and one for each language; later ones fetch what changed, file by file.
 */
export class Installation {
  /** Serves every file of the build, from the network where it is not installed. */
  readonly controller = new PrecacheController({ plugins: [ownFilesOnly] });
  /** Paths of all files of the build. */
  readonly paths: ReadonlySet<string>;
  readonly before = new BuildBefore();
  readonly #entries: readonly PrecacheEntry[];
  readonly #packs = new Map<string, string>();

  constructor(manifest: readonly (PrecacheEntry | string)[]) {
    const entries = manifest.map((entry) => (typeof entry === "string" ? { url: entry } : entry));
    for (const { url } of entries) {
      const [, name] = pack.exec(pathOf(url)) ?? [];
      if (name !== undefined) this.#packs.set(name, url);
    }
    this.#entries = entries.filter(({ url }) => !pack.test(pathOf(url)));
    this.controller.addToCacheList([...this.#entries]);
    this.paths = new Set(this.#entries.map(({ url }) => pathOf(url)));
  }

  async install(event: ExtendableEvent): Promise<void> {
    const wanted = await this.#wanted();
    // What a pack does not bring is fetched file by file.
    await this.#unpack(wanted).catch(() => undefined);
    await controllerOf(wanted).install(event);
  }

  async activate(event: ExtendableEvent): Promise<void> {
    // Texts of a language that is chosen later belong to it, too.
    const keys = this.#entries.flatMap(({ url }) => this.controller.getCacheKeyForURL(url) ?? []);
    // Without room for it there is no way back, and the build is as good.
    await this.before.follow(keys).catch(() => undefined);
    await controllerOf(await this.#wanted()).activate(event);
  }

  /** An app says that it runs. Only one of this build says something of this build. */
  async noteStart(build: string): Promise<void> {
    const home = await this.controller.matchPrecache(homePath);
    if (home && (await buildOf(home)) === build) await this.before.noteStart();
  }

  async state(): Promise<CacheState> {
    const wanted = await this.#wanted();
    return {
      precached: wanted.length - (await this.#missing(wanted)).length,
      wanted: wanted.length,
    };
  }

  /** The files that this device is to have. One that has never said its languages is to have them all. */
  async #wanted(): Promise<PrecacheEntry[]> {
    const [languages, isDesk] = await Promise.all([readLanguages(), hasDesk()]);
    return this.#entries.filter(({ url }) => {
      if (deskFiles.test(url)) return isDesk;
      const [, language] = textsOf.exec(pathOf(url)) ?? [];
      return language === undefined || !languages || languages.has(language);
    });
  }

  async #missing(wanted: readonly PrecacheEntry[]): Promise<PrecacheEntry[]> {
    const cache = await caches.open(workboxCaches.precache);
    const there = new Set((await cache.keys()).map(({ url }) => url));
    return wanted.filter(({ url }) => !there.has(this.controller.getCacheKeyForURL(url) ?? ""));
  }

  /** Takes the packs of which most is missing. */
  async #unpack(wanted: readonly PrecacheEntry[]): Promise<void> {
    const missing = new Set(await this.#missing(wanted));
    for (const [name, address] of this.#packs) {
      const packed = wanted.filter(({ url }) => packOf(url) === name);
      const lacking = packed.filter((entry) => missing.has(entry));
      if (lacking.length > packed.length / 2) await this.#take(address, lacking);
    }
  }

  async #take(address: string, lacking: readonly PrecacheEntry[]): Promise<void> {
    const hasPages = lacking.some(({ url }) => isPage(url));
    const [answer, home] = await Promise.all([
      fetch(address, { credentials: "same-origin" }),
      hasPages ? readHome() : undefined,
    ]);
    if (answer.status !== 200 || answer.redirected) return;
    const files = await readPack(await answer.text());
    const [page] = [...files].filter(([path]) => isPage(path));
    const isOneBuild = home && page && (await buildOf(home)) === (await buildOf(page[1]));
    const cache = await caches.open(workboxCaches.precache);
    await Promise.all(
      lacking.map(async ({ url }) => {
        const path = pathOf(url);
        const key = this.controller.getCacheKeyForURL(url);
        const file = files.get(path);
        if (key === undefined || (isPage(path) && !isOneBuild)) return;
        if (path === homePath && home) await cache.put(key, home.clone());
        else if (file) {
          const headers = isPage(path) && home ? headersOfPages(home) : headersOf(path);
          if (headers) await cache.put(key, new Response(file, { headers }));
        }
      }),
    );
  }
}

const homePath = "/index.html";

const packOf = (url: string) =>
  deskFiles.test(url) ? "desk" : (textsOf.exec(pathOf(url))?.[1] ?? forAll);

const isPage = (path: string) => path.endsWith(".html");

/**
 * Home's page, as the browser has it where the venue says that it is still the same: no device with it waits for it
 * twice. Undefined where what is answered is no page of ours.
 */
async function readHome(): Promise<Response | undefined> {
  const home = await fetch("/", { cache: "no-cache", credentials: "same-origin" });
  const { redirected, type, headers, status } = home;
  const url = new URL(homePath, self.location.origin).href;
  return isOwnFile({ url, redirected, type, headers, status }) ? home : undefined;
}

/** The build that a page says it is of. Between two answers another may have been deployed, with another policy. */
async function buildOf(page: Response | Blob): Promise<string | undefined> {
  const text = await (page instanceof Response ? page.clone() : page).text();
  return /<meta name="build" content="([0-9a-f]+)"/.exec(text)?.[1];
}

const pathOf = (url: string) => new URL(url, self.location.origin).pathname;

function controllerOf(entries: PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController({ plugins: [ownFilesOnly] });
  controller.addToCacheList(entries);
  return controller;
}

/** The languages that were shown on this device, as its pages note them; undefined where none has yet. */
async function readLanguages(): Promise<Set<string> | undefined> {
  try {
    const record = await (await caches.open(languagesCache)).match(languagesPath);
    const languages: unknown = await record?.json();
    return Array.isArray(languages) && languages.length > 0
      ? new Set(languages.map(String))
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a page of this device noted that it has a wide window or a keyboard. */
async function hasDesk(): Promise<boolean> {
  try {
    return (await (await caches.open(languagesCache)).match(deskPath)) !== undefined;
  } catch {
    return false;
  }
}

/** The files of a pack by their paths: the form in which a form's files are sent, whose first line is its boundary. */
async function readPack(text: string): Promise<Map<string, Blob>> {
  const [, boundary = ""] = /^--([\w-]+)\r\n/.exec(text) ?? [];
  const type = `multipart/form-data; boundary=${boundary}`;
  const form = await new Response(text, { headers: { "Content-Type": type } }).formData();
  return new Map(
    [...form].flatMap(([path, file]) => (typeof file === "string" ? [] : [[path, file] as const])),
  );
}

/** All pages of a build have one policy, so the headers of one are those of all. */
function headersOfPages(page: Response): Headers {
  return new Headers([...page.headers].filter(([name]) => !ofOneAnswer.test(name)));
}

function headersOf(path: string): Headers | undefined {
  const type = types[path.split(".").at(-1) ?? ""];
  return type === undefined ? undefined : new Headers({ "Content-Type": `${type}; charset=utf-8` });
}
