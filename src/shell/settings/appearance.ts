import { atom } from "jotai";
import { store } from "../app-context.ts";
import {
  saveAppearance,
  readAppearance,
  showAppearance,
  type Appearance,
} from "./persisted-appearance.ts";

export const appearanceAtom = atom<Appearance>({
  theme: "system",
  palette: "auto",
  ticketSide: "left",
});

/** Takes up the stored appearance before the first frame, so that nothing flashes. */
export function restoreAppearance(): void {
  store.set(appearanceAtom, readAppearance());
  applyAppearance();
}

export function changeAppearance(change: Partial<Appearance>): void {
  const appearance = { ...store.get(appearanceAtom), ...change };
  store.set(appearanceAtom, appearance);
  saveAppearance(appearance);
  applyAppearance();
}

/** Also called when the language changes, since the automatic palette follows it. */
export function applyAppearance(): void {
  showAppearance(store.get(appearanceAtom));
}
