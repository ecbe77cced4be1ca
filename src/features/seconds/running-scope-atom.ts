import { atom } from "jotai";
import type { ListScope } from "../trading/own-panel.tsx";

/** Of which market seconds contracts are shown. */
export const runningScopeAtom = atom<ListScope>("all");
