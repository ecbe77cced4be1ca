import { atom, type createStore } from "jotai";
import { removeLocal, writeLocal, readLocal } from "../../storage/web-storage.ts";

/** Chromium's own prompt, which a page may keep and show at a tap; no standard type knows it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

type Store = ReturnType<typeof createStore>;

const installedKey = "godwit:installed";

/** The prompt the browser offered, until it is used. */
const offeredAtom = atom<InstallPromptEvent | null>(null);
export const canPromptAtom = atom((get) => get(offeredAtom) !== null);
/** True once the browser has said that the app is installed, or the app has run from the home screen; kept, as no browser says it twice. */
export const installedAtom = atom(readLocal(installedKey) === "1");

/** Keeps the browser's install prompt until the user asks for it; answers the function that stops it. */
export function watchInstall(page: Window, store: Store): () => void {
  const onOffer = (event: Event) => {
    if (!isInstallPrompt(event)) return;
    // Its banner would come at a moment of the browser's choice.
    event.preventDefault();
    store.set(offeredAtom, event);
    // Only an app that is not there, or no longer, is offered.
    note(false);
  };
  const onInstalled = () => {
    store.set(offeredAtom, null);
    note(true);
  };
  const note = (installed: boolean) => {
    store.set(installedAtom, installed);
    if (installed) writeLocal(installedKey, "1");
    else removeLocal(installedKey);
  };
  if (isStandalone(page)) note(true);
  page.addEventListener("beforeinstallprompt", onOffer);
  page.addEventListener("appinstalled", onInstalled);
  return () => {
    page.removeEventListener("beforeinstallprompt", onOffer);
    page.removeEventListener("appinstalled", onInstalled);
  };
}

/** Shows the browser's prompt; a prompt serves once, so the browser must offer it again after a no. */
export async function promptInstall(
  store: Store,
): Promise<"accepted" | "dismissed" | "unavailable"> {
  const offered = store.get(offeredAtom);
  if (offered === null) return "unavailable";
  store.set(offeredAtom, null);
  try {
    await offered.prompt();
    return (await offered.userChoice).outcome;
  } catch {
    return "unavailable";
  }
}

/** Opened from the home screen instead of in a browser's tab. */
export function isStandalone(page: Window): boolean {
  const isApp = page.matchMedia(
    "(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui), (display-mode: window-controls-overlay)",
  ).matches;
  return isApp || ("standalone" in page.navigator && page.navigator.standalone === true);
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return "prompt" in event && typeof event.prompt === "function" && "userChoice" in event;
}
