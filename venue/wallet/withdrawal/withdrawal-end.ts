import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { tellDecision } from "../../account/notices/notify-decision.ts";
import { userOwner } from "../../ledger/accounts.ts";
import { type HoldMovement, releaseHold } from "../../ledger/holds.ts";
import { post, withoutZeros } from "../../ledger/post.ts";
import { concluded, type Decision } from "../../review/request-life.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import {
  lockWithdrawal,
  endWithdrawal,
  type WithdrawalRow,
  withdrawalType,
} from "./records/withdrawal-rows.ts";

/** Sets a withdrawal's money aside. */
export function setAside(
  row: Pick<WithdrawalRow, "id" | "user_id" | "flag" | "total" | "kind">,
  now: number,
): HoldMovement {
  return movement(row, {
    idemKey: `withdrawal:apply:${row.id}`,
    type: billTypes.withdrawalApplication,
    now,
  });
}

/**
 * Decides on a withdrawal under review, in one command with its record in the audit log and the
 * notice to its owner: approved, the money leaves; rejected, it is available again.
 * @param isPayable whether it can be paid out now; where no way out is known, it can
 * @throws Refusal notPending where it was decided before or never was, invalidParameters `reason`
 *   for a rejection without words, withdrawalFailed where it cannot be paid out now: it stays under
 *   review
 */
export async function decideWithdrawal(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: Decision,
  isPayable: (row: WithdrawalRow) => boolean = () => true,
): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx.db, decision.id);
  const ended = concluded(row, decision);
  if (ended.state === "approved" && !isPayable(ended)) throw new Refusal(codes.withdrawalFailed);
  await (ended.state === "approved"
    ? payOut(tx, ended, decision.now)
    : giveBack(tx, ended, decision.now));
  await endWithdrawal(tx.db, ended);
  const amount = trimZeros(formatAmount(ended.amount, ended.scale));
  await tellDecision(tx, audit, {
    kind: "withdrawal",
    userId: ended.user_id,
    decision,
    facts: { flag: ended.flag, amount },
    before: { amount: `${amount} ${ended.flag}` },
  });
  return ended;
}

/**
 * Takes a user's own withdrawal back while nobody has decided.
 * @throws Refusal notPending where it is decided, or not theirs
 */
export async function cancelWithdrawal(
  tx: Transaction,
  { userId, id, now }: { userId: number; id: string; now: number },
): Promise<WithdrawalRow> {
  const row = Number.isSafeInteger(Number(id))
    ? await lockWithdrawal(tx.db, Number(id), userId)
    : undefined;
  const ended = concluded(row, { action: "cancel", reason: "", by: "owner", now });
  await giveBack(tx, ended, now);
  await endWithdrawal(tx.db, ended);
  return ended;
}

async function payOut(tx: Transaction, row: WithdrawalRow, now: number): Promise<void> {
  const { flag: currency, total, fee } = row;
  const {
    userId,
    amount,
    currency: _,
    ...posting
  } = movement(row, {
    idemKey: `withdrawal:pay:${row.id}`,
    type: billTypes.withdrawalApplication,
    now,
  });
  await post(tx, {
    ...posting,
    subType: "paid",
    legs: withoutZeros([
      { owner: userOwner(userId), kind: "frozen", currency, amount: -amount },
      { owner: "venue", kind: "external", currency, amount: total - fee },
      { owner: "venue", kind: "fee", currency, amount: fee },
    ]),
    holds: [{ change: "take", refType: posting.refType, refId: posting.refId, amount }],
  });
}

async function giveBack(tx: Transaction, row: WithdrawalRow, now: number): Promise<void> {
  await releaseHold(tx, {
    ...movement(row, {
      idemKey: `withdrawal:release:${row.id}`,
      type: billTypes.withdrawalFailed,
      now,
    }),
    subType: row.state,
  });
}

function movement(
  {
    id,
    user_id,
    flag,
    total,
    kind,
  }: Pick<WithdrawalRow, "id" | "user_id" | "flag" | "total" | "kind">,
  posting: Pick<HoldMovement, "idemKey" | "type" | "now">,
): HoldMovement {
  return {
    ...posting,
    subType: kind,
    refType: withdrawalType,
    refId: String(id),
    userId: user_id,
    currency: flag,
    amount: total,
  };
}
