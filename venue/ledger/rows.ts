import type { Generated } from "kysely";

/** Who owns an account. */
export type UserOwner = `user:${string}`;
export type Owner = UserOwner | "venue";

/** What a user's money is doing: free, held by an order, behind a position, at stake in a seconds contract. */
export type UserKind = "available" | "frozen" | "margin" | "stake";

/** The venue's own pockets. `external` is the world outside. */
export type VenueKind =
  | "liquidity"
  | "fee"
  | "funding"
  | "second_pool"
  | "insurance"
  | "rounding"
  | "external"
  | "bonus";

/** One balance in one currency. Amounts everywhere are minor units, positive raises the owner's balance. */
export interface AccountTable {
  id: Generated<number>;
  owner: Owner;
  kind: UserKind | VenueKind;
  currency: string;
  /** 1 where the balance may go below zero. */
  allow_negative: number;
  balance: bigint;
  version: bigint;
}

/** One balanced movement of money. Never changed; a mistake is mended by a journal that reverses it. */
export interface JournalTable {
  id: Generated<number>;
  idem_key: string;
  /** A billing type (`billTypes`). */
  type: number;
  sub_type: string;
  ref_type: string;
  ref_id: string;
  reverses_id: number | null;
  created_at: number;
}

export interface EntryTable {
  journal_id: number;
  seq: number;
  account_id: number;
  currency: string;
  amount: bigint;
  balance_after: bigint;
}

/** Money of one account set aside for one thing; `account_id` is the owner's `frozen` account. */
export interface HoldTable {
  id: Generated<number>;
  account_id: number;
  ref_type: string;
  ref_id: string;
  amount: bigint;
  remaining: bigint;
  state: "open" | "closed";
}

/** The answer a keyed command gave, kept with its effect. `answer` is null only while it runs. */
export interface IdempotencyTable {
  idem_key: string;
  request_hash: string;
  answer: string | null;
  created_at: number;
}

/** A sealed run of journals, chained by hash. */
export interface BlockTable {
  id: number;
  first_journal_id: number;
  last_journal_id: number;
  prev_hash: string;
  hash: string;
  sealed_at: number;
}

declare module "../store/schema.ts" {
  interface Tables {
    account: AccountTable;
    journal: JournalTable;
    entry: EntryTable;
    hold: HoldTable;
    idempotency: IdempotencyTable;
    block: BlockTable;
  }
}
