import type { SignedHeaders } from "#protocol/signature.ts";
import type { Transaction } from "../store/store.ts";
import type { SessionUser } from "./handler.ts";

/** What `http` needs from the room that knows sessions. */
export interface Gate {
  /**
   * The user of the live session that made the signature, whatever the account's status; times in Unix ms.
   * @throws Refusal 401 for a wrong signature or a session that is not, 200003 for one ended by age
   */
  identify(headers: SignedHeaders, now: number): Promise<SessionUser>;
  /**
   * Spends a write's nonce inside its transaction, so that no restart opens a window.
   * @returns false where it was spent before
   */
  spend(
    tx: Transaction,
    nonce: { sessionId: string; timestamp: number; nonce: string; now: number },
  ): Promise<boolean>;
  /** Whether a write's nonce was spent: what it came with has been done. */
  isSpent(nonce: { sessionId: string; timestamp: number; nonce: string }): Promise<boolean>;
  /**
   * The same user as the database has them inside this transaction: between the headers and the end of a
   * body much may happen.
   * @throws Refusal 401 where user or session is gone, 200003 for a session ended by age
   */
  reread(tx: Transaction, user: SessionUser, now: number): Promise<SessionUser>;
  /** Leaves a refused signature in the audit log. */
  report(refused: {
    code: number;
    userId: string;
    ip: string;
    requestId: string;
    path: string;
    now: number;
  }): void;
}
