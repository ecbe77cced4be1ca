import * as codes from "#protocol/wire/error-codes.ts";
import { fixedChange, fixedQuery } from "../store/fixed-query.ts";
import { Refusal } from "../store/refusal.ts";
import type { Db } from "../store/schema.ts";
import type { Transaction } from "../store/store.ts";

export interface Once {
  /** `<scope>:<user>:<client_order_id>` for users, a natural key such as `settle:second:9` for jobs. */
  key: string;
  /** Hash of the request as understood; a job's may be empty. */
  requestHash: string;
  /** Unix ms. */
  now: number;
}

/**
 * Runs once per key, however often, late or parallel it is called: the answer (JSON, no bigint) is
 * stored in the same transaction as the effect, and every later call gets it. A refusal or failure
 * stores nothing. Of two at once the second waits for the first (PostgreSQL), then gets its answer.
 * @throws Refusal invalidParameters when the key was used with another request
 */
export async function idempotent<T>(
  tx: Transaction,
  { key, requestHash, now }: Once,
  run: () => Promise<T>,
): Promise<T> {
  const isFirst = (await insertKey(tx.db, { key, requestHash, now })) > 0;
  tx.repeatable();
  if (!isFirst) return replay<T>(tx, key, requestHash);
  const answer = await run();
  await keepAnswer(tx.db, { key, answer: JSON.stringify(answer ?? null) });
  return answer;
}

/** Whether a command of this key has its answer. */
export async function hasAnswer(db: Db, key: string): Promise<boolean> {
  const stored = await db
    .selectFrom("idempotency")
    .select("idem_key")
    .where("idem_key", "=", key)
    .where("answer", "is not", null)
    .executeTakeFirst();
  return stored !== undefined;
}

/** The answer of a command by its key; undefined where there is none. */
export async function readAnswer<T>(db: Db, key: string): Promise<T | undefined> {
  const stored = await db
    .selectFrom("idempotency")
    .select("answer")
    .where("idem_key", "=", key)
    .executeTakeFirst();
  return stored?.answer == null ? undefined : (JSON.parse(stored.answer) as T);
}

const insertKey = fixedChange((db, { key, requestHash, now }: Pick<Once, keyof Once>) =>
  db
    .insertInto("idempotency")
    .values({ idem_key: key, request_hash: requestHash, answer: null, created_at: now })
    .onConflict((conflict) => conflict.column("idem_key").doNothing())
    .compile(),
);

const keepAnswer = fixedQuery((db, { key, answer }: { key: string; answer: string }) =>
  db.updateTable("idempotency").set({ answer }).where("idem_key", "=", key).compile(),
);

async function replay<T>(tx: Transaction, key: string, requestHash: string): Promise<T> {
  const stored = await tx.db
    .selectFrom("idempotency")
    .select(["request_hash", "answer"])
    .where("idem_key", "=", key)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== requestHash) throw new Refusal(codes.invalidParameters);
  if (stored.answer === null) throw new Error(`command ${key} runs inside itself`);
  return JSON.parse(stored.answer) as T;
}
