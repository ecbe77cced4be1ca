import { atom } from "jotai";

/** Whether positions and contract orders of this contract are listed or of all. */
export const positionScopeAtom = atom<"contract" | "all">("all");
