import { TooMany } from "../../../store/refusal.ts";

/**
 * Work on days that are not stored: one piece at a time for the whole venue. Callers take turns: one who
 * asks for much waits for it without holding up the others.
 */
export interface ColdQueue {
  /**
   * @param caller whose turn it is counted as, such as a client's address; undefined for the venue itself, which
   *   is never refused
   * @throws TooMany where too many pieces of the caller, or of all, wait already
   */
  run<T>(caller: string | undefined, work: () => Promise<T>): Promise<T>;
}

export interface ColdQueueLimits {
  /** Pieces of one caller that may wait. A query waits for one piece at a time. */
  ofOne: number;
  /** Pieces that may wait in all. */
  inAll: number;
  /** How long a piece takes about, which says when to come again. */
  pieceMs: number;
}

export function createColdQueue({ ofOne, inAll, pieceMs }: ColdQueueLimits): ColdQueue {
  /** What waits, by caller; the caller whose turn is next comes first. */
  const waiting = new Map<string | undefined, (() => void)[]>();
  let count = 0;
  let isBusy = false;

  function place(caller: string | undefined): Promise<void> {
    const own = waiting.get(caller) ?? [];
    if (caller !== undefined && (own.length >= ofOne || count >= inAll))
      throw new TooMany(Math.ceil((Math.max(1, count) * pieceMs) / 1000));
    waiting.set(caller, own);
    count += 1;
    return new Promise((resolve) => own.push(resolve));
  }

  function callNext(): void {
    const [first] = waiting;
    if (!first) {
      isBusy = false;
      return;
    }
    const [caller, own] = first;
    const next = own.shift();
    waiting.delete(caller);
    if (own.length > 0) waiting.set(caller, own);
    count -= 1;
    next?.();
  }

  return {
    async run(caller, work) {
      if (isBusy) await place(caller);
      isBusy = true;
      try {
        return await work();
      } finally {
        callNext();
      }
    },
  };
}
