import { createHash } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { addNotice } from "../../account/notices/notices.ts";
import { accountKey, userOwner } from "../../ledger/accounts.ts";
import { idempotent } from "../../ledger/idempotent.ts";
import { post } from "../../ledger/post.ts";
import { lockThrottle } from "../../session/throttle/throttle-rows.ts";
import { findUser, lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { ActLog } from "./act-log.ts";
import { daySums, type Money } from "./day-sums.ts";

export interface SystemRecharge {
  userId: number;
  flag: string;
  /** Decimal text. */
  amount: string;
  reason: string;
  by: string;
  /** Made by the operator's device: the same one credits once. */
  clientOrderId: string;
  /** Unix ms. */
  now: number;
}

export interface RechargeDeps {
  store: Store;
  acts: ActLog;
  scaleOf: (flag: string) => number | undefined;
  /** Above so much in USDT it takes two operators; null: one is enough. */
  twoOver: string | null;
  isAboveTwo: (money: Money, ofDay: readonly Money[]) => boolean;
}

export interface RechargeDone {
  journal_id: string;
  user_id: string;
  flag: string;
  amount: string;
  /** Available afterwards. */
  balance: string;
}

/**
 * Credits paper funds to an account (billing type 2), with the reason in both logs and a notice to
 * its user.
 * @throws Refusal unknownCurrency for a currency that never was, invalidParameters `amount` for one
 *   finer than the currency or of nothing or with the id of another recharge, noSuchOrder for no
 *   such account, notPermitted `two_over` where one operator may not do it alone
 */
export async function systemRecharge(
  { store, acts, scaleOf, twoOver, isAboveTwo }: RechargeDeps,
  recharge: SystemRecharge,
): Promise<RechargeDone> {
  const { userId, flag, reason, by, now } = recharge;
  const scale = scaleOf(flag);
  if (scale === undefined) throw new Refusal(codes.unknownCurrency);
  const amount = parseAmount(recharge.amount, scale);
  if (amount === undefined || amount === 0n)
    throw new Refusal(codes.invalidParameters, { field: "amount" });
  const text = trimZeros(formatAmount(amount, scale));
  const requestHash = createHash("sha256")
    .update(JSON.stringify([userId, flag, text, reason]))
    .digest("hex");
  const idemKey = `system-recharge:${by}:${recharge.clientOrderId}`;
  return store.command((tx) =>
    idempotent(tx, { key: idemKey, requestHash, now }, async () => {
      // Of two at once, by one operator or to one account, the second sees the sum of the first.
      await lockThrottle(tx.db, `system recharge ${by}`, now);
      await lockUser(tx.db, userId);
      if (!(await findUser(tx.db, userId))) throw new Refusal(codes.noSuchOrder);
      // One operator adjusts alone, so the sums of a day stay below the limit that takes two.
      for (const whose of [{ by }, { userId }])
        if (isAboveTwo({ flag, amount: text }, await daySums(tx.db, whose, now)))
          throw new Refusal(codes.notPermitted, { reason: "two_over", over: twoOver });
      const available = { owner: userOwner(userId), kind: "available", currency: flag } as const;
      const { journalId, balances } = await post(tx, {
        idemKey,
        type: billTypes.systemRecharge,
        refType: "operator",
        refId: recharge.clientOrderId,
        now,
        legs: [
          { owner: "venue", kind: "bonus", currency: flag, amount: -amount },
          { ...available, amount },
        ],
      });
      await addNotice(tx, {
        userId,
        kind: "paper_funds",
        facts: { amount: text, flag, reason },
        refType: "journal",
        refId: journalId,
        now,
      });
      await acts.write(tx, {
        event: "system-recharge",
        outcome: "ok",
        userId,
        ip: "",
        requestId: "",
        now,
        facts: { by, reason, flag, amount: text, journal: String(journalId) },
      });
      return {
        journal_id: String(journalId),
        user_id: String(userId),
        flag,
        amount: text,
        balance: trimZeros(formatAmount(balances.get(accountKey(available)) ?? 0n, scale)),
      };
    }),
  );
}
