import * as v from "valibot";
import { forget, keep, readKept } from "../storage/device-store.ts";

/**
 * How long after it was sent a message may still be taken, ms: the venue refuses a signature that is over
 * 60 s old, and its clock may lie 30 s behind the one that signed.
 */
export const takenForMs = 95_000;

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
  const open = await openWriteId(key, now);
  const id = open ?? freshId;
  await keep(keyOf(key), { id, sent_at: now });
  return { id, reused: open !== undefined };
}

/** The id of a message whose outcome was not known when this was last asked for; undefined where there is none, or the venue would take it no longer. */
export async function openWriteId(key: string, now: number): Promise<string | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(key)));
  return kept.success && now - kept.output.sent_at < takenForMs ? kept.output.id : undefined;
}

/** Its outcome is known. */
export function settleWriteId(key: string): Promise<void> {
  return forget(keyOf(key));
}

function keyOf(key: string): string {
  return `write:${key}`;
}
