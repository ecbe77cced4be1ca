import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { BuildGenerations } from "../../../venue/http/files/build-generations.ts";
import { type HttpServer, createHttpServer } from "../../../venue/http/http-server.ts";
import { StaticFiles } from "../../../venue/http/files/static-files.ts";
import { workerOff } from "../../../venue/http/kill-switch.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";

/** Builds of one app in the order they were made; each has other names for all its parts. */
export const buildNames = ["N-3", "N-2", "N-1", "N"] as const;
export type BuildName = (typeof buildNames)[number];

export const idOf = (name: BuildName) => `${"a".repeat(11)}${buildNames.indexOf(name)}`;

const texts: ReadonlySet<string> = new Set([".html", ".js", ".css", ".json", ".txt"]);

/** What only an installation asks for: the pack, and a part in it that no open page needs. */
const installedOnly = /^\/assets\/(pack-app|withdraw)-/;

/** Serves one build after another of the same app, the parts of the earlier ones kept as the venue keeps them. No venue answers. */
export class UpdateStage {
  /** `/sw.js` is what takes the worker back. */
  isWorkerOff = false;
  /** The build whose app throws as it starts, or waits for ever for something. */
  broken: BuildName | null = null;
  isBrokenByWaiting = false;
  /** Some parts cannot be had. */
  isCut = false;
  /** An installation waits for one of its parts. */
  isHolding = false;
  private held = Promise.withResolvers<void>();
  /** A network's own page in the place of everything. */
  isCaptive = false;
  /** Platform base, where one is to be answered. */
  platformBase: unknown = null;
  /** Paths that were asked for and are not there. */
  readonly missing: string[] = [];
  /** Paths that were asked for since the last deploy. */
  readonly asked = new Set<string>();
  private files: StaticFiles | undefined;
  private readonly appDir: string;
  private readonly root: string;
  private readonly made = new Map<BuildName, Promise<string>>();
  private readonly server: HttpServer;
  private port = 0;

  private constructor(appDir: string, root: string) {
    this.appDir = appDir;
    this.root = root;
    this.server = createHttpServer({
      settings: { ...defaultSettings, port: 0 },
      fetch: (request) => this.answer(request),
      upgrade: () => false,
    });
  }

  static async open(appDir: string): Promise<UpdateStage> {
    const stage = new UpdateStage(appDir, await mkdtemp(join(tmpdir(), "godwit-")));
    stage.release();
    stage.port = await stage.server.listen();
    return stage;
  }

  /** Lets installations wait for one of their parts from now on, and whatever is asked for with `held`. */
  hold(): void {
    this.isHolding = false;
    this.held = Promise.withResolvers();
  }

  release(): void {
    this.held.resolve();
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As it was opened, with no build of any time before. */
  async reset(): Promise<void> {
    await rm(join(this.root, "generations"), { recursive: true, force: true });
    this.release();
    [this.isWorkerOff, this.isCut, this.isCaptive, this.isHolding, this.platformBase] = [
      false,
      false,
      false,
      false,
      null,
    ];
    this.broken = null;
    this.isBrokenByWaiting = false;
    this.missing.length = 0;
  }

  /**
   * Serves a build from now on.
   * @param at when that is, Unix ms
   */
  async deploy(name: BuildName, at = Date.now()): Promise<void> {
    const appDir = await this.build(name);
    const generations = new BuildGenerations({ appDir, dir: join(this.root, "generations") });
    await generations.take(at);
    this.files = new StaticFiles(appDir, null, generations);
    this.asked.clear();
  }

  private build(name: BuildName): Promise<string> {
    const made = this.made.get(name) ?? makeBuild(this.appDir, join(this.root, idOf(name)), name);
    this.made.set(name, made);
    return made;
  }

  async close(): Promise<void> {
    await this.server.close(0);
    await rm(this.root, { recursive: true, force: true });
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    this.asked.add(pathname);
    if (this.isCaptive)
      return new Response("<!doctype html><title>Log in</title>", {
        headers: { "Content-Type": "text/html" },
      });
    if (pathname === "/api/auth/platBase" && this.platformBase !== null)
      return Response.json({ status: 0, msg: "ok", data: { platformbase: this.platformBase } });
    if (searchParams.has("held")) await this.held.promise;
    if (
      pathname.startsWith("/api/") ||
      pathname === "/config.json" ||
      pathname.startsWith("/icons/")
    )
      return new Response(null, { status: 503 });
    if (pathname === "/sw.js" && this.isWorkerOff) return workerOff(null);
    const [, made] = /^\/assets\/index-.*v(\d)\.js$/.exec(pathname) ?? [];
    if (this.broken !== null && Number(made) === buildNames.indexOf(this.broken))
      return new Response(
        this.isBrokenByWaiting
          ? "await new Promise(() => {});"
          : 'throw new Error("broken build");',
        { headers: { "Content-Type": "text/javascript" } },
      );
    if (installedOnly.test(pathname)) {
      if (this.isCut) return new Response(null, { status: 502 });
      this.isHolding = true;
      await this.held.promise;
    }
    // Uncompressed: three builds are not worth a minute of brotli.
    const plain = new Request(request.url, {
      headers: { accept: request.headers.get("accept") ?? "*/*" },
    });
    const answer = (await this.files?.answer(plain)) ?? new Response(null, { status: 503 });
    if (answer.status === 404) this.missing.push(pathname);
    return answer;
  }
}

/** The same app under another id: every part renamed, every page another revision. Answers where it was put. */
async function makeBuild(from: string, to: string, name: BuildName): Promise<string> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
  const mark = `v${buildNames.indexOf(name)}`;
  const timestamp = Date.UTC(2026, 0, 1 + buildNames.indexOf(name));
  const { id } = JSON.parse(await readFile(join(from, "builds/latest.json"), "utf8")) as {
    id: string;
  };
  const parts = (await readdir(join(to, "assets"))).filter((part) => /\.(js|css|txt)$/.test(part));
  const marked = new Map(
    parts.map((part) => [part, part.replace(/\.(js|css|txt)$/, `${mark}.$1`)]),
  );
  const files = (await readdir(to, { recursive: true, withFileTypes: true })).filter(
    (file) => file.isFile() && texts.has(extname(file.name)),
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      const text = await readFile(path, "utf8");
      await writeFile(
        path,
        text
          .replaceAll(id, idOf(name))
          .replace(/[\w.-]+\.(?:js|css|txt)(?![\w.])/g, (part) => marked.get(part) ?? part)
          .replace(/("revision":")([0-9a-f]{32})/g, `$1${mark}$2`)
          .replaceAll(/data-time="\d+"/g, `data-time="${timestamp}"`),
      );
    }),
  );
  for (const [part, other] of marked)
    await rename(join(to, "assets", part), join(to, "assets", other));
  await rm(join(to, "builds/meta"), { recursive: true });
  await mkdir(join(to, "builds/meta"));
  await writeFile(join(to, "builds/latest.json"), JSON.stringify({ id: idOf(name), timestamp }));
  await writeFile(
    join(to, `builds/meta/${idOf(name)}.json`),
    JSON.stringify({ id: idOf(name), timestamp, changes: [`What ${name} brings.`] }),
  );
  return to;
}
