/** SQL of what an account held at the ends of days: by journals, since any cut of the books is coherent. */
import { type RawBuilder, sql } from "kysely";
import { userOwner } from "../../ledger/accounts.ts";
import type { Db } from "../../store/schema.ts";

/** The last journal before each moment (Unix ms, ascending); 0 where there is none. */
export async function readCuts(db: Db, times: readonly number[]): Promise<number[]> {
  if (times.length === 0) return [];
  const { rows } = await sql<{ n: number | bigint; id: number | null }>`
    with moment(n, at) as (${numbered(times)})
    select n, (select journal.id from journal where created_at < moment.at order by created_at desc, journal.id desc limit 1) as id from moment`.execute(
    db,
  );
  const ids = times.map(() => 0);
  for (const { n, id } of rows) ids[Number(n)] = id ?? 0;
  // After a clock that was set back, a later moment is no earlier cut.
  return ids.map((_, at) => Math.max(...ids.slice(0, at + 1)));
}

/** An amount of a currency, in minor units, at the cut of this number. */
export interface AtCut {
  cut: number;
  currency: string;
  amount: bigint;
}

interface RawAtCut {
  n: number | bigint;
  currency: string;
  amount: bigint;
}

/** Everything a user owned right after each of the journals `cuts`, whatever it was doing. */
export async function readOwnedAt(
  db: Db,
  userId: string | number,
  cuts: readonly number[],
): Promise<AtCut[]> {
  if (cuts.length === 0) return [];
  const { rows } = await sql<RawAtCut>`
    with cut(n, id) as (${numbered(cuts)})
    select n, currency, cast(sum(balance) as bigint) as amount from (
      select cut.n as n, account.currency as currency, coalesce((select balance_after from entry
        where entry.account_id = account.id and entry.journal_id <= cut.id order by entry.journal_id desc, entry.seq desc limit 1), 0) as balance
      from account cross join cut where account.owner = ${userOwner(userId)}) as owned
    group by n, currency having sum(balance) <> 0`.execute(db);
  return rows.map(toAtCut);
}

/** The amounts of these types of journals that a user received, or (negative) paid, between each cut and the one before; none for the first. */
export async function readFlows(
  db: Db,
  userId: string | number,
  cuts: readonly number[],
  types: readonly number[],
): Promise<AtCut[]> {
  if (cuts.length < 2) return [];
  const { rows } = await sql<RawAtCut>`
    with cut(n, id) as (${numbered(cuts)})
    select cut.n as n, entry.currency as currency, cast(sum(entry.amount) as bigint) as amount
    from account cross join cut
    cross join cut as before_cut
    cross join entry
    cross join journal
    where account.owner = ${userOwner(userId)} and before_cut.n = cut.n - 1
      and entry.account_id = account.id and entry.journal_id > before_cut.id and entry.journal_id <= cut.id
      and journal.id = entry.journal_id and journal.type in (${sql.join([...types])})
    group by cut.n, entry.currency having sum(entry.amount) <> 0`.execute(db);
  return rows.map(toAtCut);
}

function toAtCut({ n, currency, amount }: RawAtCut): AtCut {
  return { cut: Number(n), currency, amount };
}

/** Rows of a number from 0 and a value. */
function numbered(values: readonly number[]): RawBuilder<unknown> {
  return sql.join(
    values.map((value, n) => sql`select cast(${n} as bigint), cast(${value} as bigint)`),
    sql` union all `,
  );
}
