import { keep, readKept } from "./device-store.ts";

const askedKey = "asked-to-persist";

/** Whether the browser has promised not to clear this app's storage by itself; undefined where it cannot promise. */
export async function isPersistent(): Promise<boolean | undefined> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return undefined;
  }
}

/** Asks for that promise; some browsers ask the person, so this wants a tap. Undefined where none can be given. */
export async function askToPersist(): Promise<boolean | undefined> {
  try {
    return await navigator.storage.persist();
  } catch {
    return undefined;
  }
}

/**
 * Asks once on this device, at the first tap after the app was installed: whoever installs wants it to be there.
 * @param installed already opened from the home screen
 * @returns the way to stop
 */
export function persistOnceInstalled(page: Window, installed: boolean): () => void {
  const onTap = () => {
    page.removeEventListener("click", onTap, true);
    void askOnce();
  };
  const wait = () => page.addEventListener("click", onTap, true);
  if (installed) wait();
  page.addEventListener("appinstalled", wait);
  return () => {
    page.removeEventListener("appinstalled", wait);
    page.removeEventListener("click", onTap, true);
  };
}

async function askOnce(): Promise<void> {
  // The tap counts for a few seconds: first what is quick.
  if ((await readKept(askedKey)) !== undefined || (await isPersistent()) !== false) return;
  await keep(askedKey, Date.now());
  await askToPersist();
}
