import { atom } from "jotai";

/** Set once the startup sequence has run; cached content is on screen long before. */
export const initializedAtom = atom(false);
