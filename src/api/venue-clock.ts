/**
 * The venue's clock as this device knows it. Phones are often wrong by minutes: signatures, ages and
 * countdowns use this, never `Date.now()` alone.
 */
let offsetMs = 0;
let anchored = false;
/** 2020 and 2100, Unix ms: a time beyond them is not one, and would lead every date of the app astray. */
const plausible = { from: 1_577_836_800_000, to: 4_102_444_800_000 } as const;

/** A clock that runs back by more was set, not steered. */
const steeredMs = 2000;
let last = { wallMs: Number.NEGATIVE_INFINITY, steadyMs: 0 };

/**
 * Unix ms on the venue's clock. A device whose clock is set back while the page lives does not go back with it:
 * old prices would look young. One set forward may as well have slept, and ages everything until the venue is heard.
 */
export function venueNow(): number {
  const [wallMs, steadyMs] = [Date.now(), performance.now()];
  const lostMs = steadyMs - last.steadyMs - (wallMs - last.wallMs);
  if (lostMs > steeredMs && Number.isFinite(lostMs)) offsetMs += Math.round(lostMs);
  last = { wallMs, steadyMs };
  return wallMs + offsetMs;
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
