import { atom } from "jotai";
import { store } from "./app-context.ts";
import { keepLook, keptLook, showLook, type Look } from "./kept-look.ts";

export const lookAtom = atom<Look>({ theme: "system", palette: "auto" });

/** Takes up the look this device kept; before the first frame, so that nothing flashes. */
export function restoreLook(): void {
  store.set(lookAtom, keptLook());
  applyLook();
}

export function changeLook(change: Partial<Look>): void {
  const look = { ...store.get(lookAtom), ...change };
  store.set(lookAtom, look);
  keepLook(look);
  applyLook();
}

/** Also called when the language changes, since the automatic palette follows it. */
export function applyLook(): void {
  showLook(store.get(lookAtom));
}
