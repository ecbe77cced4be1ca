import type { Store } from "../store/store.ts";
import { deleteOldAudit } from "./audit/audit-rows.ts";
import { deleteExpiredCodes } from "./codes/code-rows.ts";
import { deleteExpiredOutbox } from "./codes/outbox-rows.ts";
import { deleteChallengesBefore } from "./passkeys/passkey-rows.ts";
import { deleteNoncesBefore } from "./tokens/session-rows.ts";
import { deleteThrottlesBefore } from "./throttle/throttle-rows.ts";

/**
 * Far longer than a signature is valid: even after the clock was set ahead by less than this and back, no
 * used headers are accepted again.
 */
const nonceLifeMs = 2 * 3_600_000;
const throttleLifeMs = 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** How long the audit log has what was refused, and everything else but operators' acts, which stay. */
const refusedLifeMs = 60 * dayMs;
const auditLifeMs = 400 * dayMs;
/** Few enough that no other command waits for long. */
const auditAtOnce = 2000;

/** Removes rows that are no longer needed: old nonces, expired codes, ended counts and old lines of the audit log. `now` in Unix ms. */
export async function sweepSessions(store: Store, now: number): Promise<void> {
  await store.command(async ({ db }) => {
    await deleteNoncesBefore(db, now - nonceLifeMs);
    await deleteChallengesBefore(db, now - nonceLifeMs);
    await deleteExpiredCodes(db, now);
    await deleteExpiredOutbox(db, now);
    await deleteThrottlesBefore(db, now - throttleLifeMs, now);
    await deleteOldAudit(db, {
      before: now - auditLifeMs,
      refusedBefore: now - refusedLifeMs,
      limit: auditAtOnce,
    });
  });
}
