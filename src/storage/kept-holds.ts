import type { BusyReason } from "../lib/busy.ts";

const key = "godwit:holds";
/** Nothing of ours runs for longer; what says so was written under another clock. */
const longestMs = 24 * 3600_000;

const reasons: ReadonlySet<unknown> = new Set<BusyReason>([
  "typed",
  "sheet",
  "order",
  "seconds",
  "call",
]);

interface Hold {
  reason: BusyReason;
  /** From when until when, Unix ms of this device. */
  from: number;
  until: number;
}

/**
 * Says that something runs on for a time although its screen may be left, or the tab loaded anew: a contract, an
 * order whose outcome is still asked for. Without a screen nobody would hear of its end, so that it ends by itself.
 * @param what one thing of its kind; said again it takes the place of what was said before
 */
export function holdFor(what: string, reason: BusyReason, forMs: number): void {
  const now = Date.now();
  const holds = read();
  if (forMs > 0) holds.set(what, { reason, from: now, until: now + Math.min(forMs, longestMs) });
  else holds.delete(what);
  write(holds);
}

/** As `holdFor`, but never for a shorter time than was said before. */
export function holdOn(what: string, reason: BusyReason, forMs: number): void {
  const now = Date.now();
  const known = read().get(what);
  holdFor(what, reason, Math.max(forMs, known && isNow(known, now) ? known.until - now : 0));
}

/** It has ended. */
export function letGo(what: string): void {
  const holds = read();
  if (holds.delete(what)) write(holds);
}

/** Why the app is held now. */
export function keptReasons(): readonly BusyReason[] {
  const now = Date.now();
  return [...read().values()].filter((hold) => isNow(hold, now)).map(({ reason }) => reason);
}

/** Whose things they were is no longer here. */
export function forgetHolds(): void {
  write(new Map());
}

/** In a tab without a storage of its own, for as long as the page lives. */
let memory = new Map<string, Hold>();

function isNow({ from, until }: Hold, now: number): boolean {
  return from <= now && now < until;
}

function read(): Map<string, Hold> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return new Map(
      Object.entries(kept ?? {}).filter((entry): entry is [string, Hold] => isHold(entry[1])),
    );
  } catch {
    return new Map(memory);
  }
}

function write(holds: Map<string, Hold>): void {
  memory = holds;
  try {
    if (holds.size === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(holds)));
  } catch {
    // Memory has it.
  }
}

function isHold(value: unknown): value is Hold {
  return (
    typeof value === "object" &&
    value !== null &&
    "reason" in value &&
    reasons.has(value.reason) &&
    "from" in value &&
    typeof value.from === "number" &&
    "until" in value &&
    typeof value.until === "number" &&
    value.until - value.from <= longestMs
  );
}
