import type { Log } from "../store/store.ts";

/** Orders or positions in one transaction: enough to share one fsync and one read of the book, few enough not to delay others. */
const batchSize = 32;

/** One transaction's share of the work. */
export interface Batch {
  limit: number;
  /** Ids that failed in this pass; they are skipped until the next. */
  skipped: readonly number[];
  /** To be called before each one is processed. */
  begin: (id: number) => void;
}

/**
 * Repeats a step until it says that there is no more to do. Where a batch fails, its items are tried one
 * by one, and an item that fails again waits for the next pass: one broken order delays no other.
 * @param what each item is, for the log
 * @param size of a batch
 */
export async function inBatches(
  step: (batch: Batch) => Promise<boolean>,
  log: Log,
  what: string,
  size = batchSize,
): Promise<void> {
  const skipped: number[] = [];
  let singles = 0;
  for (let isMore = true; isMore;) {
    let current: number | undefined;
    const limit = singles > 0 ? 1 : size;
    try {
      isMore = await step({
        limit,
        skipped,
        begin: (id) => {
          current = id;
        },
      });
      singles = Math.max(0, singles - 1);
    } catch (error) {
      if (limit > 1 && current !== undefined) {
        log("error", `${what} batch failed, going on one by one`, { error });
        singles = size;
        continue;
      }
      if (current === undefined) throw error;
      log("error", `${what} failed`, { id: current, error });
      skipped.push(current);
    }
  }
}
