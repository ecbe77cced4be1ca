import * as v from "valibot";
import { getEntries, removeWhere } from "../../storage/database.ts";
import { ownerOf, rowOf } from "../../storage/keys.ts";
import { mayStillArrive } from "../../writes/message-lifetime.ts";

const sent = v.object({ sent_at: v.number() });

/**
 * Removes unresolved writes that no venue can accept any more: their ids, and other users' orders, whose outcome their
 * owners find in the history of orders. The user's own orders stay until their outcome is known.
 * @param userId the logged-in user; null where there is none, and the user of an ended session may come back
 */
export async function removeOldWrites(userId: string | null, now: number): Promise<void> {
  const old = new Set<string>();
  for (const [key, value] of await getEntries()) {
    const { unresolved } = rowOf("IndexedDB", key);
    if (unresolved === undefined) continue;
    const isWaitedFor = userId === null || ownerOf("IndexedDB", key) === userId;
    if (unresolved === "owner" && isWaitedFor) continue;
    const write = v.safeParse(sent, value);
    if (!write.success || !mayStillArrive({ sentAt: write.output.sent_at }, now)) old.add(key);
  }
  if (old.size > 0) await removeWhere((key) => old.has(key));
}
