import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { WithdrawalRecord } from "#protocol/api/withdrawal.ts";
import { dueOf, reasonOf, statusOf } from "../../../review/request-life.ts";
import type { WithdrawalRow } from "./withdrawal-rows.ts";

export type MaskedCard = NonNullable<WithdrawalRecord["bank"]>;

/** A withdrawal as its owner's client sees it. */
export function toWithdrawalRecord(row: WithdrawalRow): WithdrawalRecord {
  const { id, kind, flag, scale, network, address, memo, fiat, arrival, state } = row;
  const text = (minor: bigint) => trimZeros(formatAmount(minor, scale));
  return {
    id: String(id),
    order_no: `W${String(id).padStart(8, "0")}`,
    kind,
    flag,
    network,
    address,
    memo,
    bank: row.bank === "" ? null : (JSON.parse(row.bank) as MaskedCard),
    amount: text(row.amount),
    fee: text(row.fee),
    arrival,
    fiat,
    status: statusOf(state),
    reason: reasonOf(row),
    create_time: row.created_at,
    review_time: row.decided_at,
    review_due: dueOf(row),
    cancellable: state === "pending" ? 1 : 0,
  };
}
