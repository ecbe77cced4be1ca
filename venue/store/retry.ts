import { setTimeout as delay } from "node:timers/promises";
import { Refusal } from "./refusal.ts";

/** Failures that rolled everything back and may be gone a moment later. */
export class Transient extends Error {
  constructor(cause: unknown) {
    super("the database was busy", { cause });
    this.name = "Transient";
  }
}

/** Waits before the second, third and fourth try, before jitter. */
const delaysMs = [10, 40, 160];

/**
 * Tries again while `attempt` throws `Transient`, three times at most, with full jitter.
 * @param random 0 ≤ x < 1
 * @throws Refusal 100006 when it stayed busy
 */
export async function retryTransient<T>(random: () => number, attempt: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
    }
    await delay(random() * delayMs);
  }
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Transient) throw new Refusal(100006, undefined, { cause: error.cause });
    throw error;
  }
}
