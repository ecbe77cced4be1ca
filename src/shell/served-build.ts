import { atom } from "jotai";
import { store } from "./app-context.ts";

/** Something between here and the venue answers in its place: a network that wants a log-in first. */
export const captiveAtom = atom(false);

export interface BuildMeta {
  /** When it was made, Unix ms; `undefined` where it does not say so. */
  timestamp: number | undefined;
  /** What it brings, a sentence each. */
  changes: readonly string[];
}

const isBuildId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{6,64}$/.test(value);

/** The id of the build that the venue serves now; `undefined` offline, or behind a portal's page. */
export async function servedBuild(): Promise<string | undefined> {
  const latest = await readJson("/builds/latest.json", true);
  return isBuildId(latest?.["id"]) ? latest["id"] : undefined;
}

/** What a build says of itself; `undefined` where it cannot be had. */
export async function buildMeta(id: string): Promise<BuildMeta | undefined> {
  const meta = isBuildId(id) ? await readJson(`/builds/meta/${id}.json`, false) : undefined;
  if (!meta) return undefined;
  const { timestamp, changes } = meta;
  return {
    timestamp: typeof timestamp === "number" && Number.isFinite(timestamp) ? timestamp : undefined,
    changes: Array.isArray(changes) ? changes.filter((change) => typeof change === "string") : [],
  };
}

/** @param judges whether the answer also tells who gave it: this file is of every build, and nowhere else */
async function readJson(
  path: string,
  judges: boolean,
): Promise<Record<string, unknown> | undefined> {
  try {
    // A portal leads elsewhere, where the page's policy would make an unreachable network of it.
    const response = await fetch(path, { cache: "no-cache", redirect: "manual" });
    const isForeign =
      response.type === "opaqueredirect" ||
      response.redirected ||
      response.status === 511 ||
      (response.ok && (response.headers.get("content-type") ?? "").includes("text/html"));
    if (judges) store.set(captiveAtom, isForeign);
    const value: unknown = response.ok && !isForeign ? await response.json() : undefined;
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    if (judges) store.set(captiveAtom, false);
    return undefined;
  }
}
