import type { BankCard } from "#protocol/bank-card.ts";
import { reasonOf, statusOf } from "../review/request-life.ts";
import type { BankCardRow } from "./bank-rows.ts";
import type { MaskedCard } from "./withdrawal-wire.ts";

/** A card as its owner's client sees it. */
export function toBankCard(row: BankCardRow): BankCard {
  return {
    ...maskedCard(row),
    id: String(row.id),
    branch: row.branch,
    is_default: row.is_default === 1 ? 1 : 0,
    status: statusOf(row.state),
    reason: reasonOf(row),
    create_time: row.created_at,
  };
}

/** What records and quotes show of a card. */
export function maskedCard({
  id,
  bank_name,
  account_name,
  last_four,
}: Pick<BankCardRow, "id" | "bank_name" | "account_name" | "last_four">): MaskedCard {
  return { id: String(id), bank_name, account_name, card_no_masked: `**** ${last_four}` };
}
