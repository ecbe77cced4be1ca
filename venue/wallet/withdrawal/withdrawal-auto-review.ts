import type { AutoReviewed } from "../../review/auto-review.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { findUser } from "../../session/users/user-rows.ts";
import { accountStatus } from "#protocol/api/user.ts";
import type { Db } from "../../store/schema.ts";
import { decideBankCard } from "../bank-card/bank-cards.ts";
import type { ChannelDeps } from "../channels/channels.ts";
import { decideWithdrawal } from "./withdrawal-end.ts";
import {
  findPendingWithdrawal,
  putOffWithdrawal,
  type WithdrawalRow,
} from "./records/withdrawal-rows.ts";
import { isOpen } from "../channels/withdrawal-terms.ts";

const byVenue = { action: "approve", reason: "", by: "auto" } as const;
/** What cannot be paid now is looked at again after this. */
const againMs = 60_000;

/** How the venue itself reviews withdrawals and bank cards. */
export function autoReviewsOut(deps: ChannelDeps, audit: Pick<AuditLog, "write">): AutoReviewed[] {
  return [
    {
      table: "withdrawal",
      async decide(tx, id, now) {
        const row = await findPendingWithdrawal(tx.db, id);
        if (!row) return;
        if (await mayLeave(deps, tx.db, row, now))
          await decideWithdrawal(tx, audit, { ...byVenue, id, now }, (one) =>
            isOpen(deps, one.flag, one.network),
          );
        else await putOffWithdrawal(tx.db, id, now + againMs);
      },
    },
    {
      table: "bank_card",
      decide: (tx, id, now) => decideBankCard(tx, audit, { ...byVenue, id, now }),
    },
  ];
}

/** A user who froze the account, or whose password was stolen, has time to cancel the withdrawal; an operator can still decide. */
async function mayLeave(
  deps: ChannelDeps,
  db: Db,
  row: WithdrawalRow,
  now: number,
): Promise<boolean> {
  const user = await findUser(db, row.user_id);
  return (
    user?.status === accountStatus.normal &&
    user.wstatus === 1 &&
    user.money_out_at <= now &&
    isOpen(deps, row.flag, row.network)
  );
}
