import { buildId } from "./builds.ts";
import { checkForUpdate } from "./updates.ts";

const asked = new Set<string>();

/**
 * Fetches a route's `_payload.json` on its first entry. It names the build that is served now: one other
 * than ours sets off the update check. A failure means nothing.
 */
export async function learnRoutePayload(path: string): Promise<void> {
  if (import.meta.env.DEV || asked.has(path)) return;
  asked.add(path);
  try {
    const response = await fetch(`${path === "/" ? "" : path}/_payload.json`, {
      cache: "no-cache",
    });
    const payload: unknown = response.ok ? await response.json() : null;
    if (
      typeof payload === "object" &&
      payload !== null &&
      "id" in payload &&
      payload.id !== buildId
    )
      await checkForUpdate();
  } catch {
    asked.delete(path);
  }
}
