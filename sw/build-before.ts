/** The last build that started on this device, for the time when the one after it does not. */
import { cacheNames as workboxCaches } from "workbox-core";

/** The registry of the app has a row for it (src/storage/keys.ts). */
export const buildBeforeCache = "godwit-build-before";
const statePath = "/state";

interface State {
  /** Cache keys of the active build's files, installed or not. */
  files: readonly string[];
  /** The app of the active build has said that it started. */
  hasStarted: boolean;
  /** The active build gave way: pages are those of the build before. */
  hasFallen: boolean;
}

const first: State = { files: [], hasStarted: false, hasFallen: false };

export class BuildBefore {
  #state: Promise<State> | undefined;

  /**
   * A build becomes the active one. What it replaces is stored first if it has started, file by file, since the
   * installation is about to remove it; else the one before that stays.
   */
  async follow(files: readonly string[]): Promise<void> {
    const { hasStarted, files: old } = await this.#read();
    if (hasStarted) await this.#store(old);
    await this.#write({ files, hasStarted: false, hasFallen: false });
  }

  async noteStart(): Promise<void> {
    const state = await this.#read();
    if (!state.hasStarted && !state.hasFallen) await this.#write({ ...state, hasStarted: true });
  }

  /** From now on pages are those of the build before. Answers false where this device has none. */
  async fallBack(): Promise<boolean> {
    const cache = await caches.open(buildBeforeCache);
    if (!(await cache.match("/index.html", { ignoreSearch: true }))) return false;
    await this.#write({ ...(await this.#read()), hasFallen: true });
    return true;
  }

  /** The page of a route; undefined while the active build serves them. */
  async page(pathname: string): Promise<Response | undefined> {
    if (!(await this.#read()).hasFallen) return undefined;
    const cache = await caches.open(buildBeforeCache);
    const written = `${pathname.replace(/\/+$/, "")}/index.html`;
    return (
      (await cache.match(written, { ignoreSearch: true })) ??
      cache.match("/shell.html", { ignoreSearch: true })
    );
  }

  /** A part of it, whose name has its hash; undefined while the active build serves the pages. */
  async part(request: Request): Promise<Response | undefined> {
    if (!(await this.#read()).hasFallen) return undefined;
    return (await caches.open(buildBeforeCache)).match(request);
  }

  async #store(files: readonly string[]): Promise<void> {
    await caches.delete(buildBeforeCache);
    const [from, to] = await Promise.all([
      caches.open(workboxCaches.precache),
      caches.open(buildBeforeCache),
    ]);
    try {
      for (const url of files) {
        const file = await from.match(url);
        if (file) await to.put(url, file);
      }
    } catch {
      // A half of a build is no way back.
      await caches.delete(buildBeforeCache);
    }
  }

  #read(): Promise<State> {
    this.#state ??= (async () => {
      const record = await (await caches.open(buildBeforeCache)).match(statePath);
      return record ? ((await record.json()) as State) : first;
    })().catch(() => first);
    return this.#state;
  }

  async #write(state: State): Promise<void> {
    this.#state = Promise.resolve(state);
    await (await caches.open(buildBeforeCache)).put(statePath, Response.json(state));
  }
}
