import type { BusyReason } from "../lib/busy-flags.ts";
import { readSession, writeSession } from "./web-storage.ts";

const key = "godwit:holds";
/** Nothing runs for longer; a flag that says so was written under another clock. */
const longestMs = 24 * 3600_000;

const reasons: ReadonlySet<unknown> = new Set<BusyReason>([
  "typed",
  "sheet",
  "order",
  "seconds",
  "call",
]);

interface BusyFlag {
  reason: BusyReason;
  /** From when until when, Unix ms of this device. */
  from: number;
  until: number;
}

/**
 * Flags the app as busy for a time, also if the screen is left or the tab is reloaded: a running seconds contract, an
 * order whose outcome is still asked for. Without a screen nobody would clear the flag, so it ends by itself.
 * @param what identifies the flag; a second call replaces the first
 */
export function flagBusyFor(what: string, reason: BusyReason, forMs: number): void {
  const now = Date.now();
  const flags = read();
  if (forMs > 0) flags.set(what, { reason, from: now, until: now + Math.min(forMs, longestMs) });
  else flags.delete(what);
  write(flags);
}

/** As `flagBusyFor`, but never shortens a flag that is set. */
export function extendBusyFlag(what: string, reason: BusyReason, forMs: number): void {
  const now = Date.now();
  const known = read().get(what);
  flagBusyFor(what, reason, Math.max(forMs, known && isNow(known, now) ? known.until - now : 0));
}

/** Clears a flag: its work has ended. */
export function clearBusyFlag(what: string): void {
  const flags = read();
  if (flags.delete(what)) write(flags);
}

/** Why the app is busy now. */
export function persistedReasons(): readonly BusyReason[] {
  const now = Date.now();
  return [...read().values()].filter((flag) => isNow(flag, now)).map(({ reason }) => reason);
}

/** Clears all flags: their user has left. */
export function clearBusyFlags(): void {
  write(new Map());
}

/** In a tab without a storage of its own, for as long as the page lives. */
let memory = new Map<string, BusyFlag>();

function isNow({ from, until }: BusyFlag, now: number): boolean {
  return from <= now && now < until;
}

function read(): Map<string, BusyFlag> {
  try {
    const text = readSession(key);
    if (text === undefined) return new Map(memory);
    const flags: unknown = JSON.parse(text ?? "{}");
    return new Map(
      Object.entries(flags ?? {}).filter((entry): entry is [string, BusyFlag] => isFlag(entry[1])),
    );
  } catch {
    return new Map(memory);
  }
}

function write(flags: Map<string, BusyFlag>): void {
  memory = flags;
  // Where the tab has no storage, memory has it.
  writeSession(key, flags.size === 0 ? null : JSON.stringify(Object.fromEntries(flags)));
}

function isFlag(value: unknown): value is BusyFlag {
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
