import * as codes from "#protocol/wire/error-codes.ts";
import { Refusal } from "../store/refusal.ts";
import type { Log, Store, Transaction } from "../store/store.ts";
import { readDue, type RequestTableName } from "./request-rows.ts";

/** How the venue itself decides one kind of request. */
export interface AutoReviewed {
  table: RequestTableName;
  /** Approves it, or rejects it with a reason where it cannot be granted. */
  decide: (tx: Transaction, id: number, now: number) => Promise<unknown>;
}

/** Requests decided in one look; what is more waits for the next. */
const decidedTogether = 50;

/** Decides requests whose visible delay is over, where the venue reviews by itself. */
export class AutoReview {
  private readonly deps: { store: Store; clock: { now(): number }; log: Log };
  private readonly kinds: readonly AutoReviewed[];

  constructor(
    deps: { store: Store; clock: { now(): number }; log: Log },
    kinds: readonly AutoReviewed[],
  ) {
    this.deps = deps;
    this.kinds = kinds;
  }

  /** Looks once. Called twice, late or by several processes, each request is decided once. */
  async tick(): Promise<void> {
    const { store, clock, log } = this.deps;
    const now = clock.now();
    for (const { table, decide } of this.kinds) {
      for (const id of await store.read((db) => readDue(db, table, now, decidedTogether))) {
        await store
          .command((tx) => decide(tx, id, now))
          .catch((error: unknown) => {
            // Another process or an operator was first.
            const isDecided = error instanceof Refusal && error.code === codes.notPending;
            if (!isDecided) log("error", "request not reviewed", { table, id, error });
          });
      }
    }
  }
}
