import { atom } from "jotai";
import { readCookie, writeCookie } from "../lib/cookie.ts";
import { store } from "./app-context.ts";

export const themes = ["system", "light", "dark"] as const;
export const palettes = ["auto", "green-up", "red-up", "cb"] as const;

/** How the app looks on this device. `auto` follows the language: red is up in Chinese. */
export interface Look {
  theme: (typeof themes)[number];
  palette: (typeof palettes)[number];
}

const cookieName = "godwit_look";
const maxAgeSec = 365 * 24 * 3600;

export const lookAtom = atom<Look>({ theme: "system", palette: "auto" });

/** Takes up the look this device kept; before the first frame, so that nothing flashes. */
export function restoreLook(): void {
  const [theme, palette] = (readCookie(cookieName) ?? "").split(".");
  const look: Look = {
    theme: themes.find((known) => known === theme) ?? "system",
    palette: palettes.find((known) => known === palette) ?? "auto",
  };
  store.set(lookAtom, look);
  applyLook(look);
}

export function changeLook(change: Partial<Look>): void {
  const look = { ...store.get(lookAtom), ...change };
  store.set(lookAtom, look);
  writeCookie(cookieName, `${look.theme}.${look.palette}`, maxAgeSec);
  applyLook(look);
}

/** Also called when the language changes, since the automatic palette follows it. */
export function applyLook(look: Look = store.get(lookAtom)): void {
  const root = document.documentElement;
  if (look.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = look.theme;
  root.dataset["updown"] = look.palette === "auto" ? (root.lang.startsWith("zh") ? "red-up" : "green-up") : look.palette;
}
