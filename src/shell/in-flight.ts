import { atom } from "jotai";

/** After each call's begin the overlay waits this long, and shows if any call is still in flight. */
export const overlayDelayMs = 100;

const countAtom = atom(0);
const lateAtom = atom(false);

/** Calls that a person waits for and that have not ended: one more before each call, one less after it, however it ended. */
export const inFlightAtom = atom(
  (get) => get(countAtom),
  (get, set, change: (count: number) => number) => {
    const before = get(countAtom);
    const count = change(before);
    set(countAtom, count);
    if (count === 0) set(lateAtom, false);
    if (count <= before) return;
    setTimeout(() => {
      if (get(countAtom) > 0) set(lateAtom, true);
    }, overlayDelayMs);
  },
);

/** Whether the loading overlay shows (spec 4). */
export const veiledAtom = atom((get) => get(countAtom) > 0 && get(lateAtom));
