/**
 * How long after it was sent the venue may still accept a message, ms: it refuses a signature that is over
 * 60 s old, and its clock may be 30 s behind the one that signed.
 */
export const acceptedForMs = 95_000;

/**
 * Whether the venue would still accept a message that was sent then.
 * @param sentAt Unix ms of this device; a clock set back counts as no time gone by
 */
export function mayStillArrive({ sentAt }: { sentAt: number }, now: number): boolean {
  return now - sentAt < acceptedForMs;
}
