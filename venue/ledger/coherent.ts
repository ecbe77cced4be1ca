import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "../store/migrate.ts";
import type { Db } from "../store/schema.ts";
import { verifyChain } from "./blocks.ts";

/** One invariant of the books: says in words what breaks it, or nothing. */
export type Check = (db: Db) => Promise<string[]>;

/** An invariant with how much it covers, for who asks what was checked. */
export interface Invariant {
  rule: string;
  /** How many of what were looked at, e.g. `1204 journals`. */
  figure: (db: Db) => Promise<string>;
  check: Check;
}

/**
 * Everything that must hold at all times (rules.md, 6; reliability.md, 3). Run after every test, by a
 * nightly job and by the operator.
 * @param more the invariants of other rooms: margin = Σ positions, stake = Σ open seconds contracts
 * @returns what is broken; empty when the books are coherent
 */
export async function coherent(db: Db, more: readonly Check[] = []): Promise<string[]> {
  const violations: string[] = [];
  for (const violationsOf of [...ledgerInvariants.map(({ check }) => check), ...more])
    violations.push(...(await violationsOf(db)));
  return violations;
}

/** A check that finds rows, each with a text `what` of whom it concerns. Reports the first few. */
export function finding(rule: string, rows: RawBuilder<{ what: string }>): Check {
  return async (db) => {
    const found = await sql<{ what: string }>`${rows} limit 10`.execute(db);
    return found.rows.map(({ what }) => `${rule}: ${what}`);
  };
}

/** An invariant that finds what breaks it; it covers the rows of `table`. */
export function invariant(
  rule: string,
  table: string,
  rows: RawBuilder<{ what: string }>,
): Invariant {
  return { rule, figure: counted(table), check: finding(rule, rows) };
}

const words: Readonly<Record<string, readonly [one: string, more: string]>> = {
  entry: ["entry", "entries"],
  idempotency: ["command", "commands"],
  contract_position: ["position", "positions"],
  second_order: ["seconds contract", "seconds contracts"],
};

function counted(table: string): Invariant["figure"] {
  return async (db) => {
    const { rows } = await sql<{
      figure: number | bigint;
    }>`select count(*) as figure from ${sql.table(table)}`.execute(db);
    const count = Number(rows[0]?.figure ?? 0);
    const [one, more] = words[table] ?? [table, `${table}s`];
    return `${count} ${count === 1 ? one : more}`;
  };
}

/** The ledger's own invariants, in the order they are checked. */
export const ledgerInvariants: readonly Invariant[] = [
  invariant(
    "a journal balances in each currency",
    "journal",
    sql`select cast(journal_id as text) || ' ' || currency as what
      from entry group by journal_id, currency having sum(amount) <> 0`,
  ),
  invariant(
    "a journal has entries",
    "journal",
    sql`select cast(id as text) as what from journal
      where not exists (select 1 from entry where journal_id = journal.id)`,
  ),
  invariant(
    "an entry is in its account's currency",
    "entry",
    sql`select cast(journal_id as text) as what
      from entry join account on account.id = account_id where entry.currency <> account.currency`,
  ),
  invariant(
    "balances sum to zero in each currency",
    "account",
    sql`select currency as what from account group by currency having sum(balance) <> 0`,
  ),
  invariant(
    "a balance is the sum of its entries",
    "account",
    sql`select owner || ' ' || kind || ' ' || account.currency as what from account
      left join (select account_id, sum(amount) as moved from entry group by account_id) as e
        on e.account_id = account.id
      where balance <> coalesce(moved, 0)`,
  ),
  invariant(
    "a balance after is the one before plus the amount",
    "entry",
    sql`select cast(journal_id as text) as what from (
        select journal_id, amount, balance_after,
          lag(balance_after, 1, cast(0 as bigint))
            over (partition by account_id order by journal_id, seq) as before
        from entry) as e
      where balance_after <> before + amount`,
  ),
  invariant(
    "no one owes who may not",
    "account",
    sql`select owner || ' ' || kind || ' ' || currency as what from account
      where balance < 0 and (owner <> 'venue' or allow_negative = 0)`,
  ),
  invariant(
    "frozen money is the sum of open holds",
    "hold",
    sql`select owner || ' ' || currency as what from account
      left join (select account_id, sum(remaining) as held from hold group by account_id) as h
        on h.account_id = account.id
      where balance <> coalesce(held, 0) and (kind = 'frozen' or held is not null)`,
  ),
  invariant(
    "a command that ended has its answer",
    "idempotency",
    sql`select idem_key as what from idempotency where answer is null`,
  ),
  {
    rule: "books are append-only",
    figure: async () => `${appendOnly.length} tables`,
    check: appendOnlyHolds,
  },
  { rule: "every sealed block has its hash", figure: counted("block"), check: verifyChain },
];

const appendOnly = ["journal", "entry", "block"];

/** The triggers that make entries and journals unchangeable must still be there. */
async function appendOnlyHolds(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select tgname as name from pg_trigger
        where tgenabled <> 'D' and not tgisinternal`.execute(db)
    : await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(
        db,
      );
  const present = rows.map(({ name }) => name);
  const expected = appendOnly.flatMap((table) =>
    isPostgres(db) ? [`${table}_append_only`] : [`${table}_no_update`, `${table}_no_delete`],
  );
  return expected
    .filter((name) => !present.includes(name))
    .map((name) => `books are append-only: trigger ${name} is gone`);
}
