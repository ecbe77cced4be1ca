import type { ReviewKind } from "#protocol/api/operator.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import type { Db } from "../../store/schema.ts";
import type { Transaction } from "../../store/store.ts";

/** What waits for a decision, whatever its kind. */
export interface DeskItem {
  id: number;
  userId: number;
  /** What is asked for, in one line. */
  summary: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** Decimal text; null where nothing is asked for that can be counted. */
  money: { flag: string; amount: string } | null;
  pictures: readonly { id: string; label: string }[];
  riskFlags: readonly string[];
  /** What a rejection may ask for again. */
  fields: readonly string[];
  /** Unix ms. */
  createdAt: number;
  /** When it lapses, or the venue decides by itself. */
  dueAt: number | null;
}

export interface Decision {
  id: number;
  action: "approve" | "reject";
  /** Shown to the user; empty for an approval without words. */
  reason: string;
  /** What a recharge is credited with instead of what was asked for, decimal text. */
  amount?: string | undefined;
  /** The fields of a certification that are asked for again. */
  fields?: readonly string[] | undefined;
  /** Whether a withdrawal can be paid out this way now; all can where no market says otherwise. */
  isOpen?: ((flag: string, network: string) => boolean) | undefined;
  by: string;
  /** Unix ms. */
  now: number;
}

/** One queue: how it is read, and the word's own function that decides. */
export interface ReviewQueue {
  kind: ReviewKind;
  count(db: Db): Promise<number>;
  /** The most urgent first. */
  list(db: Db, page: { offset: number; limit: number }): Promise<DeskItem[]>;
  /** The item while it waits. */
  find(db: Db, id: number): Promise<DeskItem | undefined>;
  /**
   * Decides within the caller's command, with its record in `audit`. Telling the user is the word's
   * own matter.
   * @throws Refusal notPending where it waits no more, invalidParameters for an amount or fields
   *   that do not fit, withdrawalFailed where a payout failed: nothing was decided
   */
  decide(tx: Transaction, audit: Pick<AuditLog, "write">, decision: Decision): Promise<void>;
}
