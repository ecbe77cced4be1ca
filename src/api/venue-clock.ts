/**
 * The venue's clock as this device knows it. Phones are often wrong by minutes: signatures, ages and
 * countdowns use this, never `Date.now()` alone.
 */
let offsetMs = 0;
let anchored = false;
/** 2020 and 2100, Unix ms: a time beyond them is not one, and would lead every date of the app astray. */
const plausible = { from: 1_577_836_800_000, to: 4_102_444_800_000 } as const;

/** Unix ms on the venue's clock. */
export function venueNow(): number {
  return Date.now() + offsetMs;
}

/**
 * Learns from a time the venue told. `sentAt` is the device's clock when the question left: half of the
 * round trip is taken off. Small differences are noise and are ignored once a first offset is known.
 * Only what cannot come from a cache may teach it: a kept answer's time would make old prices look live.
 */
export function learnVenueTime(serverTime: number, sentAt: number, receivedAt = Date.now()): void {
  if (!(serverTime >= plausible.from && serverTime <= plausible.to)) return;
  const measured = serverTime - (sentAt + receivedAt) / 2;
  if (anchored && Math.abs(measured - offsetMs) < 1000) return;
  offsetMs = Math.round(measured);
  anchored = true;
}
