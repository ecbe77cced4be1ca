import { atom } from "jotai";
import { periods, type Period } from "#protocol/market.ts";
import { keepLocal, readLocal } from "../../storage/local-store.ts";

const key = "godwit:period";
const fallback: Period = "15min";

const heldAtom = atom<Period>(readPeriod());

/** The chart's period, as last chosen on this device. */
export const periodAtom = atom(
  (get) => get(heldAtom),
  (_get, set, period: Period) => {
    set(heldAtom, period);
    keepLocal(key, period);
  },
);

function readPeriod(): Period {
  const kept = readLocal(key);
  return periods.find((period) => period === kept) ?? fallback;
}
