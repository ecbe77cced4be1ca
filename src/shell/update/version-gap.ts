import { atom } from "jotai";
import { apiVersion, platformEndpoints, type PlatformBase } from "#protocol/api/platform.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { installCallGate } from "../../api/call.ts";
import { liveFeed } from "../../features/market/feed/live-feed.ts";
import { platformAtom } from "../../features/platform/platform-atoms.ts";
import { platformBaseQuery } from "../../features/platform/queries.ts";
import { queryClient, store } from "../app-context.ts";
import { buildId, buildMeta, buildTime } from "./builds.ts";

/** Whether the app or the venue is too old for the other. */
export type VersionGap = "app" | "venue";

/** Null while app and venue are compatible. */
export const versionGapAtom = atom<VersionGap | null>(null);

/** The calls that are made even across the gap: which versions there are, and the logout. */
const saidInAnyCase: ReadonlySet<string> = new Set([
  platformEndpoints.platBase.path,
  sessionEndpoints.logout.path,
]);

/**
 * Compares versions each time the venue sends those it accepts. While the two are not compatible no other call is
 * made, and no prices are taken. Answers the function that stops it.
 */
export function followVersions(): () => void {
  const judge = () => {
    const base = store.get(platformAtom)?.base;
    if (base)
      void gapOf(base).then(
        (gap) => store.get(platformAtom)?.base === base && store.set(versionGapAtom, gap),
      );
  };
  judge();
  installCallGate(({ path }) => store.get(versionGapAtom) === null || saidInAnyCase.has(path));
  const stops = [
    store.sub(platformAtom, judge),
    store.sub(versionGapAtom, () => {
      if (store.get(versionGapAtom) !== null) liveFeed.stop();
      else liveFeed.start();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    installCallGate(() => true);
  };
}

/** Asks the venue again which versions it accepts: the startup asks once, and a page may stay open for weeks. */
export async function askVersions(): Promise<void> {
  try {
    const { platformbase: base, secondContractConf } = await queryClient.fetchQuery({
      ...platformBaseQuery(),
      staleTime: 0,
    });
    store.set(platformAtom, { base, secondContractConf });
  } catch {
    // The next check asks again.
  }
}

/** The gap; null also where a build cannot be looked up. */
export async function gapOf(
  { api, min_build: least }: Pick<PlatformBase, "api" | "min_build">,
  own = { id: buildId, time: buildTime },
): Promise<VersionGap | null> {
  if (api !== apiVersion) return api > apiVersion ? "app" : "venue";
  if (least === "" || least === own.id || own.time === 0) return null;
  const made = (await buildMeta(least))?.timestamp;
  return made !== undefined && made > own.time ? "app" : null;
}
