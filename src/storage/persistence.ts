import { getItem, setItem } from "./database.ts";

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
 * Asks once on this device, at the first tap after the installation, when the user is likely to agree.
 * @param installed already opened from the home screen
 * @returns the function that stops it
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
  // A tap permits a prompt for a few seconds only, so the quick checks come first.
  if ((await getItem(askedKey)) !== undefined || (await isPersistent()) !== false) return;
  await setItem(askedKey, Date.now());
  await askToPersist();
}
