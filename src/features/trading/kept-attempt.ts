import * as v from "valibot";
import { clientOrderId } from "#protocol/endpoint.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { Attempt } from "./order-flow.ts";

const sent = v.object({
  client_order_id: clientOrderId,
  // Missing in what an older build kept.
  sent_at: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  told: v.optional(v.boolean(), false),
});

export interface KeptAttempt<Intent> {
  attempt: Attempt<Intent>;
  /** The person knows that it has not arrived; it is kept since it still may. */
  told: boolean;
}

export interface KeptAttempts<Intent> {
  /** Keeps an order's id and wish until its outcome is known, so that a reload asks what became of it. */
  keep: (userId: string, attempt: Attempt<Intent>, told?: boolean) => Promise<void>;
  read: (userId: string) => Promise<KeptAttempt<Intent> | undefined>;
  forget: (userId: string) => Promise<void>;
}

/** The orders of one kind that are under way on this device, one of each user. */
export function keptAttempts<Intent extends object>(
  keyOf: (userId: string) => string,
  intentSchema: v.GenericSchema<unknown, Intent>,
): KeptAttempts<Intent> {
  return {
    keep: (userId, attempt, told = false) =>
      keep(keyOf(userId), {
        ...attempt.intent,
        client_order_id: attempt.id,
        sent_at: attempt.sentAt,
        told,
      }),
    async read(userId) {
      const kept = await readKept(keyOf(userId));
      const [envelope, intent] = [v.safeParse(sent, kept), v.safeParse(intentSchema, kept)];
      if (!envelope.success || !intent.success) return undefined;
      const { client_order_id: id, sent_at: sentAt, told } = envelope.output;
      return { attempt: { id, intent: intent.output, sentAt }, told };
    },
    forget: (userId) => forget(keyOf(userId)),
  };
}
