import { atom } from "jotai";
import { apiVersion, type PlatformBase } from "#protocol/platform.ts";
import { platformAtom } from "../features/platform/platform-atoms.ts";
import { store } from "./app-context.ts";
import { buildId, buildTime } from "./build-id.ts";
import { buildMeta } from "./served-build.ts";

/** Which of the two is too old for the other. */
export type VersionGap = "app" | "venue";

/** Null while app and venue understand each other. */
export const versionGapAtom = atom<VersionGap | null>(null);

/** Judges what the venue says of the versions it takes, each time it says it. Answers the way to stop. */
export function followVersions(): () => void {
  const judge = () => {
    const base = store.get(platformAtom)?.base;
    if (base) void gapOf(base).then((gap) => store.get(platformAtom)?.base === base && store.set(versionGapAtom, gap));
  };
  judge();
  return store.sub(platformAtom, judge);
}

/** A build that cannot be looked up is no reason to stop anybody. */
export async function gapOf({ api, min_build: least }: Pick<PlatformBase, "api" | "min_build">, own = { id: buildId, time: buildTime }): Promise<VersionGap | null> {
  if (api !== apiVersion) return api > apiVersion ? "app" : "venue";
  if (least === "" || least === own.id || own.time === 0) return null;
  const made = (await buildMeta(least))?.timestamp;
  return made !== undefined && made > own.time ? "app" : null;
}
