import { atom, type createStore } from "jotai";
import { forget, forgetAll, keep, readKept, refuseKeys } from "../../storage/device-store.ts";

type Store = ReturnType<typeof createStore>;

const draftPrefix = "draft:";
/** Who last had a session on this device, unless they logged out. */
const ownerKey = "owner";

/** Counts the people whose forms were open on this page: with another number all forms begin anew. */
export const formsAtom = atom(0);

/** Who typed into the forms of this page; null: a visitor. */
let typist: string | null = null;
/** Ends the time in which what old forms write on going is not kept. */
let takeAgain: (() => void) | undefined;

/** What was typed goes, from the forms of this page and from the device: whoever typed it has logged out. */
export async function forgetTyped(store: Store): Promise<void> {
  typist = null;
  renewForms(store);
  await Promise.all([forgetAll(draftPrefix), forget(ownerKey)]);
}

/**
 * What was typed stays for whoever typed it, also over an ended session; another user finds it neither in a
 * form nor on the device.
 */
export async function takeTypedOver(store: Store, userId: string): Promise<void> {
  if (typist !== null && typist !== userId) renewForms(store);
  typist = userId;
  const owner = await readKept(ownerKey);
  if (owner === userId) return;
  if (owner !== undefined) await forgetAll(draftPrefix);
  await keep(ownerKey, userId);
}

/** Whether a user's session ended without their logging out, here or on another page: what they typed waits for them. */
export async function isAwaited(userId: string): Promise<boolean> {
  return (await readKept(ownerKey)) === userId;
}

/** The forms of before are gone, and have written for the last time. */
export function formsAreNew(): void {
  takeAgain?.();
  takeAgain = undefined;
}

function renewForms(store: Store): void {
  takeAgain ??= refuseKeys(draftPrefix);
  store.set(formsAtom, (count) => count + 1);
}
