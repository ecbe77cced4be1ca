import { atom } from "jotai";
import { apiVersion, platformEndpoints, type PlatformBase } from "#protocol/platform.ts";
import { sessionEndpoints } from "#protocol/session.ts";
import { installCallGate } from "../api/call.ts";
import { liveFeed } from "../features/market/live-feed-instance.ts";
import { platformAtom } from "../features/platform/platform-atoms.ts";
import { platformBaseQuery } from "../features/platform/queries.ts";
import { queryClient, store } from "./app-context.ts";
import { buildId, buildTime } from "./build-id.ts";
import { buildMeta } from "./served-build.ts";

/** Which of the two is too old for the other. */
export type VersionGap = "app" | "venue";

/** Null while app and venue understand each other. */
export const versionGapAtom = atom<VersionGap | null>(null);

/** What is said across the gap: which versions there are, and that a person leaves. */
const saidInAnyCase: ReadonlySet<string> = new Set([
  platformEndpoints.platBase.path,
  sessionEndpoints.logout.path,
]);

/**
 * Judges what the venue says of the versions it takes, each time it says it. While the two do not understand
 * each other nothing else is asked or sent, and no prices are taken. Answers the way to stop.
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

/** Asks the venue anew which versions it takes: the startup asks once, and a page may stay open for weeks. */
export async function askVersions(): Promise<void> {
  try {
    const { platformbase: base, secondContractConf } = await queryClient.fetchQuery({
      ...platformBaseQuery(),
      staleTime: 0,
    });
    store.set(platformAtom, { base, secondContractConf });
  } catch {
    // It is asked again with the next look.
  }
}

/** A build that cannot be looked up is no reason to stop anybody. */
export async function gapOf(
  { api, min_build: least }: Pick<PlatformBase, "api" | "min_build">,
  own = { id: buildId, time: buildTime },
): Promise<VersionGap | null> {
  if (api !== apiVersion) return api > apiVersion ? "app" : "venue";
  if (least === "" || least === own.id || own.time === 0) return null;
  const made = (await buildMeta(least))?.timestamp;
  return made !== undefined && made > own.time ? "app" : null;
}
