import { atom } from "jotai";
import type { ListScope } from "../trading/own-panel.tsx";

/** Of which contract positions and orders are shown. */
export const positionScopeAtom = atom<ListScope>("all");
