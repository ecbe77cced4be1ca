import type { AutoReviewed } from "../review/auto-review.ts";
import type { AuditLog } from "../session/audit-log.ts";
import { findUser } from "../session/user-rows.ts";
import { accountStatus } from "#protocol/user.ts";
import type { Db } from "../store/schema.ts";
import { decideBankCard } from "./bank-decide.ts";
import type { ChannelDeps } from "./channels.ts";
import { decideWithdrawal } from "./withdrawal-end.ts";
import { findPendingWithdrawal, putOffWithdrawal, type WithdrawalRow } from "./withdrawal-rows.ts";
import { isOpen } from "./withdrawal-terms.ts";

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

/** Whoever froze the account, or lost the password that asked for it, has time to take it back: an operator can decide all the same. */
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
