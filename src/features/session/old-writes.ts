import * as v from "valibot";
import { takenForMs } from "../../api/write-id.ts";
import { allKept, forget } from "../../storage/device-store.ts";

const sent = v.object({ sent_at: v.number() });

/**
 * Forgets what was kept of writes that no venue can take any more: their ids, and other users' orders, whose
 * outcome their owners find in the history of orders. The user's own orders stay until it is known what became of them.
 * @param userId who is logged in; null: nobody, and whoever's session ended may come back
 */
export async function forgetOldWrites(userId: string | null, now: number): Promise<void> {
  for (const [key, value] of await allKept()) {
    const isOthers = key.startsWith("attempt:") && userId !== null && !key.endsWith(`:${userId}`);
    if (!isOthers && !key.startsWith("write:")) continue;
    const kept = v.safeParse(sent, value);
    if (!kept.success || now - kept.output.sent_at >= takenForMs) await forget(key);
  }
}
