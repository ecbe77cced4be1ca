import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import type { Transaction } from "../../store/store.ts";
import { endOrder } from "../orders/end-order.ts";
import {
  type HeldOrder,
  lockReview,
  readLapsedReviews,
  statesOf,
  updateOrder,
} from "../records/rows.ts";
import { noticeOrder } from "../records/order-notices.ts";
import { announceNow } from "../records/wire.ts";
import { readOrdersById, readReviewIds } from "./review-rows.ts";

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
      const order = await lockReview(tx.db, id);
      if (!order) return;
      const ended = await endOrder(tx, order, { state: "expired", reason: "review_timeout", now });
      await noticeOrder(tx, ended, "ended", now);
    });
  }

  private async tell(): Promise<void> {
    const { store, bus } = this.deps;
    const before = this.waiting;
    const { waiting, decided } = await store.read(async (db) => {
      const ids = new Set(await readReviewIds(db));
      return {
        waiting: ids,
        decided: await readOrdersById(
          db,
          [...before].filter((id) => !ids.has(id)),
        ),
      };
    });
    this.waiting = waiting;
    for (const order of decided) announceNow(bus, order);
  }
}

interface ReviewDecision {
  id: number;
  /** Why it was refused, in words for the user, who is shown them; null lets the sell through. */
  refusal: string | null;
  /** Who decides, e.g. `cli:ada`. */
  by: string;
  /** Unix ms. */
  now: number;
}

/**
 * Decides on a sell under review, in one command with its record in the audit log. One let through is
 * accepted at this moment: it meets no snapshot made before. One refused gives its coins back.
 * @returns the order as it is now, or undefined where it is not under review or its time was over
 */
export async function decideReview(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: ReviewDecision,
): Promise<HeldOrder | undefined> {
  const { id, refusal, by, now } = decision;
  const order = await lockReview(tx.db, id);
  if (!order || (order.review_ends_at ?? 0) <= now) return undefined;
  await audit.write(tx, {
    event: "coin-sell-reviewed",
    outcome: "ok",
    userId: order.user_id,
    ip: "",
    requestId: "",
    now,
    facts: {
      by,
      order: String(id),
      verdict: refusal === null ? "approved" : "rejected",
      ...(refusal !== null && { reason: refusal }),
    },
  });
  if (refusal !== null) {
    const ended = await endOrder(tx, order, { state: "rejected", reason: refusal, now });
    await noticeOrder(tx, ended, "ended", now);
    return ended;
  }
  const accepted = {
    ...order,
    ...statesOf(order.stop_price === null ? "submitted" : "created"),
    accepted_at: now,
    updated_at: now,
  };
  await updateOrder(tx.db, accepted);
  return accepted;
}
