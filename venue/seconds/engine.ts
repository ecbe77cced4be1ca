import type { VenueDeps } from "../deps/venue-deps.ts";
import { inBatches } from "../matching/batches.ts";
import { type DayCommits, keepsCommits } from "./prices/day-commits.ts";
import { latestIndex, samplesAt } from "./prices/index-samples.ts";
import type { AppendReceipt } from "./proof/receipt-writer.ts";
import { type DueMoment, readDueMoments } from "./records/rows.ts";
import { settleBatch, type Window } from "./orders/settle-orders.ts";
import { isFinal, noSamples } from "./orders/settlement.ts";

export interface SecondsEngine {
  /** Does what was due at `now` (Unix ms), which the source has ticked. Calls during a pass join it; what fails is logged and due again next time. */
  tick(now: number): Promise<void>;
}

export type SecondsEngineDeps = Pick<VenueDeps, "store" | "source" | "clock" | "log" | "bus"> & {
  appendReceipt: AppendReceipt;
};

/** Contracts in one transaction: they share one fsync and one turn at the chain of receipts. */
const settledTogether = 50;

/**
 * Locks entry prices and settles (rules.md, 5). Twice, late, after a restart or in several processes at once:
 * a contract is settled by the samples of its own times, it is locked meanwhile, and each
 * posting has a key. After the clock was set back nothing is due until it has caught up.
 */
export function createSecondsEngine(deps: SecondsEngineDeps): SecondsEngine {
  const { store, source, clock, log, bus, appendReceipt } = deps;
  let running: Promise<void> | undefined;

  async function pass(now: number): Promise<void> {
    let isMore = true;
    // A contract that is late for both its moments is settled in the second round.
    while (isMore) {
      isMore = false;
      for (const moment of await store.read((db) => readDueMoments(db, now))) {
        const window = look(moment, now);
        if (window && (await passWindow(window)) > 0) isMore = true;
      }
    }
  }

  /** What a moment gives; undefined while it may still give more. */
  function look(moment: DueMoment, now: number): Window | undefined {
    const of = { symbol: moment.symbol, precision: moment.price_precision };
    const samples = isItsMarket(moment) ? samplesAt(source, of, moment.due_at) : noSamples;
    return isFinal(samples, now - moment.due_at)
      ? { ...moment, samples, current: latestIndex(source, of, now) }
      : undefined;
  }

  /** Nobody who starts the venue with another market, or another seed, can settle by it what was taken in before. */
  function isItsMarket({ symbol, source: name, day_commits }: DueMoment): boolean {
    return (
      source.health().source === name &&
      keepsCommits(source, symbol, JSON.parse(day_commits) as DayCommits)
    );
  }

  /** @returns how many contracts were moved */
  async function passWindow(window: Window): Promise<number> {
    let moved = 0;
    await inBatches(
      async (batch) => {
        const taken = await store.command((tx) =>
          settleBatch({ tx, bus, appendReceipt, now: clock.now() }, window, batch),
        );
        moved += taken;
        return taken > 0 && taken === batch.limit;
      },
      log,
      "seconds contract",
      settledTogether,
    ).catch((error: unknown) =>
      log("error", "seconds contracts not settled", {
        symbol: window.symbol,
        due: window.due_at,
        error,
      }),
    );
    return moved;
  }

  return {
    tick: (now) => (running ??= pass(now).finally(() => (running = undefined))),
  };
}
