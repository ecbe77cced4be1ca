import { atom } from "jotai";
import type { BusyReason } from "../../lib/busy-flags.ts";
import type { UpdateOffer } from "./update-flow.ts";

export const updateOfferAtom = atom<UpdateOffer | null>(null);

/** What the restart that was asked for waits for, nothing if empty; null if nobody asked. */
export const restartWaitsAtom = atom<readonly BusyReason[] | null>(null);
