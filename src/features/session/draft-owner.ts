import { atom, type createStore } from "jotai";
import { block, getItem, removeItem, setItem } from "../../storage/database.ts";
import { removeAllDrafts } from "../../storage/wipe.ts";

type Store = ReturnType<typeof createStore>;

/** Who last had a session on this device, unless they logged out. */
const ownerKey = "owner";

/** Counts the people whose forms were open on this page: with another number all forms are mounted again. */
export const formsAtom = atom(0);

/** Who typed into the forms of this page; null: a visitor. */
let typist: string | null = null;
/** Called once the forms of the person before are unmounted. */
const onUnmounted: (() => void)[] = [];

/** Removes drafts from the forms of this page and from the device: their owner has logged out. */
export async function removeDrafts(store: Store): Promise<void> {
  typist = null;
  await Promise.all([renewForms(store, removeAllDrafts()), removeItem(ownerKey)]);
}

/**
 * Drafts stay for their owner, also after an ended session; another user finds them neither in a form nor on
 * the device.
 */
export async function takeOverDrafts(store: Store, userId: string): Promise<void> {
  const removed = removeDraftsOfOthers(userId);
  if (typist !== null && typist !== userId) void renewForms(store, removed);
  typist = userId;
  await removed;
}

/** Whether a user's session ended without a logout, here or on another page: their drafts stay for them. */
export async function isAwaited(userId: string): Promise<boolean> {
  return (await getItem(ownerKey)) === userId;
}

/** The forms of the person before are unmounted, and have written for the last time. */
export function formsAreNew(): void {
  for (const done of onUnmounted.splice(0)) done();
}

/** Until the old forms are unmounted and their drafts removed, no form reads or writes a draft. */
async function renewForms(store: Store, removed: Promise<void>): Promise<void> {
  const unblock = block("drafts");
  const unmounted = new Promise<void>((done) => onUnmounted.push(done));
  store.set(formsAtom, (count) => count + 1);
  await removed;
  void unmounted.then(unblock);
}

async function removeDraftsOfOthers(userId: string): Promise<void> {
  const owner = await getItem(ownerKey);
  if (owner === userId) return;
  if (owner !== undefined) await removeAllDrafts();
  await setItem(ownerKey, userId);
}
