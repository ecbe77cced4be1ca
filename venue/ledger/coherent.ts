import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";
import { verifyChain } from "./blocks.ts";

/** One invariant of the books: says in words what breaks it, or nothing. */
export type Check = (db: Db) => Promise<string[]>;

/**
 * Everything that must hold at all times (rules.md, 6; reliability.md, 3). Run after every test, by a
 * nightly job and by the operator.
 * @param more the invariants of other rooms: margin = Σ positions, stake = Σ open seconds contracts
 * @returns what is broken; empty when the books are coherent
 */
export async function coherent(db: Db, more: readonly Check[] = []): Promise<string[]> {
  const violations: string[] = [];
  for (const check of [...ledgerChecks, ...more]) violations.push(...(await check(db)));
  return violations;
}

/** A check that finds rows, each with a text `what` of whom it concerns. Reports the first few. */
export function finding(rule: string, rows: RawBuilder<{ what: string }>): Check {
  return async (db) => {
    const found = await sql<{ what: string }>`${rows} limit 10`.execute(db);
    return found.rows.map(({ what }) => `${rule}: ${what}`);
  };
}

const ledgerChecks: readonly Check[] = [
  finding(
    "a journal balances in each currency",
    sql`select cast(journal_id as text) || ' ' || currency as what
      from entry group by journal_id, currency having sum(amount) <> 0`,
  ),
  finding(
    "a journal has entries",
    sql`select cast(id as text) as what from journal
      where not exists (select 1 from entry where journal_id = journal.id)`,
  ),
  finding(
    "an entry is in its account's currency",
    sql`select cast(journal_id as text) as what
      from entry join account on account.id = account_id where entry.currency <> account.currency`,
  ),
  finding(
    "balances sum to zero in each currency",
    sql`select currency as what from account group by currency having sum(balance) <> 0`,
  ),
  finding(
    "a balance is the sum of its entries",
    sql`select owner || ' ' || kind || ' ' || account.currency as what from account
      left join (select account_id, sum(amount) as moved from entry group by account_id) as e
        on e.account_id = account.id
      where balance <> coalesce(moved, 0)`,
  ),
  finding(
    "a balance after is the one before plus the amount",
    sql`select cast(journal_id as text) as what from (
        select journal_id, amount, balance_after,
          lag(balance_after, 1, cast(0 as bigint))
            over (partition by account_id order by journal_id, seq) as before
        from entry) as e
      where balance_after <> before + amount`,
  ),
  finding(
    "no one owes who may not",
    sql`select owner || ' ' || kind || ' ' || currency as what from account
      where balance < 0 and (owner <> 'venue' or allow_negative = 0)`,
  ),
  finding(
    "frozen money is the sum of open holds",
    sql`select owner || ' ' || currency as what from account
      left join (select account_id, sum(remaining) as held from hold group by account_id) as h
        on h.account_id = account.id
      where balance <> coalesce(held, 0) and (kind = 'frozen' or held is not null)`,
  ),
  finding(
    "a command that ended has its answer",
    sql`select idem_key as what from idempotency where answer is null`,
  ),
  appendOnlyHolds,
  verifyChain,
];

/** The triggers that make entries and journals unchangeable must still be there. */
async function appendOnlyHolds(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select tgname as name from pg_trigger
        where tgenabled <> 'D' and not tgisinternal`.execute(db)
    : await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(db);
  const present = rows.map(({ name }) => name);
  const expected = ["journal", "entry", "block"].flatMap((table) =>
    isPostgres(db)
      ? [`${table}_append_only`]
      : [`${table}_no_update`, `${table}_no_delete`],
  );
  return expected
    .filter((name) => !present.includes(name))
    .map((name) => `books are append-only: trigger ${name} is gone`);
}
