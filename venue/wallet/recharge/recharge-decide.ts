import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, maxMinor, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { tellDecision } from "../../account/notices/notify-decision.ts";
import { accountKey, type Leg, lockAccounts, userOwner } from "../../ledger/accounts.ts";
import { post } from "../../ledger/post.ts";
import { endAttachments } from "../../upload/rows.ts";
import type { AutoReviewed } from "../../review/auto-review.ts";
import { concluded, type Decision } from "../../review/request-life.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { type RechargeRow, lockRecharge, rechargeType, saveRecharge } from "./recharge-rows.ts";

export interface RechargeDecision extends Decision {
  /** What the reviewer credits instead of what was asked for, decimal text. */
  amount?: string | undefined;
}

/**
 * Decides on a recharge, in one command with its movement, its record in the audit log and its
 * user's notice.
 * @returns the recharge as it is now
 * @throws Refusal notPending where it is not under review, invalidParameters `reason` for a
 *   rejection without words, `amount` for one that is none, is too fine, or does not fit the books
 */
export async function decideRecharge(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: RechargeDecision,
): Promise<RechargeRow> {
  const { id, now } = decision;
  const ended = concluded(await lockRecharge(tx.db, id), decision);
  const isApproved = ended.state === "approved";
  const row = { ...ended, actual_amount: isApproved ? creditOf(ended, decision.amount) : null };
  if (row.actual_amount !== null) await credit(tx, row, row.actual_amount, now);
  await saveRecharge(tx.db, row);
  await endAttachments(tx.db, { refType: rechargeType, refId: id }, now);
  const text = (minor: bigint) => trimZeros(formatAmount(minor, row.scale));
  await tellDecision(tx, audit, {
    kind: "recharge",
    userId: row.user_id,
    decision,
    facts: {
      flag: row.currency,
      amount: text(row.actual_amount ?? row.amount),
      ...(isApproved && row.actual_amount !== row.amount && { asked: text(row.amount) }),
    },
    before: {
      amount: text(row.amount),
      currency: row.currency,
      ...(row.actual_amount !== null && { credited: text(row.actual_amount) }),
    },
  });
  return row;
}

function creditOf({ amount, scale }: RechargeRow, confirmed: string | undefined): bigint {
  const credited =
    confirmed === undefined || confirmed === "" ? amount : parseAmount(confirmed, scale);
  if (credited === undefined || credited === 0n)
    throw new Refusal(codes.invalidParameters, { field: "amount" });
  return credited;
}

async function credit(
  tx: Transaction,
  row: RechargeRow,
  amount: bigint,
  now: number,
): Promise<void> {
  const { currency } = row;
  const legs: Leg[] = [
    { owner: "venue", kind: "external", currency, amount: -amount },
    { owner: userOwner(row.user_id), kind: "available", currency, amount },
  ];
  const accounts = await lockAccounts(tx, legs);
  for (const leg of legs) {
    const after = (accounts.get(accountKey(leg))?.balance ?? 0n) + leg.amount;
    if (after > maxMinor || after < -maxMinor)
      throw new Refusal(codes.invalidParameters, { field: "amount", problem: "too-large" });
  }
  await post(tx, {
    idemKey: `recharge:${row.id}`,
    type: billTypes.recharge,
    subType: row.network,
    refType: rechargeType,
    refId: String(row.id),
    legs,
    now,
  });
}

const noRoom = "This amount cannot be credited.";

/** The venue's own review: it approves what the books can hold. */
export function autoRecharge(audit: Pick<AuditLog, "write">): AutoReviewed {
  return {
    table: "recharge",
    async decide(tx, id, now) {
      const decision = { id, action: "approve", reason: "", by: "auto", now } as const;
      try {
        return await decideRecharge(tx, audit, decision);
      } catch (error) {
        // Thrown before anything was written: the same command may still refuse it.
        if (!(error instanceof Refusal && error.code === codes.invalidParameters)) throw error;
        return decideRecharge(tx, audit, { ...decision, action: "reject", reason: noRoom });
      }
    },
  };
}
