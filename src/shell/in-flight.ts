import { atom } from "jotai";

/** Calls that a person waits for and that have not ended. */
export const inFlightAtom = atom(0);

/** The overlay shows when calls are still in flight this long after the first began. */
export const overlayDelayMs = 100;
