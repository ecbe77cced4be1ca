import type { RegisteredRouter } from "@tanstack/react-router";
import { savesData } from "../../features/market/feed/data-saver.ts";
import { loadTextsOf } from "../../i18n/activate.ts";
import { whenCalm } from "../../lib/when-idle.ts";

/** The tabs that everybody may open. */
const paths = ["/", "/coins", "/contracts", "/seconds"] as const;

/**
 * Loads the code and the texts of the other tabs, one after the other and while nobody touches the screen: a tap on
 * one has less to do then. What fails is loaded by the tap.
 */
export async function loadTabsAhead(router: RegisteredRouter): Promise<void> {
  for (const path of paths) {
    await new Promise<void>(whenCalm);
    if (savesData()) return;
    await Promise.allSettled([router.loadRouteChunk(router.routesByPath[path]), loadTextsOf(path)]);
  }
}
