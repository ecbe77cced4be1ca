import * as codes from "#protocol/wire/error-codes.ts";
import { maxMinor } from "#protocol/wire/amount.ts";
import type { Selectable } from "kysely";
import { fixedInsert, fixedQuery } from "../store/fixed-query.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import {
  accountKey,
  type Leg,
  lockAccounts,
  type LockedAccount,
  writeBalances,
} from "./accounts.ts";
import { applyHoldChanges, type HoldChange } from "./hold-changes.ts";
import { LedgerFault } from "./ledger-fault.ts";
import type { EntryTable, JournalTable } from "./rows.ts";

export interface Posting {
  /** Unique for ever, e.g. `fill:<order>:<trade>`: the same movement cannot be written twice. */
  idemKey: string;
  /** A billing type (`billTypes`). */
  type: number;
  subType?: string;
  /** What it was about, e.g. `spot_order` and its id. */
  refType: string;
  refId: string;
  /** Sum to zero in each currency. */
  legs: readonly Leg[];
  /** What the legs on `frozen` do to holds; both must agree to the unit. */
  holds?: readonly HoldChange[];
  /** The journal that this one undoes, with every sign turned; a journal is undone once. */
  reverses?: number;
  /** Unix ms. */
  now: number;
}

export interface Posted {
  journalId: number;
  /** Balances after it, by `accountKey`. */
  balances: Map<string, bigint>;
}

/**
 * The only way money moves. Locks the accounts, makes missing ones, checks, and writes journal,
 * entries, balances and holds.
 * @throws Refusal insufficientBalance when a user's available balance does not cover it
 * @throws LedgerFault on legs that do not balance, any other overdraft, and holds that do not agree
 */
export async function post(tx: Transaction, posting: Posting): Promise<Posted> {
  assertBalanced(posting.legs);
  // Credits first, so that no balance is below zero in between.
  const legs = posting.legs.toSorted((a, b) => Number(a.amount < 0n) - Number(b.amount < 0n));
  const accounts = await lockAccounts(tx, legs);
  const balances = new Map<string, bigint>();
  const entries = legs.map((leg, seq) => {
    const account = accountOf(accounts, leg);
    const balance_after = (balances.get(accountKey(leg)) ?? account.balance) + leg.amount;
    balances.set(accountKey(leg), balance_after);
    return {
      seq,
      account_id: account.id,
      currency: leg.currency,
      amount: leg.amount,
      balance_after,
    };
  });
  for (const [key, balance] of balances) assertCovered(accounts.get(key), balance);
  await applyHoldChanges(tx, accounts, legs, posting.holds ?? []);

  const journalId = await insertJournal(tx.db, {
    idem_key: posting.idemKey,
    type: posting.type,
    sub_type: posting.subType ?? "",
    ref_type: posting.refType,
    ref_id: posting.refId,
    reverses_id: posting.reverses ?? null,
    created_at: posting.now,
  });
  if (journalId === undefined) throw new LedgerFault("no journal was written");
  await insertEntries(
    tx.db,
    entries.map((entry) => ({ journal_id: journalId, ...entry })),
  );
  await writeBalances(tx, balances);
  return { journalId, balances };
}

/** The legs that move something: a fee of zero is no leg. */
export function withoutZeros(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.amount !== 0n);
}

type NewJournal = Omit<Selectable<JournalTable>, "id">;
type NewEntry = Selectable<EntryTable>;

const insertJournal = fixedInsert((db, row: NewJournal) => db.insertInto("journal").values(row));

const insertEntries = fixedQuery((db, rows: NewEntry[]) =>
  db.insertInto("entry").values(rows).compile(),
);

function assertBalanced(legs: readonly Leg[]): void {
  if (legs.length === 0) throw new LedgerFault("a journal without legs");
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of legs) {
    if (amount === 0n) throw new LedgerFault("a leg of zero");
    assertFits(amount);
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new LedgerFault(`legs in ${currency} sum to ${sum}`);
  }
}

function assertCovered(account: LockedAccount | undefined, balance: bigint): void {
  if (account === undefined) throw new LedgerFault("account not locked");
  assertFits(balance);
  if (balance >= 0n || account.allowNegative) return;
  if (account.owner !== "venue" && account.kind === "available")
    throw new Refusal(codes.insufficientBalance);
  throw new LedgerFault(`${accountKey(account)} would be ${balance}`);
}

function assertFits(amount: bigint): void {
  if (amount > maxMinor || amount < -maxMinor) throw new LedgerFault(`${amount} exceeds 64 bits`);
}

function accountOf(accounts: ReadonlyMap<string, LockedAccount>, leg: Leg): LockedAccount {
  const account = accounts.get(accountKey(leg));
  if (account === undefined) throw new LedgerFault(`not locked: ${accountKey(leg)}`);
  return account;
}
