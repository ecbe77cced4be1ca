import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { decideRecharge } from "../../wallet/recharge/recharge-decide.ts";
import {
  type RechargeFlag,
  type RechargeRow,
  countPendingRecharges,
  readPendingRecharge,
  readPendingRecharges,
} from "../../wallet/recharge/recharge-rows.ts";
import type { DeskItem, ReviewQueue } from "./review-kind.ts";

/** Recharges, the oldest first. */
export const rechargeQueue: ReviewQueue = {
  kind: "recharge",
  count: countPendingRecharges,
  list: async (db, page) => (await readPendingRecharges(db, page)).map(toItem),
  async find(db, id) {
    const row = await readPendingRecharge(db, id);
    return row && toItem(row);
  },
  async decide(tx, audit, decision) {
    await decideRecharge(tx, audit, decision);
  },
};

const risks: Readonly<Record<RechargeFlag, string>> = {
  "voucher-used": "The same picture came with an earlier recharge of this account.",
  "voucher-of-another": "The same picture came with a recharge of another account.",
};

function toItem(row: RechargeRow): DeskItem {
  const amount = trimZeros(formatAmount(row.amount, row.scale));
  const flags = JSON.parse(row.flags) as string[];
  return {
    id: row.id,
    userId: row.user_id,
    summary: `Recharges ${amount} ${row.currency} by ${row.network}`,
    facts: row.address === "" ? [] : [["Sent to", row.address]],
    money: { flag: row.currency, amount },
    pictures: row.voucher === "" ? [] : [{ id: row.voucher, label: "Picture of the payment" }],
    riskFlags: flags.map((flag) =>
      Object.hasOwn(risks, flag) ? risks[flag as RechargeFlag] : flag,
    ),
    fields: [],
    createdAt: row.created_at,
    dueAt: row.review_due_at,
  };
}
