import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, extname, join, resolve, sep } from "node:path";

/** How long a device may still run a build after it was served last. */
const retentionMs = 7 * 24 * 3600_000;
/** So many builds stay however old they are, the served one among them. */
const minBuilds = 3;
/** A build is about 3 MB. */
const maxBytes = 200_000_000;

const isBuildId = (name: string) => /^[0-9a-f]{6,64}$/.test(name);

interface Generation {
  id: string;
  /** Until when it was served, Unix ms. */
  servedAt: number;
  bytes: number;
}

export interface GenerationsOptions {
  /** The built app. */
  appDir: string;
  /** Folder of earlier builds; created when first needed. */
  dir: string;
  /** Most bytes of all builds together. Beyond it the oldest is removed before its week is over. */
  most?: number;
}

/**
 * The files of earlier builds, for tabs that still run them: a tab that was opened before a deploy loads
 * its lazy chunks from here. Files of a build never change.
 */
export class BuildGenerations {
  private readonly appDir: string;
  private readonly dir: string;
  private readonly most: number;
  private ids: readonly string[] = [];
  private taking: Promise<void> | undefined;
  /** The build in the app's folder at the last check. */
  private stood: string | undefined;

  constructor({ appDir, dir, most = maxBytes }: GenerationsOptions) {
    this.appDir = resolve(appDir);
    this.dir = resolve(dir);
    this.most = most;
  }

  /**
   * Stores the build that is served now and removes those that no tab can still run. It may be called at any
   * time; a new build is stored by one of the next calls.
   * @param now Unix ms
   */
  take(now: number): Promise<void> {
    this.taking ??= this.takeOnce(now).finally(() => (this.taking = undefined));
    return this.taking;
  }

  /** The file of an earlier build that a path names, the newest first. */
  async find(path: string): Promise<string | undefined> {
    for (const id of this.ids) {
      const root = join(this.dir, id);
      const name = resolve(join(root, path));
      if (!name.startsWith(root + sep)) return undefined;
      if ((await stat(name).catch(() => undefined))?.isFile()) return name;
    }
    return undefined;
  }

  private async takeOnce(now: number): Promise<void> {
    const id = await this.servedId();
    // A new build may still be being written: it is stored once two checks have found it.
    const isSettled = this.stood === undefined || this.stood === id;
    this.stood = id;
    if (id !== undefined && isSettled) await this.keep(id, now);
    const builds = await this.read();
    const [current, ...earlier] = builds.toSorted(
      (a, b) => Number(b.id === id) - Number(a.id === id) || b.servedAt - a.servedAt,
    );
    const stays: Generation[] = current ? [current] : [];
    let bytes = current?.bytes ?? 0;
    for (const one of earlier) {
      bytes += one.bytes;
      const isWanted = stays.length < minBuilds || now - one.servedAt < retentionMs;
      if (isWanted && bytes <= this.most) stays.push(one);
      else await rm(join(this.dir, one.id), { recursive: true, force: true });
    }
    this.ids = stays.map((one) => one.id);
  }

  /** The id of the build in the app's folder; undefined where no app was built. */
  private async servedId(): Promise<string | undefined> {
    try {
      const latest: unknown = JSON.parse(
        await readFile(join(this.appDir, "builds/latest.json"), "utf8"),
      );
      const id =
        typeof latest === "object" && latest !== null && "id" in latest ? latest.id : undefined;
      return typeof id === "string" && isBuildId(id) ? id : undefined;
    } catch {
      return undefined;
    }
  }

  private async keep(id: string, now: number): Promise<void> {
    const folder = join(this.dir, id);
    if (!(await stat(folder).catch(() => undefined))) {
      const half = join(this.dir, `.${id}`);
      await rm(half, { recursive: true, force: true });
      await mkdir(join(half, "builds/meta"), { recursive: true });
      // Copies, not links: a deploy that overwrites files must not change these.
      await cp(join(this.appDir, "assets"), join(half, "assets"), {
        recursive: true,
        filter: (name) => extname(name) !== ".map",
      });
      await cp(
        join(this.appDir, "builds/meta", `${id}.json`),
        join(half, "builds/meta", `${id}.json`),
      );
      // Another process with the same data directory may have been first.
      await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }));
    }
    await utimes(folder, now / 1000, now / 1000);
  }

  private async read(): Promise<Generation[]> {
    const names = (await readdir(this.dir).catch(() => [])).filter(isBuildId);
    return Promise.all(
      names.map(async (id) => {
        const folder = join(this.dir, id);
        const [{ mtimeMs }, files] = await Promise.all([
          stat(folder),
          readdir(folder, { recursive: true, withFileTypes: true }),
        ]);
        const sizes = await Promise.all(
          files
            .filter((file) => file.isFile())
            .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
        );
        return {
          id: basename(folder),
          servedAt: mtimeMs,
          bytes: sizes.reduce((sum, size) => sum + size, 0),
        };
      }),
    );
  }
}
