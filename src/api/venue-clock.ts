/**
 * The venue's clock as this device knows it. Clocks of phones are often wrong by minutes: signatures, ages
 * and countdowns use this, never `Date.now()` alone.
 */
import { readLocal, writeLocal } from "../storage/web-storage.ts";

/** 2020 and 2100, Unix ms: a time outside is invalid and would make every date of the app wrong. */
const plausible = { from: 1_577_836_800_000, to: 4_102_444_800_000 } as const;
/** An offset that was learnt longer ago says nothing about the device's clock of today. */
const maxPersistedAgeMs = 30 * 24 * 3600_000;
const persistEveryMs = 60_000;

/** A clock that goes back by more was set by somebody, not corrected by the system. */
const steeredMs = 2000;

/** An offset, and when it was learnt on the device's clock. */
interface Learnt {
  offsetMs: number;
  at: number;
}

let persisted = readPersisted(Date.now());
let offsetMs = persisted?.offsetMs ?? 0;
let anchored = false;
let last = { wallMs: Number.NEGATIVE_INFINITY, steadyMs: 0 };
const listeners = new Set<() => void>();

/**
 * Unix ms on the venue's clock; until the venue answers, by the offset that an earlier visit learnt. Where the
 * device's clock is set back, this time does not go back, or old prices would look new. A clock set forward looks
 * the same as a device that slept, so everything ages until the venue answers.
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
  if (!isPlausible(serverTime)) return;
  const measured = serverTime - (sentAt + receivedAt) / 2;
  if (!anchored || Math.abs(measured - offsetMs) >= 1000) offsetMs = Math.round(measured);
  anchored = true;
  if (persisted?.offsetMs === offsetMs && Math.abs(receivedAt - persisted.at) < persistEveryMs)
    return;
  persisted = { offsetMs, at: receivedAt };
  writeLocal("godwit:clock", JSON.stringify(persisted));
  for (const listener of listeners) listener();
}

/** By how much the venue's clock is ahead of the device's, in ms; 0 while nothing is known. */
export function venueOffsetMs(): number {
  return offsetMs;
}

/** Calls `listener` when the venue has answered with another offset. */
export function subscribeVenueOffset(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The offset of an earlier visit. A clock that was set back since then has another one, which nobody knows. */
function readPersisted(now: number): Learnt | undefined {
  try {
    const value = JSON.parse(readLocal("godwit:clock") ?? "null") as Partial<
      Record<keyof Learnt, unknown>
    > | null;
    const { offsetMs: offset, at } = value ?? {};
    if (typeof offset !== "number" || typeof at !== "number") return undefined;
    const isRecent = now - at < maxPersistedAgeMs && at - now < steeredMs;
    return isRecent && isPlausible(now + offset) ? { offsetMs: offset, at } : undefined;
  } catch {
    return undefined;
  }
}

function isPlausible(time: number): boolean {
  return time >= plausible.from && time <= plausible.to;
}
