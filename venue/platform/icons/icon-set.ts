import { open, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How an icon stands in its frame, where it differs from the set: Iconify's own names. */
interface IconFacts {
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  rotate?: number;
  hFlip?: boolean;
  vFlip?: boolean;
}

export interface Icon extends IconFacts {
  /** What stands inside the `svg` element. */
  body: string;
}

/** Where in the file an icon's body stands, as a JSON string. */
interface Place {
  at: number;
  length: number;
  facts: IconFacts;
}

interface Index {
  width: number;
  height: number;
  places: ReadonlyMap<string, Place>;
  aliases: ReadonlyMap<string, { parent: string; facts: IconFacts }>;
}

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const longestName = 64;
const largestBody = 100_000;
const longestChain = 5;
const indexedAtOnce = 500;

/** What a picture has no need of: code, other documents, other addresses. */
const unsafe =
  /<\s*(script|foreignobject|iframe|object|embed|style|animate|set|a)\b|[\s"'/]on[a-z]+\s*=|javascript:|(href|src)\s*=\s*["'](?!#)|url\((?!\s*["']?#)|<!|<\?/i;

/**
 * A set of icons of the package `@iconify-json/{prefix}`. In memory lies only where each body stands in the
 * package's file, which is read once for that, at the first call.
 */
export class IconSet {
  private readonly path: string;
  private index: Promise<Index> | undefined;

  /** @param path a file in Iconify's format, where it is not the package's own */
  constructor(
    prefix: string,
    path = createRequire(import.meta.url).resolve(`@iconify-json/${prefix}/icons.json`),
  ) {
    this.path = path;
  }

  /** The set's own frame; reads the file where it has not been read yet. */
  async frame(): Promise<{ width: number; height: number }> {
    const { width, height } = await this.load();
    return { width, height };
  }

  async has(name: string): Promise<boolean> {
    const index = await this.load();
    return index.places.has(name) || index.aliases.has(name);
  }

  /** Those of the icons that are there and safe to show, aliases resolved. */
  async find(names: Iterable<string>): Promise<Map<string, Icon>> {
    const index = await this.load();
    const found = new Map<string, Icon>();
    const file = await open(this.path);
    try {
      for (const name of names) {
        const resolved =
          name.length <= longestName && namePattern.test(name) ? resolve(index, name) : undefined;
        if (!resolved) continue;
        const { at, length, facts } = resolved;
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
        const body: unknown = JSON.parse(buffer.toString("utf8", 0, bytesRead));
        if (typeof body === "string" && isSafe(body)) found.set(name, { body, ...facts });
      }
    } finally {
      await file.close();
    }
    return found;
  }

  private load(): Promise<Index> {
    this.index ??= indexFile(this.path).catch((error: unknown) => {
      this.index = undefined;
      throw error;
    });
    return this.index;
  }
}

/** Fit to be shown as an image, and to stay harmless where it is shown as more. */
export function isSafe(body: string): boolean {
  return body.length <= largestBody && !unsafe.test(body);
}

function resolve({ places, aliases }: Index, name: string): Place | undefined {
  let facts: IconFacts = {};
  let at = name;
  for (let step = 0; step < longestChain; step++) {
    const place = places.get(at);
    if (place) return { ...place, facts: combine(place.facts, facts) };
    const alias = aliases.get(at);
    if (!alias) return undefined;
    facts = combine(alias.facts, facts);
    at = alias.parent;
  }
  return undefined;
}

/** An alias overrides its parent's frame; turns add up, and mirrored twice is not mirrored. */
function combine(parent: IconFacts, child: IconFacts): IconFacts {
  const rotate = ((parent.rotate ?? 0) + (child.rotate ?? 0)) % 4;
  const isTurnedOver = (axis: "hFlip" | "vFlip") =>
    (parent[axis] ?? false) !== (child[axis] ?? false);
  const { rotate: _rotate, hFlip: _hFlip, vFlip: _vFlip, ...frame } = { ...parent, ...child };
  return {
    ...frame,
    ...(rotate !== 0 && { rotate }),
    ...(isTurnedOver("hFlip") && { hFlip: true }),
    ...(isTurnedOver("vFlip") && { vFlip: true }),
  };
}

/** @throws Error where the file is no icon set */
async function indexFile(path: string): Promise<Index> {
  const bytes = await readFile(path);
  const set: unknown = JSON.parse(bytes.toString("utf8"));
  const places = new Map<string, Place>();
  const aliases = new Map<string, { parent: string; facts: IconFacts }>();
  let from = 0;
  for (const [name, icon] of Object.entries(recordIn(set, "icons"))) {
    const body = valueIn(icon, "body");
    if (typeof body !== "string") throw new Error(`${path} is no icon set`);
    // The file's own writing of the body is that of JSON.stringify, or the icon is left out.
    const text = Buffer.from(JSON.stringify(body));
    const at = bytes.indexOf(text, from);
    if (at < 0) continue;
    from = at + text.length;
    if (isSafe(body)) places.set(name, { at, length: text.length, facts: factsOf(icon) });
    if (places.size % indexedAtOnce === 0) await nextTurn();
  }
  for (const [name, alias] of Object.entries(recordIn(set, "aliases"))) {
    const parent = valueIn(alias, "parent");
    if (typeof parent === "string") aliases.set(name, { parent, facts: factsOf(alias) });
  }
  return { width: sizeIn(set, "width"), height: sizeIn(set, "height"), places, aliases };
}

function factsOf(icon: unknown): IconFacts {
  const facts: IconFacts = {};
  for (const name of ["left", "top", "width", "height", "rotate"] as const) {
    const value = valueIn(icon, name);
    if (typeof value === "number") facts[name] = value;
  }
  for (const name of ["hFlip", "vFlip"] as const)
    if (valueIn(icon, name) === true) facts[name] = true;
  return facts;
}

/** Iconify's usual size is 16. */
function sizeIn(set: unknown, name: string): number {
  const size = valueIn(set, name);
  return typeof size === "number" ? size : 16;
}

function recordIn(value: unknown, name: string): Record<string, unknown> {
  const record = valueIn(value, name);
  return typeof record === "object" && record !== null ? (record as Record<string, unknown>) : {};
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
