import type { RegisteredRouter } from "@tanstack/react-router";
import { loadTextsOf } from "../../i18n/activate.ts";
import { whenCalm } from "../../lib/when-idle.ts";

/** The tabs that everybody may open. */
const paths = ["/", "/coins", "/contracts", "/seconds"] as const;

/**
 * Loads the code and the texts of the other tabs, one after the other and while nobody touches the screen: a tap on
 * one has less to do then. Only from this device, where the worker has put them. What fails is loaded by the tap.
 */
export async function loadTabsAhead(router: RegisteredRouter): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.ready;
  for (const path of paths) {
    await new Promise<void>(whenCalm);
    await Promise.allSettled([router.loadRouteChunk(router.routesByPath[path]), loadTextsOf(path)]);
  }
}
