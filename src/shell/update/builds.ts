import { atom } from "jotai";
import { isJson } from "../../api/json-type.ts";
import { store } from "../app-context.ts";

const mark =
  typeof document === "undefined"
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="build"]');

/**
 * The id of the running build, from the page: the page is always fetched again, while a chunk whose code did not
 * change keeps its name, and stays in every cache, from build to build.
 */
export const buildId: string = mark?.content ?? "";

/** When the running build was made, Unix ms; 0 where the page does not have it. */
export const buildTime: number = Number(mark?.dataset["time"]) || 0;

/** Whether a captive portal answers in place of the venue. */
export const captiveAtom = atom(false);

interface BuildMeta {
  /** When it was made, Unix ms; `undefined` where the file does not have it. */
  timestamp: number | undefined;
  /** Its changes, one sentence each. */
  changes: readonly string[];
}

const isBuildId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{6,64}$/.test(value);

/** The id of the build that the venue serves now; `undefined` offline or behind a captive portal. */
export async function servedBuild(): Promise<string | undefined> {
  const latest = await readJson("/builds/latest.json", true);
  return isBuildId(latest?.["id"]) ? latest["id"] : undefined;
}

/** The description of a build; `undefined` where it cannot be loaded. */
export async function buildMeta(id: string): Promise<BuildMeta | undefined> {
  const meta = isBuildId(id) ? await readJson(`/builds/meta/${id}.json`, false) : undefined;
  if (!meta) return undefined;
  const { timestamp, changes } = meta;
  return {
    timestamp: typeof timestamp === "number" && Number.isFinite(timestamp) ? timestamp : undefined,
    changes: Array.isArray(changes) ? changes.filter((change) => typeof change === "string") : [],
  };
}

/** @param judges whether the answer also shows if a captive portal answers: every build has this file */
async function readJson(
  path: string,
  judges: boolean,
): Promise<Record<string, unknown> | undefined> {
  try {
    // A portal redirects to another origin, which the page's content policy would turn into a network error.
    const response = await fetch(path, { cache: "no-cache", redirect: "manual" });
    const isForeign =
      response.type === "opaqueredirect" ||
      response.redirected ||
      response.status === 511 ||
      (response.ok && !isJson(response.headers));
    const value: unknown = response.ok && !isForeign ? await response.json() : undefined;
    const facts =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
    // A portal may answer JSON of its own.
    if (judges) store.set(captiveAtom, isForeign || (response.ok && !isBuildId(facts?.["id"])));
    return facts;
  } catch {
    if (judges) store.set(captiveAtom, false);
    return undefined;
  }
}
