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
/** Who waits until the forms of before are gone. */
const waiting: (() => void)[] = [];

/** What was typed goes, from the forms of this page and from the device: whoever typed it has logged out. */
export async function forgetTyped(store: Store): Promise<void> {
  typist = null;
  await Promise.all([renewForms(store, forgetAll(draftPrefix)), forget(ownerKey)]);
}

/**
 * What was typed stays for whoever typed it, also over an ended session; another user finds it neither in a
 * form nor on the device.
 */
export async function takeTypedOver(store: Store, userId: string): Promise<void> {
  const forgotten = forgetOthers(userId);
  if (typist !== null && typist !== userId) void renewForms(store, forgotten);
  typist = userId;
  await forgotten;
}

/** Whether a user's session ended without their logging out, here or on another page: what they typed waits for them. */
export async function isAwaited(userId: string): Promise<boolean> {
  return (await readKept(ownerKey)) === userId;
}

/** The forms of before are gone, and have written for the last time. */
export function formsAreNew(): void {
  for (const done of waiting.splice(0)) done();
}

/** Until the old forms are gone and what they kept is forgotten, no form reads or writes a draft. */
async function renewForms(store: Store, forgotten: Promise<void>): Promise<void> {
  const takeAgain = refuseKeys(draftPrefix);
  const gone = new Promise<void>((done) => waiting.push(done));
  store.set(formsAtom, (count) => count + 1);
  await forgotten;
  void gone.then(takeAgain);
}

async function forgetOthers(userId: string): Promise<void> {
  const owner = await readKept(ownerKey);
  if (owner === userId) return;
  if (owner !== undefined) await forgetAll(draftPrefix);
  await keep(ownerKey, userId);
}
