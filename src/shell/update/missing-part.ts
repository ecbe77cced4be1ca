import { buildId, servedBuild } from "./builds.ts";
import { isBusy, reloadOnce, whenCallsEnd } from "./reload-guard.ts";
import { readSession, writeSession } from "../../storage/web-storage.ts";

const reloadedForKey = "godwit:reloaded-for";

const missing = new WeakSet<Error>();

/** Whether the error is about a part of the app that is fetched late and could not be had. */
export function isMissingPart(error: unknown): error is Error {
  return error instanceof Error && missing.has(error);
}

/** Whether a missing part comes now. True, too, where the browser does not say which part it is. */
export async function canBeFetched({ message }: Error): Promise<boolean> {
  const [address] = /\S*\/assets\/\S+/.exec(message) ?? [];
  if (address === undefined) return true;
  try {
    const { ok } = await fetch(address);
    // A newer build may be served since the last time, or nothing may be lost by a reload any more.
    if (!ok) void reloadForNewBuild();
    return ok;
  } catch {
    return false;
  }
}

/** Follows parts of the app that could not be loaded. Answers the function that stops it. */
export function guardMissingParts(target: EventTarget = window): () => void {
  const onMissing = (event: Event) => {
    const error: unknown = "payload" in event ? event.payload : undefined;
    if (error instanceof Error) {
      missing.add(error);
      // The router reloads by itself, unguarded, on the browsers' own words for this.
      error.message = `A part of the app is missing: ${error.message}`;
    }
    void reloadForNewBuild();
  };
  target.addEventListener("vite:preloadError", onMissing);
  return () => target.removeEventListener("vite:preloadError", onMissing);
}

/**
 * A part that is gone usually means that this page is of an older build than the venue serves. A page of
 * the new one has all its parts: one reload for each build, unless something would be lost by it. Where
 * none is due, the screen says what is missing and offers it.
 */
async function reloadForNewBuild(): Promise<void> {
  const served = await servedBuild();
  // The startup's own calls are under way when the first part is missed.
  await whenCallsEnd();
  if (served === undefined || served === buildId || isBusy()) return;
  const reloadedFor = readSession(reloadedForKey);
  // Without a note of it a reload could be one of many.
  if (reloadedFor === undefined || reloadedFor === served) return;
  if (reloadOnce()) writeSession(reloadedForKey, served);
}
