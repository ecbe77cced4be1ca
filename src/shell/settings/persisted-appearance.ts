import { readCookie, writeCookie } from "../../storage/cookies.ts";

export const themes = ["system", "light", "dark"] as const;
export const palettes = ["auto", "green-up", "red-up", "cb"] as const;
export const sides = ["left", "right"] as const;

/** How the app looks on this device. `auto` follows the language: red is up in Chinese. */
export interface Appearance {
  theme: (typeof themes)[number];
  palette: (typeof palettes)[number];
  /** The side of the order form on the trade screens; the book stands on the other. */
  ticketSide: (typeof sides)[number];
}

const cookieName = "godwit_look";
const maxAgeSec = 365 * 24 * 3600;

/** The appearance this device has stored. */
export function readAppearance(): Appearance {
  const [theme, palette, ticketSide] = (readCookie(cookieName) ?? "").split(".");
  return {
    theme: themes.find((known) => known === theme) ?? "system",
    palette: palettes.find((known) => known === palette) ?? "auto",
    ticketSide: sides.find((known) => known === ticketSide) ?? "left",
  };
}

export function saveAppearance(appearance: Appearance): void {
  const { theme, palette, ticketSide } = appearance;
  writeCookie(cookieName, `${theme}.${palette}.${ticketSide}`, maxAgeSec);
}

/** Marks the document, for the style sheets; `lang` must be set before. */
export function showAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  if (appearance.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = appearance.theme;
  const updown =
    appearance.palette === "auto"
      ? root.lang.startsWith("zh")
        ? "red-up"
        : "green-up"
      : appearance.palette;
  if (root.dataset["updown"] !== updown) root.dataset["updown"] = updown;
  if (appearance.ticketSide === "left") delete root.dataset["ticket"];
  else root.dataset["ticket"] = appearance.ticketSide;
}
