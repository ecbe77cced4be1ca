import type { WorkerMessage } from "#protocol/api/worker-messages.ts";
import { atom, type createStore } from "jotai";
import type { BusyReason } from "../../lib/busy-flags.ts";
import { safeTarget } from "../session/route-guard.ts";

/** The launches of an installed app that already runs. TypeScript has no type for it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void;
}

/** What is lost by leaving its screen; a running contract and a call under way are not. */
const lost: ReadonlySet<BusyReason> = new Set(["typed", "sheet", "order"]);

type Store = ReturnType<typeof createStore>;

/** The address of a shortcut, link or share that waits because something typed is on screen; null for none. */
export const heldLaunchAtom = atom<string | null>(null);

export interface LaunchWays {
  /** Opens a path of the app. */
  go: (to: string) => void;
  /** What the app is busy with. */
  reasons: () => readonly BusyReason[];
}

/**
 * Handles launches of the installed app while it is open (`launch_handler` of the manifest): the running window
 * goes to the address without a load. Where something typed would be lost, the user is asked first.
 */
export function followLaunches(page: Window, store: Store, { go, reasons }: LaunchWays): void {
  const open = (to: string) => {
    if (reasons().some((reason) => lost.has(reason))) store.set(heldLaunchAtom, to);
    else go(to);
  };
  followPushTaps(page, open);
  if (!hasLaunchQueue(page)) return;
  const { entered, isReload } = entryOf(page);
  let isEarly = true;
  page.launchQueue.setConsumer(({ targetURL }) => {
    // The launch that opened this window is reported too; until Chromium 146 again after each reload.
    const isOwn = isEarly && (isReload || targetURL === entered);
    const to = isOwn ? "/" : launchTarget(targetURL, page.location.origin);
    // A launch by the icon itself shows what was open.
    if (to === "/") return;
    open(to);
  });
  // Launches that waited for a consumer were delivered synchronously.
  isEarly = false;
}

/** A tap on a notification, which the worker passes to the window that is open. */
function followPushTaps({ navigator, location }: Window, open: (to: string) => void): void {
  // Absent where the page is not on a safe connection.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { type, path } = (data ?? {}) as Partial<WorkerMessage>;
    if (type === "OPEN" && typeof path === "string")
      open(launchTarget(location.origin + path, location.origin));
  });
}

/** How this page was opened. The router may have redirected since, so the address bar does not show it. */
function entryOf({ performance, location }: Window): { entered: string; isReload: boolean } {
  const [entry] = performance.getEntriesByType("navigation");
  return {
    entered: entry?.name ?? location.href,
    isReload: entry !== undefined && "type" in entry && entry.type === "reload",
  };
}

/** The path of the app in an address; home for any other address. */
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
