/** SQL of what is open, for the command that settles it. */
import { sql } from "kysely";
import type { PositionRow } from "../../contracts/records/rows.ts";
import type { Db } from "../../store/schema.ts";

const open = {
  spot_order: sql<boolean>`status in (0, 1)`,
  contract_order: sql<boolean>`finished_at is null`,
  contract_position: sql<boolean>`closed_at is null`,
  second_order: sql<boolean>`due_at is not null`,
} as const;

/** Those who have anything open, by id. */
export async function readOpenOwners(db: Db): Promise<number[]> {
  const owners = new Set<number>();
  for (const [table, isOpen] of Object.entries(open)) {
    const { rows } = await sql<{ user_id: number }>`
      select distinct user_id from ${sql.table(table)} where ${isOpen}`.execute(db);
    for (const { user_id } of rows) owners.add(user_id);
  }
  return [...owners].sort((a, b) => a - b);
}

/** How many there are of a kind, and what is set aside for them in a currency; minor units. */
export interface OpenSum {
  kind: "spot_order" | "contract_order" | "second_order";
  currency: string;
  count: bigint;
  amount: bigint;
}

export async function readOpenSums(db: Db): Promise<OpenSum[]> {
  const { rows } = await sql<OpenSum>`
    select 'spot_order' as kind, case side when 'buy' then quote else base end as currency, count(*) as count,
        cast(coalesce(sum(remaining), 0) as bigint) as amount
      from spot_order left join hold on ref_type = 'spot_order' and ref_id = cast(spot_order.id as text)
      where spot_order.status in (0, 1) group by 1, 2
    union all
    select 'contract_order', currency, count(*), cast(coalesce(sum(remaining), 0) as bigint)
      from contract_order left join hold on ref_type = 'contract_order' and ref_id = cast(contract_order.id as text)
      where finished_at is null group by 1, 2
    union all
    select 'second_order', currency, count(*), cast(coalesce(sum(stake), 0) as bigint)
      from second_order where due_at is not null group by 1, 2
    order by 1 desc, 2`.execute(db);
  return rows;
}

export async function readAllPositions(db: Db): Promise<PositionRow[]> {
  return db
    .selectFrom("contract_position")
    .selectAll()
    .where(open.contract_position)
    .orderBy("id")
    .execute();
}
