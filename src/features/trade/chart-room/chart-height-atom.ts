import { atom } from "jotai";
import { readLocal, writeLocal } from "../../../storage/web-storage.ts";

/** Heights a chart may be given, CSS px. */
export const [leastHeightPx, mostHeightPx] = [120, 600];

/** A height as it was kept; null where there is none that can be used: the screen's own then. */
export function parseChartHeight(text: string | null): number | null {
  const px = Number(text ?? "");
  return Number.isInteger(px) && px >= leastHeightPx && px <= mostHeightPx ? px : null;
}

const chosenAtom = atom<number | null | undefined>(undefined);

/** How high this device's charts beside a ticket are, CSS px; null as long as nobody has chosen. */
export const chartHeightAtom = atom(
  (get) => {
    const chosen = get(chosenAtom);
    return chosen === undefined ? parseChartHeight(readLocal("godwit:chart-height")) : chosen;
  },
  (_get, set, px: number) => {
    const within = Math.round(Math.min(mostHeightPx, Math.max(leastHeightPx, px)));
    set(chosenAtom, within);
    writeLocal("godwit:chart-height", String(within));
  },
);

/** Whether the chart is shown where the screen has no room for it beside the ticket: until the app is left. */
export const chartUnfoldedAtom = atom(false);
