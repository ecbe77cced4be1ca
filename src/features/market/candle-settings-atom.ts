import { atom } from "jotai";
import { parseSettings, type CandleSettings } from "./candle-settings.ts";

const key = "godwit:chart";

const heldAtom = atom<CandleSettings>(readSettings());

/** How charts are drawn on this device. */
export const candleSettingsAtom = atom(
  (get) => get(heldAtom),
  (_get, set, settings: CandleSettings) => {
    set(heldAtom, settings);
    try {
      localStorage.setItem(key, JSON.stringify(settings));
    } catch {
      // Without storage the choice lives as long as the page.
    }
  },
);

function readSettings(): CandleSettings {
  try {
    return parseSettings(localStorage.getItem(key));
  } catch {
    return parseSettings(null);
  }
}
