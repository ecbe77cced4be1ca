import { useSyncExternalStore } from "react";
import { subscribeVenueSecond } from "../market/venue-second.ts";

/** The index has a sample a second; a figure that was read longer ago is not of now any more. */
const freshMs = 5000;

/** Seconds since something was read (`at`: Unix ms of this device); 0 while that is fresh. */
export function useRunningAge(at: number): number {
  const read = () => {
    const ageMs = Date.now() - at;
    return ageMs < freshMs ? 0 : Math.floor(ageMs / 1000);
  };
  return useSyncExternalStore(subscribeVenueSecond, read, read);
}
