/** What a restart of the app would lose or interrupt: typed text, an open sheet, a write with an open outcome, a running seconds contract, a pending call. */
export type BusyReason = "typed" | "sheet" | "order" | "seconds" | "call";

const holders = new Map<BusyReason, number>();

/** Marks the app as busy. Returns a function that removes the mark. */
export function holdBusy(reason: BusyReason): () => void {
  holders.set(reason, (holders.get(reason) ?? 0) + 1);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    const left = (holders.get(reason) ?? 1) - 1;
    if (left > 0) holders.set(reason, left);
    else holders.delete(reason);
  };
}

/** The present reasons for being busy. */
export function heldReasons(): readonly BusyReason[] {
  return [...holders.keys()];
}
