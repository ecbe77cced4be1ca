/** What a restart of the app would take along or cut short: typed text, an open sheet, a write whose outcome is open, a running seconds contract, a call that is waited for. */
export type BusyReason = "typed" | "sheet" | "order" | "seconds" | "call";

const holders = new Map<BusyReason, number>();

/** Says that the app is busy until the answered function is called. */
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

/** What is held now. */
export function heldReasons(): readonly BusyReason[] {
  return [...holders.keys()];
}
