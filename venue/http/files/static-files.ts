import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { type InlineParts, readInlineParts } from "../page-policy.ts";
import {
  acceptedCoding,
  type Coding,
  encodeContent,
  entityTag,
  matchesTag,
} from "../content-coding.ts";
import type { BuildGenerations } from "./build-generations.ts";
import { type ResponseClass, securityHeaders } from "../security-headers.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const alreadyCompressed = new Set([".png", ".jpg", ".webp", ".ico", ".woff2"]);
const worthCompressing = 1024;
/** Longer paths name no file of ours. */
const longestPath = 1024;

interface CachedFile {
  changedMs: number;
  size: number;
  bytes: Uint8Array<ArrayBuffer>;
  hash: string;
  encoded: Map<Coding, { effort: number; bytes: Promise<Uint8Array<ArrayBuffer>> }>;
}

/** For what is compressed ahead and served for weeks. */
const fullEffort = 11;
/** While a request waits: a fortieth of the time for 9 % more bytes. */
const quickEffort: Readonly<Record<Coding, number>> = { br: 5, gzip: 9, identity: 0 };

/** Serves the built app. A missing file is a plain 404; a navigation gets the app's own 404 page. */
export class StaticFiles {
  private readonly root: string;
  private readonly publicUrl: string | null;
  private readonly earlier: BuildGenerations | undefined;
  private readonly elsewhere: readonly string[];
  private readonly cache = new Map<string, CachedFile>();

  /**
   * @param earlier parts of builds that were served before, for tabs that still run them
   * @param elsewhere origins beyond the venue's own that the app calls
   */
  constructor(
    root: string,
    publicUrl: string | null,
    earlier?: BuildGenerations,
    elsewhere: readonly string[] = [],
  ) {
    this.root = resolve(root);
    this.publicUrl = publicUrl;
    this.earlier = earlier;
    this.elsewhere = elsewhere;
  }

  async answer(request: Request): Promise<Response> {
    const path = readPath(request.url);
    const name = path === undefined ? undefined : this.fileOf(path);
    const file =
      name === undefined || path === undefined || path.endsWith("/")
        ? undefined
        : await this.load(name);
    if (file && name !== undefined) return this.respond(request, { name, file, status: 200 });
    const earlier =
      path !== undefined && name !== undefined && isOfBuild(path)
        ? await this.ofEarlier(request, path)
        : undefined;
    if (earlier) return earlier;
    return path !== undefined && namesPage(path) && takesPage(request)
      ? this.page(request, path)
      : this.missing();
  }

  /** Compresses ahead, at full effort, what will be requested. */
  async warm(): Promise<void> {
    const names = await readdir(this.root, { recursive: true }).catch(() => []);
    for (const name of names) {
      const path = join(this.root, name);
      const file = isCompressible(path) ? await this.load(path) : undefined;
      if (!file || file.size <= worthCompressing) continue;
      const bytes = await encodeContent(file.bytes, "br", fullEffort);
      file.encoded.set("br", { effort: fullEffort, bytes: Promise.resolve(bytes) });
    }
  }

  /** A route's page, prerendered or the shell. A route is known where the build has its payload. */
  private async page(request: Request, path: string): Promise<Response> {
    const route = withoutEndSlashes(path);
    const payload = this.fileOf(`${route}/_payload.json`);
    const isKnown = payload !== undefined && (await this.load(payload)) !== undefined;
    // Only a browser gets the 404 page; other clients get a plain 404.
    if (!isKnown && route !== "" && !wantsPage(request)) return this.missing();
    const prerendered = isKnown ? this.fileOf(`${route}/index.html`) : undefined;
    for (const name of [
      prerendered,
      join(this.root, "shell.html"),
      join(this.root, "index.html"),
    ]) {
      const file = name === undefined ? undefined : await this.load(name);
      if (name !== undefined && file)
        return this.respond(request, { name, file, status: isKnown || route === "" ? 200 : 404 });
    }
    return this.missing("The app has not been built: run npm run build.");
  }

  private async ofEarlier(request: Request, path: string): Promise<Response | undefined> {
    const name = await this.earlier?.find(path);
    const file = name === undefined ? undefined : await this.load(name);
    return name !== undefined && file
      ? this.respond(request, { name, file, status: 200, relative: path })
      : undefined;
  }

