import { atom } from "jotai";

/** Whether the seconds contracts of the market on screen are shown, or those of all. */
export const runningScopeAtom = atom<"market" | "all">("all");
