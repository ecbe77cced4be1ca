import * as v from "valibot";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import { takenForMs } from "../trading/order-flow.ts";

const schema = v.object({ id: v.string(), sent_at: v.pipe(v.number(), v.safeInteger()) });

/** The id under which a write is to be sent, and whether an earlier message under it may still arrive. */
export interface WriteId {
  id: string;
  reused: boolean;
}

/**
 * An id for one kind of write about one thing. As long as a message whose outcome nobody knows may still be
 * taken by the venue, its id is used again: then the two cannot both happen, also over a reload.
 */
export async function takeWriteId(key: string, freshId: string, now: number): Promise<WriteId> {
  const kept = v.safeParse(schema, await readKept(keyOf(key)));
  const reused = kept.success && now - kept.output.sent_at < takenForMs;
  const id = reused ? kept.output.id : freshId;
  await keep(keyOf(key), { id, sent_at: now });
  return { id, reused };
}

/** Its outcome is known. */
export function settleWriteId(key: string): Promise<void> {
  return forget(keyOf(key));
}

function keyOf(key: string): string {
  return `write:${key}`;
}
