import * as v from "valibot";
import { clientOrderId } from "#protocol/api/endpoint.ts";
import { getItem, removeItem, setItem } from "../storage/database.ts";
import type { Key } from "../storage/keys.ts";
import { mayStillArrive } from "./message-lifetime.ts";
import type { Attempt } from "./write.ts";

export interface PersistedAttempt<Intent> {
  id: string;
  sentAt: number;
  /** Undefined where only the id is stored: the attempt cannot be resumed then. */
  intent: Intent | undefined;
  /** The user was shown that the write is absent; it stays stored because it may still arrive. */
  isReported: boolean;
}

/** The stored attempts of one kind of write, one for each user, until the outcome is known. */
export interface PersistedAttempts<Intent> {
  save: (userId: string, attempt: Attempt<Intent>, isReported?: boolean) => Promise<unknown>;
  read: (userId: string) => Promise<PersistedAttempt<Intent> | undefined>;
  remove: (userId: string) => Promise<void>;
}

const intentRecord = v.object({
  client_order_id: clientOrderId,
  // Missing in records of older builds.
  sent_at: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  told: v.optional(v.boolean(), false),
});

const idRecord = v.object({ id: v.string(), sent_at: v.pipe(v.number(), v.safeInteger()) });

/** Stores the id with its intent, so that after a reload the app can find the outcome and name the write. */
export function persistedIntents<Intent extends object>(
  keyOf: (userId: string) => Key<"IndexedDB">,
  schema: v.GenericSchema<unknown, Intent>,
): PersistedAttempts<Intent> {
  return {
    save: (userId, { id, intent, sentAt }, isReported = false) =>
      setItem(keyOf(userId), { ...intent, client_order_id: id, sent_at: sentAt, told: isReported }),
    async read(userId) {
      const stored = await getItem(keyOf(userId));
      const [record, intent] = [v.safeParse(intentRecord, stored), v.safeParse(schema, stored)];
      if (!record.success || !intent.success) return undefined;
      const { client_order_id: id, sent_at: sentAt, told: isReported } = record.output;
      return { id, sentAt, intent: intent.output, isReported };
    },
    remove: (userId) => removeItem(keyOf(userId)),
  };
}

/**
 * Stores the id alone, as long as its message may still arrive. The intent is not stored: it may contain a
 * password, and the venue has its own record.
 * @param name of the write, which may include its subject, such as `close:812`
 * @param resumedAs the intent after a reload; without it the write is not resumed
 */
export function persistedIds<Intent>(name: string, resumedAs?: Intent): PersistedAttempts<Intent> {
  const keyOf = (userId: string) => `write:${userId}:${name}` as const;
  return {
    save: (userId, { id, sentAt }) => setItem(keyOf(userId), { id, sent_at: sentAt }),
    async read(userId) {
      const record = v.safeParse(idRecord, await getItem(keyOf(userId)));
      if (!record.success) return undefined;
      const { id, sent_at: sentAt } = record.output;
      return mayStillArrive({ sentAt }, Date.now())
        ? { id, sentAt, intent: resumedAs, isReported: true }
        : undefined;
    },
    remove: (userId) => removeItem(keyOf(userId)),
  };
}
