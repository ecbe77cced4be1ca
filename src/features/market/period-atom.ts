import { atom } from "jotai";
import { periods, type Period } from "#protocol/market.ts";

const key = "godwit:period";
const fallback: Period = "15min";

const heldAtom = atom<Period>(readPeriod());

/** The chart's period, as last chosen on this device. */
export const periodAtom = atom(
  (get) => get(heldAtom),
  (_get, set, period: Period) => {
    set(heldAtom, period);
    try {
      localStorage.setItem(key, period);
    } catch {
      // Without storage the choice lives as long as the page.
    }
  },
);

function readPeriod(): Period {
  try {
    const kept = localStorage.getItem(key);
    return periods.find((period) => period === kept) ?? fallback;
  } catch {
    return fallback;
  }
}
