import { atom } from "jotai";
import { keepLocal, readLocal } from "../../storage/local-store.ts";
import { parseSettings, type CandleSettings } from "./candle-settings.ts";

const key = "godwit:chart";

const heldAtom = atom<CandleSettings>(parseSettings(readLocal(key)));

/** How charts are drawn on this device. */
export const candleSettingsAtom = atom(
  (get) => get(heldAtom),
  (_get, set, settings: CandleSettings) => {
    set(heldAtom, settings);
    keepLocal(key, JSON.stringify(settings));
  },
);
