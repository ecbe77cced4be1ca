import type { Db } from "../../store/schema.ts";
import { decideBankCard } from "../../wallet/bank-card/bank-cards.ts";
import {
  type BankCardRow,
  countElsewhere,
  countPendingCards,
  findPendingCard,
  readPendingCards,
} from "../../wallet/bank-card/bank-card-rows.ts";
import type { DeskItem, ReviewQueue } from "./review-kind.ts";

/** Bank cards, the oldest first. */
export const bankQueue: ReviewQueue = {
  kind: "bank",
  count: countPendingCards,
  async list(db, page) {
    const items: DeskItem[] = [];
    for (const row of await readPendingCards(db, page)) items.push(await toItem(db, row));
    return items;
  },
  async find(db, id) {
    const row = await findPendingCard(db, id);
    return row && toItem(db, row);
  },
  async decide(tx, audit, decision) {
    await decideBankCard(tx, audit, decision);
  },
};

async function toItem(db: Db, row: BankCardRow): Promise<DeskItem> {
  const elsewhere = await countElsewhere(db, row);
  return {
    id: row.id,
    userId: row.user_id,
    summary: `Card **** ${row.last_four} of ${row.bank_name}`,
    facts: [
      ["Holder", row.account_name],
      ...(row.branch === "" ? [] : [["Branch", row.branch] as const]),
    ],
    money: null,
    pictures: [],
    fields: [],
    createdAt: row.created_at,
    dueAt: row.review_due_at,
    riskFlags:
      elsewhere > 0
        ? [
            `The same card stands with ${elsewhere} other ${elsewhere === 1 ? "account" : "accounts"}.`,
          ]
        : [],
  };
}