  private async respond(
    request: Request,
    {
      name,
      file,
      status,
      relative = name.slice(this.root.length).replaceAll(sep, "/"),
    }: { name: string; file: CachedFile; status: number; relative?: string },
  ): Promise<Response> {
    const isLarge = isCompressible(name) && file.size > worthCompressing;
    const coding = isLarge ? acceptedCoding(request.headers.get("accept-encoding")) : "identity";
    const effort = file.encoded.get(coding)?.effort ?? quickEffort[coding];
    const tag = entityTag(file.hash, coding, effort);
    const kind = classOf(relative);
    const headers = new Headers({
      ...securityHeaders(
        kind,
        this.publicUrl,
        kind === "document" ? await this.inlineParts() : undefined,
        this.elsewhere,
      ),
      "Cache-Control": isForGood(relative) ? "public, max-age=31536000, immutable" : "no-cache",
      Vary: "Accept-Encoding",
      ETag: tag,
    });
    if (status === 200 && matchesTag(request.headers.get("if-none-match"), tag))
      return new Response(null, { status: 304, headers });
    headers.set("Content-Type", contentTypes[extname(name)] ?? "application/octet-stream");
    if (coding !== "identity") headers.set("Content-Encoding", coding);
    return new Response(await encode(file, coding), { status, headers });
  }

  /** What the build says its pages contain of their own. */
  private async inlineParts(): Promise<InlineParts> {
    const file = await this.load(join(this.root, "builds/inline.json"));
    return readInlineParts(file && Buffer.from(file.bytes).toString());
  }

  private missing(text = "Not found"): Response {
    const headers = {
      ...securityHeaders("asset", this.publicUrl),
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-cache",
    };
    return new Response(`${text}\n`, { status: 404, headers });
  }

  /** The file a path names, `undefined` for what may not be served: above the root, hidden, or a source map. */
  private fileOf(path: string): string | undefined {
    const name = resolve(join(this.root, path));
    const isWithin = name.startsWith(this.root + sep);
    const isHidden = path.split("/").some((part) => part.startsWith(".") && part !== ".well-known");
    return isWithin && !isHidden && extname(name) !== ".map" ? name : undefined;
  }

  private async load(name: string): Promise<CachedFile | undefined> {
    const facts = await stat(name).catch(() => undefined);
    if (!facts?.isFile()) return undefined;
    const known = this.cache.get(name);
    if (known?.changedMs === facts.mtimeMs && known.size === facts.size) return known;
    const bytes = new Uint8Array(await readFile(name));
    const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    const made = { changedMs: facts.mtimeMs, size: facts.size, bytes, hash, encoded: new Map() };
    this.cache.set(name, made);
    return made;
  }
}

/** The best encoding that a file already has; without any it is made now. */
function encode(file: CachedFile, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === "identity") return Promise.resolve(file.bytes);
  const effort = quickEffort[coding];
  const known = file.encoded.get(coding) ?? {
    effort,
    bytes: encodeContent(file.bytes, coding, effort),
  };
  file.encoded.set(coding, known);
  return known.bytes;
}

function isCompressible(name: string): boolean {
  const type = extname(name);
  return type in contentTypes && !alreadyCompressed.has(type);
}

function readPath(url: string): string | undefined {
  try {
    const { pathname } = new URL(url);
    if (pathname.length > longestPath) return undefined;
    const path = decodeURIComponent(pathname);
    return /[\0\\]/.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Whether the name contains a hash of the contents; the payload of a route does not. */
function isForGood(path: string): boolean {
  return path.startsWith("/assets/") && !path.endsWith("/_payload.json");
}

/** Whether the name belongs to one build: no other build uses it for another file. */
function isOfBuild(path: string): boolean {
  return isForGood(path) || path.startsWith("/builds/meta/");
}

function namesPage(path: string): boolean {
  const route = withoutEndSlashes(path);
  return !route.includes(".", route.lastIndexOf("/"));
}

function wantsPage(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("text/html");
}

/** Browsers accept `text/html`; a monitoring client accepts anything, or sends no header. */
function takesPage(request: Request): boolean {
  return wantsPage(request) || (request.headers.get("accept") ?? "*/*").includes("*/*");
}

function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function classOf(relative: string): ResponseClass {
  if (relative.endsWith(".html")) return "document";
  return relative === "/sw.js" ? "worker" : "asset";
}
