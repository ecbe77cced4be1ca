import type { VenueDeps } from "../deps.ts";
import { announceNow } from "./announce.ts";
import { endOrder } from "./end-order.ts";
import { readOrdersById, readReviewIds } from "./review-rows.ts";
import { claimReview, readLapsedReviews } from "./rows.ts";

/** Orders ended in one look; what is more waits for the next. */
const endedTogether = 50;

/**
 * Ends the sells on which nobody decided in time, and tells open streams of what was decided elsewhere:
 * the operator's command line is another process.
 */
export class ReviewDesk {
  private readonly deps: Pick<VenueDeps, "store" | "clock" | "log" | "bus">;
  private waiting: ReadonlySet<number> = new Set();

  constructor(deps: Pick<VenueDeps, "store" | "clock" | "log" | "bus">) {
    this.deps = deps;
  }

  /** Looks once. Called twice, late or by several processes, each order is ended once. */
  async tick(): Promise<void> {
    const { store, clock, log } = this.deps;
    const now = clock.now();
    for (const id of await store.read((db) => readLapsedReviews(db, now, endedTogether))) {
      await this.lapse(id, now).catch((error: unknown) =>
        log("error", "review not ended", { order: id, error }),
      );
    }
    await this.tell();
  }

  private async lapse(id: number, now: number): Promise<void> {
    await this.deps.store.command(async (tx) => {
      const order = await claimReview(tx.db, id);
      if (order) await endOrder(tx, order, { state: "expired", reason: "review_timeout", now });
    });
  }

  private async tell(): Promise<void> {
    const { store, bus } = this.deps;
    const before = this.waiting;
    const { waiting, decided } = await store.read(async (db) => {
      const waiting = new Set(await readReviewIds(db));
      return {
        waiting,
        decided: await readOrdersById(
          db,
          [...before].filter((id) => !waiting.has(id)),
        ),
      };
    });
    this.waiting = waiting;
    for (const order of decided) announceNow(bus, order);
  }
}
