import { SourceUnavailable } from "../../source-unavailable.ts";

/** Work on days that nothing is kept of: one piece at a time for the whole venue, in the order asked. */
export interface ColdQueue {
  /** @throws SourceUnavailable where too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param most pieces that may wait beside the one at work. A query that asks for its next piece as soon as the
 *   last is done finds the place that the next in line has just left, so a query once let in is finished.
 */
export function createColdQueue(most: number): ColdQueue {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  return {
    async run(work) {
      if (isBusy) {
        if (waiting.length >= most)
          throw new SourceUnavailable("Too many ask for days that are not at hand");
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      isBusy = true;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else isBusy = false;
      }
    },
  };
}
