import { setTimeout as delay } from "node:timers/promises";
import * as codes from "#protocol/wire/error-codes.ts";
import { Refusal } from "./refusal.ts";
import { OutcomeUnknown } from "./store.ts";

/** A temporary failure; the attempt may be repeated. */
export class Transient extends Error {
  /** True where the answer to COMMIT was lost, so that the writes may exist. Otherwise everything was rolled back. */
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
 * @throws Refusal busy when every attempt failed and nothing was written
 * @throws OutcomeUnknown when the answer to a COMMIT was lost and no later attempt could find out the
 *   outcome
 */
export async function retryTransient<T>(
  random: () => number,
  attempt: () => Promise<T>,
): Promise<T> {
  let isUnresolved = false;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      // The attempt looked up its key before it refused, so the refusal takes the earlier attempt into account.
      if (error instanceof Refusal) throw error;
      isUnresolved ||= error instanceof Transient && error.inCommit;
      const delayMs = delaysMs[tries];
      if (error instanceof Transient && delayMs !== undefined) {
        await delay(random() * delayMs);
        continue;
      }
      if (isUnresolved) throw new OutcomeUnknown({ cause: error });
      throw error instanceof Transient
        ? new Refusal(codes.busy, undefined, { cause: error.cause })
        : error;
    }
  }
}
