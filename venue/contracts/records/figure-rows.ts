/** SQL of the contracts' public figures. */
import { sql } from "kysely";
import { costScale } from "#protocol/rules/contracts/contract-worth.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { pow10 } from "#protocol/wire/rounding.ts";
import type { Liquidation } from "../../market/htx-compatibility/contract-figures.ts";
import type { Db } from "../../store/schema.ts";

/** Decimals of a mean price beyond the contract's ticks. */
const extraDecimals = 2;

/** Contracts held open, by contract code. */
export async function readOpen(db: Db): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom("contract_position")
    .select(["contract_code", "volume"])
    .where("closed_at", "is", null)
    .execute();
  const sums = new Map<string, bigint>();
  for (const { contract_code, volume } of rows)
    sums.set(contract_code, (sums.get(contract_code) ?? 0n) + volume);
  return sums;
}

/** Contracts that were held open at each moment: between two, a contract gained what was opened and lost what was closed. */
export async function readOpenAt(
  db: Db,
  code: string,
  { first, stepMs, count }: { first: number; stepMs: number; count: number },
): Promise<bigint[]> {
  const last = first + stepMs * (count - 1);
  const step = sql<number | bigint>`case when created_at <= ${first} then 0
    else (created_at - ${first} + ${stepMs - 1}) / ${stepMs} end`;
  const rows = await db
    .selectFrom("contract_fill")
    .select([
      step.as("step"),
      sql<bigint>`cast(sum(case when purpose = 'open' then volume else -volume end) as bigint)`.as(
        "gained",
      ),
    ])
    .where("contract_code", "=", code)
    .where("created_at", "<=", last)
    .groupBy("step")
    .execute();
  const gains = new Map(rows.map((row) => [Number(row.step), row.gained]));
  let held = 0n;
  return Array.from({ length: count }, (_, at) => (held += gains.get(at) ?? 0n));
}

/** Liquidations from `from` to `to`, Unix ms, newest first. */
export async function readLiquidations(
  db: Db,
  code: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<Liquidation[]> {
  const rows = await db
    .selectFrom("contract_order")
    .select(["id", "direction", "filled_volume", "filled_cost", "finished_at"])
    .select(["size_value", "size_scale", "price_precision"])
    .where("contract_code", "=", code)
    // Written as in the index, which holds nothing else.
    .where(sql<boolean>`source = 'liquidation'`)
    .where("finished_at", ">=", from)
    .where("finished_at", "<=", to)
    .where("filled_volume", ">", 0n)
    .orderBy("finished_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const decimals = row.price_precision + extraDecimals;
    const price =
      (row.filled_cost * pow10(decimals + row.size_scale)) /
      (row.filled_volume * row.size_value * pow10(costScale));
    return {
      id: row.id,
      time: row.finished_at ?? to,
      position: row.direction === "sell" ? "long" : "short",
      volume: row.filled_volume,
      price: trimZeros(formatAmount(price, decimals)),
      turnover: trimZeros(formatAmount(row.filled_cost, costScale)),
    };
  });
}
