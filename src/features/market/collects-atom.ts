import { atom } from "jotai";

/** The user's favourite symbols, as the venue last gave them. */
export const collectsAtom = atom<readonly string[]>([]);
