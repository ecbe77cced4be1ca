import { atom } from "jotai";
import type { ListScope } from "../trading/own-panel.tsx";

/** Of which market coin orders are shown. */
export const ordersScopeAtom = atom<ListScope>("all");
