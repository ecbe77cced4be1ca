/** SQL of the funding settlements. */
import type { Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";
import type { ContractFundingTable } from "../records/rows.ts";

export type FundingRow = Selectable<ContractFundingTable>;

export async function readFunding(
  db: Db,
  code: string,
  fundingAt: number,
): Promise<FundingRow | undefined> {
  return db
    .selectFrom("contract_funding")
    .selectAll()
    .where("contract_code", "=", code)
    .where("funding_at", "=", fundingAt)
    .executeTakeFirst();
}

/** Opens a settlement; what another command opened before stands. */
export async function openFunding(
  db: Db,
  {
    code,
    fundingAt,
    rate,
    index,
    skipped,
    now,
  }: {
    code: string;
    fundingAt: number;
    rate: string | null;
    index: bigint | null;
    skipped: string | null;
    now: number;
  },
): Promise<void> {
  await db
    .insertInto("contract_funding")
    .values({
      contract_code: code,
      funding_at: fundingAt,
      rate,
      index_price: index,
      positions: 0,
      paid: 0n,
      skipped,
      created_at: now,
      finished_at: skipped === null ? null : now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds what some positions paid, and says whether it is finished. */
export async function addToFunding(
  db: Db,
  {
    code,
    fundingAt,
    positions,
    paid,
    finishedAt,
  }: {
    code: string;
    fundingAt: number;
    positions: number;
    paid: bigint;
    finishedAt: number | null;
  },
): Promise<void> {
  await db
    .updateTable("contract_funding")
    .set((eb) => ({
      positions: eb("positions", "+", positions),
      paid: eb("paid", "+", paid),
      finished_at: finishedAt,
    }))
    .where("contract_code", "=", code)
    .where("funding_at", "=", fundingAt)
    .execute();
}

/** Lets open positions pass a settlement that was skipped. */
export async function passFunding(db: Db, code: string, fundingAt: number): Promise<void> {
  await db
    .updateTable("contract_position")
    .set({ funded_at: fundingAt })
    .where("contract_code", "=", code)
    .where("closed_at", "is", null)
    .where("funded_at", "<", fundingAt)
    .execute();
}
