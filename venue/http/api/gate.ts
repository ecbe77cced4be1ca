import type { DeviceSigned } from "#protocol/wire/device-signature.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";
import type { SessionUser } from "../../deps/handler.ts";
import type { Transaction } from "../../store/store.ts";

/** What the HTTP layer needs of the sessions. */
export interface Gate {
  /**
   * The user of the live session that made the signature, whatever the account's status; times in
   * Unix ms. A session that began with a device's key needs that device's signature besides.
   * @throws Refusal unauthorized for a wrong signature or no such session, sessionExpired for
   *   one ended by age
   */
  identify(
    headers: SignedHeaders,
    byDevice: DeviceSigned | undefined,
    now: number,
  ): Promise<SessionUser>;
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
   * The same user as the database has them inside this transaction: the account may have changed
   * since the headers were checked.
   * @throws Refusal unauthorized where user or session is gone, sessionExpired for a session ended
   *   by age
   */
  reread(tx: Transaction, user: SessionUser, now: number): Promise<SessionUser>;
  /** Writes a refused signature to the audit log. */
  report(refused: {
    code: number;
    userId: string;
    ip: string;
    requestId: string;
    path: string;
    now: number;
  }): void;
}

/**
 * The signatures of reads that this process has seen; in memory only, because a replayed read
 * changes nothing.
 */
export class SpentNonces {
  private readonly keys = new Map<string, number>();

  /** False where the key was spent before. Times in Unix ms. */
  spend(key: string, expiresAt: number): boolean {
    if (this.keys.has(key)) return false;
    this.keys.set(key, expiresAt);
    return true;
  }

  sweep(now: number): void {
    for (const [key, expiresAt] of this.keys) if (expiresAt <= now) this.keys.delete(key);
  }
}
