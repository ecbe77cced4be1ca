/** Calls that run against one another, so that whatever may come first does so now and then. */
import { setImmediate as turn } from "node:timers/promises";

export interface Refused {
  code: number;
}

/** The outcome of each call: its answer, or the code of its refusal. */
export async function outcomes<T>(calls: readonly (() => Promise<T>)[]): Promise<(T | Refused)[]> {
  const settled = await Promise.allSettled(calls.map((call) => call()));
  return settled.map((one) => {
    if (one.status === "fulfilled") return one.value;
    const reason: unknown = one.reason;
    if (
      typeof reason === "object" &&
      reason !== null &&
      "code" in reason &&
      typeof reason.code === "number"
    )
      return { code: reason.code };
    throw reason;
  });
}

/** The same calls, each round beginning with another. */
export function turned<T>(calls: readonly T[], round: number): T[] {
  const at = round % calls.length;
  return [...calls.slice(at), ...calls.slice(0, at)];
}

/**
 * Lets calls begin while passes run: later where they came in time the round before, sooner where they came
 * too late, so that on any machine and database both happen. In the last round they are late.
 * @param isInTime whether an answer says that its call came in time
 */
export function rival<T>(rounds: number, isInTime: (answer: T | Refused) => boolean) {
  let turns = 4;
  return async (
    passes: readonly (() => Promise<void>)[],
    calls: readonly (() => Promise<T>)[],
    round: number,
  ): Promise<(T | Refused)[]> => {
    const running = Promise.all(passes.map((pass) => pass()));
    if (round === rounds - 1) await running;
    for (let passed = 0; passed < turns; passed++) await turn();
    const answers = await outcomes(turned(calls, round));
    await running;
    turns = Math.ceil(answers.some(isInTime) ? turns * 1.6 : turns / 2.5);
    return answers;
  };
}
