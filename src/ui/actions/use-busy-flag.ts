import { useEffect } from "react";
import { type BusyReason, holdBusy } from "../../lib/busy-flags.ts";

/** Keeps the app from restarting by itself while `active`. */
export function useBusy(reason: BusyReason, active: boolean): void {
  useEffect(() => (active ? holdBusy(reason) : undefined), [reason, active]);
}
