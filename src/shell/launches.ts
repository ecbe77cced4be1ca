import { atom, type createStore } from "jotai";
import type { BusyReason } from "../lib/busy.ts";
import { safeTarget } from "./guard.ts";

/** What an installed app is opened with while it runs already; no standard type knows it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void;
}

/** What is lost with its screen; a running contract and a call on its way are not. */
const lost: ReadonlySet<BusyReason> = new Set(["typed", "sheet", "order"]);

type Store = ReturnType<typeof createStore>;

/** Where a shortcut, a link or a share wanted to lead while something typed was on screen; null for nowhere. */
export const heldLaunchAtom = atom<string | null>(null);

export interface LaunchWays {
  /** Opens a place of ours. */
  go: (to: string) => void;
  /** What the app is busy with. */
  reasons: () => readonly BusyReason[];
}

/**
 * Takes what the installed app is opened with while it is open (`launch_handler` of the manifest): the running
 * window leads there by itself, without a load. What is typed is not lost to it: then the person is asked.
 */
export function followLaunches(page: Window, store: Store, { go, reasons }: LaunchWays): void {
  if (!hasLaunchQueue(page)) return;
  const { entered, isReload } = entryOf(page);
  let isEarly = true;
  page.launchQueue.setConsumer(({ targetURL }) => {
    // The launch that opened this window is told, too; until Chromium 146, once more after each reload.
    const isOwn = isEarly && (isReload || targetURL === entered);
    const to = isOwn ? "/" : launchTarget(targetURL, page.location.origin);
    // The icon itself brings back what was open.
    if (to === "/") return;
    if (reasons().some((reason) => lost.has(reason))) store.set(heldLaunchAtom, to);
    else go(to);
  });
  // What waited for a consumer was handed over at once.
  isEarly = false;
}

/** How this page was opened. The router may have led on since, to a login or a market: the address bar does not tell. */
function entryOf({ performance, location }: Window): { entered: string; isReload: boolean } {
  const [entry] = performance.getEntriesByType("navigation");
  return {
    entered: entry?.name ?? location.href,
    isReload: entry !== undefined && "type" in entry && entry.type === "reload",
  };
}

/** The place of ours that an address names, home for any other. */
export function launchTarget(address: string | null | undefined, origin: string): string {
  if (!address || !URL.canParse(address)) return "/";
  const url = new URL(address);
  return url.origin === origin ? safeTarget(url.pathname + url.search + url.hash) : "/";
}

function hasLaunchQueue(page: Window): page is Window & { launchQueue: LaunchQueue } {
  return (
    "launchQueue" in page &&
    typeof (page.launchQueue as Partial<LaunchQueue> | null)?.setConsumer === "function"
  );
}
