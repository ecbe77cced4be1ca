/**
 * The venue's clock as this device knows it. Clocks of phones are often wrong by minutes: signatures, ages
 * and countdowns use this, never `Date.now()` alone.
 */
let offsetMs = 0;
let anchored = false;
/** 2020 and 2100, Unix ms: a time outside is invalid and would make every date of the app wrong. */
const plausible = { from: 1_577_836_800_000, to: 4_102_444_800_000 } as const;

/** A clock that goes back by more was set by somebody, not corrected by the system. */
const steeredMs = 2000;
let last = { wallMs: Number.NEGATIVE_INFINITY, steadyMs: 0 };

/**
 * Unix ms on the venue's clock. Where the device's clock is set back, this time does not go back, or old prices
 * would look new. A clock set forward looks the same as a device that slept, so everything ages until the venue
 * answers.
 */
export function venueNow(): number {
  const [wallMs, steadyMs] = [Date.now(), performance.now()];
  const lostMs = steadyMs - last.steadyMs - (wallMs - last.wallMs);
  if (lostMs > steeredMs && Number.isFinite(lostMs)) offsetMs += Math.round(lostMs);
  last = { wallMs, steadyMs };
  return wallMs + offsetMs;
}

/**
 * Learns the offset from a time in the venue's answer. `sentAt` is the device's time when the request was sent:
 * half of the round trip is subtracted. Small differences are noise and are ignored once an offset is known.
 * Only answers that cannot come from a cache may be used: an old time would make old prices look live.
 */
export function learnVenueTime(serverTime: number, sentAt: number, receivedAt = Date.now()): void {
  if (!(serverTime >= plausible.from && serverTime <= plausible.to)) return;
  const measured = serverTime - (sentAt + receivedAt) / 2;
  if (anchored && Math.abs(measured - offsetMs) < 1000) return;
  offsetMs = Math.round(measured);
  anchored = true;
}
