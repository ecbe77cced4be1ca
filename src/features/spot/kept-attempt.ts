import * as v from "valibot";
import { spotEndpoints } from "#protocol/spot.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { Attempt } from "./order-flow.ts";

const schema = spotEndpoints.coinPlaceOrder.request;

/** Keeps an order's id and wish until its outcome is known, so that a reload asks what became of it. */
export function keepAttempt(userId: string, attempt: Attempt): Promise<void> {
  return keep(keyOf(userId), { ...attempt.intent, client_order_id: attempt.id });
}

export async function readAttempt(userId: string): Promise<Attempt | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(userId)));
  if (!kept.success) return undefined;
  const { client_order_id: id, ...intent } = kept.output;
  return { id, intent };
}

export function forgetAttempt(userId: string): Promise<void> {
  return forget(keyOf(userId));
}

function keyOf(userId: string): string {
  return `attempt:${userId}`;
}
