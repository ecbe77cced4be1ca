import { setTimeout as delay } from "node:timers/promises";
import { Refusal } from "./refusal.ts";
import { OutcomeUnknown } from "./store.ts";

/** A failure that may be gone a moment later, after which the attempt may be made again. */
export class Transient extends Error {
  /** The answer to COMMIT was lost: what was written may be there. Otherwise everything was rolled back. */
  readonly inCommit: boolean;

  constructor(cause: unknown, { inCommit = false }: { inCommit?: boolean } = {}) {
    super("the database was busy", { cause });
    this.name = "Transient";
    this.inCommit = inCommit;
  }
}

/** Waits before the second, third and fourth try, before jitter. */
const delaysMs = [10, 40, 160];

/**
 * Tries again while `attempt` throws `Transient`, three times at most, with full jitter.
 * @param random 0 ≤ x < 1
 * @throws Refusal 100006 when it stayed busy and nothing was written
 * @throws OutcomeUnknown when the answer to a COMMIT was lost and no later try could tell what became of it
 */
export async function retryTransient<T>(
  random: () => number,
  attempt: () => Promise<T>,
): Promise<T> {
  let isInDoubt = false;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      // A refusal was made after the key was claimed, so it has seen what became of the earlier try.
      if (error instanceof Refusal) throw error;
      isInDoubt ||= error instanceof Transient && error.inCommit;
      const delayMs = delaysMs[tries];
      if (error instanceof Transient && delayMs !== undefined) {
        await delay(random() * delayMs);
        continue;
      }
      if (isInDoubt) throw new OutcomeUnknown({ cause: error });
      throw error instanceof Transient
        ? new Refusal(100006, undefined, { cause: error.cause })
        : error;
    }
  }
}
