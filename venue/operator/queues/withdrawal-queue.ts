import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { maskedCard } from "#protocol/api/bank-card.ts";
import { accountStatus } from "#protocol/api/user.ts";
import * as v from "valibot";
import { findUser, type UserRow } from "../../session/users/user-rows.ts";
import type { Db } from "../../store/schema.ts";
import { decideWithdrawal } from "../../wallet/withdrawal/withdrawal-end.ts";
import {
  countPaid,
  countPendingWithdrawals,
  findPendingWithdrawal,
  readPendingWithdrawals,
  type WithdrawalRow,
} from "../../wallet/withdrawal/records/withdrawal-rows.ts";
import { utcText } from "../lookups/columns.ts";
import type { DeskItem, ReviewQueue } from "./review-kind.ts";

/** Withdrawals to an address or a card, the oldest first. */
export const withdrawalQueue: ReviewQueue = {
  kind: "withdrawal",
  count: countPendingWithdrawals,
  async list(db, page) {
    const items: DeskItem[] = [];
    for (const row of await readPendingWithdrawals(db, page)) items.push(await toItem(db, row));
    return items;
  },
  async find(db, id) {
    const row = await findPendingWithdrawal(db, id);
    return row && toItem(db, row);
  },
  async decide(tx, audit, { isOpen = () => true, ...decision }) {
    await decideWithdrawal(tx, audit, decision, ({ flag, network }) => isOpen(flag, network));
  },
};

async function toItem(db: Db, row: WithdrawalRow): Promise<DeskItem> {
  const [user, paid] = [
    await findUser(db, row.user_id),
    row.kind === "coin" ? await countPaid(db, row.user_id, row) : 0,
  ];
  const text = (minor: bigint) => trimZeros(formatAmount(minor, row.scale));
  return {
    id: row.id,
    userId: row.user_id,
    summary: `Withdraws ${text(row.amount)} ${row.flag} ${row.kind === "coin" ? `by ${row.network}` : "to a bank card"}`,
    facts: [
      ...whereTo(row),
      ["Fee", `${text(row.fee)} ${row.flag}`],
      ["Arrives", `${trimZeros(row.arrival)} ${row.fiat || row.flag}`],
      ...(row.kind === "coin" ? [["Paid to this address before", String(paid)] as const] : []),
    ],
    money: { flag: row.flag, amount: text(row.total) },
    pictures: [],
    riskFlags: risksOf(row, user, paid),
    fields: [],
    createdAt: row.created_at,
    dueAt: row.review_due_at,
  };
}

function whereTo({ kind, address, memo, bank }: WithdrawalRow): (readonly [string, string])[] {
  if (kind === "coin")
    return [
      ["Address", address.replace(/(.{4})(?=.)/g, "$1 ")],
      ...(memo === "" ? [] : [["Memo", memo] as const]),
    ];
  const card = v.safeParse(maskedCard, bank === "" ? undefined : JSON.parse(bank));
  return card.success
    ? [
        ["Bank", card.output.bank_name],
        ["Card", card.output.card_no_masked],
        ["Holder", card.output.account_name],
      ]
    : [];
}

function risksOf(row: WithdrawalRow, user: UserRow | undefined, paid: number): string[] {
  if (!user) return [];
  return [
    ...(row.kind === "coin" && paid === 0 ? ["The first withdrawal to this address."] : []),
    ...(user.money_out_at > row.created_at
      ? [
          `A password or a second factor was changed: money out is held until ${utcText(user.money_out_at)}.`,
        ]
      : []),
    ...(user.status !== accountStatus.normal ? ["The account is restricted."] : []),
    ...(user.wstatus === 1 ? [] : ["Withdrawals of this account are switched off."]),
  ];
}
