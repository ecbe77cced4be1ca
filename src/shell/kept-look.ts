import { readCookie, writeCookie } from "../lib/cookie.ts";

export const themes = ["system", "light", "dark"] as const;
export const palettes = ["auto", "green-up", "red-up", "cb"] as const;

/** How the app looks on this device. `auto` follows the language: red is up in Chinese. */
export interface Look {
  theme: (typeof themes)[number];
  palette: (typeof palettes)[number];
}

const cookieName = "godwit_look";
const maxAgeSec = 365 * 24 * 3600;

/** The look this device kept. */
export function keptLook(): Look {
  const [theme, palette] = (readCookie(cookieName) ?? "").split(".");
  return {
    theme: themes.find((known) => known === theme) ?? "system",
    palette: palettes.find((known) => known === palette) ?? "auto",
  };
}

export function keepLook(look: Look): void {
  writeCookie(cookieName, `${look.theme}.${look.palette}`, maxAgeSec);
}

/** Marks the document, for the style sheets; `lang` must be set before. */
export function showLook(look: Look): void {
  const root = document.documentElement;
  if (look.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = look.theme;
  const updown =
    look.palette === "auto" ? (root.lang.startsWith("zh") ? "red-up" : "green-up") : look.palette;
  if (root.dataset["updown"] !== updown) root.dataset["updown"] = updown;
}
