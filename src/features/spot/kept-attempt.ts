import * as v from "valibot";
import { idText } from "#protocol/endpoint.ts";
import { spotEndpoints } from "#protocol/spot.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { Attempt } from "./order-flow.ts";

const { id: _replaced, ...orderEntries } = spotEndpoints.coinReplaceOrder.request.entries;

const schema = v.object({
  ...orderEntries,
  replaces: v.optional(idText),
  // Missing in what an older build kept.
  sent_at: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  told: v.optional(v.boolean(), false),
});

export interface KeptAttempt {
  attempt: Attempt;
  /** The person knows that it has not arrived; it is kept since it still may. */
  told: boolean;
}

/** Keeps an order's id and wish until its outcome is known, so that a reload asks what became of it. */
export function keepAttempt(userId: string, attempt: Attempt, told = false): Promise<void> {
  return keep(keyOf(userId), { ...attempt.intent, client_order_id: attempt.id, sent_at: attempt.sentAt, told });
}

export async function readAttempt(userId: string): Promise<KeptAttempt | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(userId)));
  if (!kept.success) return undefined;
  const { client_order_id: id, sent_at: sentAt, told, ...intent } = kept.output;
  return { attempt: { id, intent, sentAt }, told };
}

export function forgetAttempt(userId: string): Promise<void> {
  return forget(keyOf(userId));
}

function keyOf(userId: string): string {
  return `attempt:${userId}`;
}
