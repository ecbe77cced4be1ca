import type { Store } from "../store/store.ts";
import { deleteExpiredCodes } from "./code-rows.ts";
import { deleteExpiredOutbox } from "./outbox-rows.ts";
import { deleteNoncesBefore } from "./session-rows.ts";
import { deleteThrottlesBefore } from "./throttle-rows.ts";

/**
 * Far older than any signature the window lets in: a clock that steps ahead by less than this and back
 * again opens no window for headers that were used.
 */
const nonceKeptMs = 2 * 3_600_000;
const throttleKeptMs = 24 * 3_600_000;

/** Removes what can no longer matter: nonces long out of the window, codes and counts that have ended. Unix ms. */
export async function sweepSessions(store: Store, now: number): Promise<void> {
  await store.command(async ({ db }) => {
    await deleteNoncesBefore(db, now - nonceKeptMs);
    await deleteExpiredCodes(db, now);
    await deleteExpiredOutbox(db, now);
    await deleteThrottlesBefore(db, now - throttleKeptMs, now);
  });
}
