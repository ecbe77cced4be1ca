import { type Log, OutcomeUnknown, type Store, type Transaction } from "../../store/store.ts";
import { type AuditRow, insertAudit } from "./audit-rows.ts";
import { sessionRef } from "../tokens/session-token.ts";

/** An event of an account or a session, without any token, password or code. */
export interface AuditEntry {
  event:
    | "register"
    | "login"
    | "logout"
    | "code-sent"
    | "code-not-sent"
    | "signature-refused"
    | "clock-set-back"
    | "password-reset"
    | "password-changed"
    | "withdrawal-password-set"
    | "withdrawal-password-changed"
    | "withdrawal-password-reset"
    | "withdrawal-password-checked"
    | "withdrawal-locked"
    | "standing-changed"
    | "sessions-ended"
    | "second-factor-begun"
    | "second-factor-on"
    | "second-factor-off"
    | "second-factor-reset"
    | "recovery-code-used"
    | "address-saved"
    | "address-removed"
    | "whitelist-changed"
    | "bank-card-saved"
    | "bank-card-removed"
    | "coin-sell-reviewed"
    | "recharge-reviewed"
    | "withdrawal-reviewed"
    | "certification-reviewed"
    | "bank-card-reviewed"
    | "invitations-made"
    | "operator-added"
    | "operator-removed"
    | "operator-reset"
    | "operator-login"
    | "operator-logout"
    | "operator-password"
    | "review-approved-first"
    | "loss-accepted"
    | "open-settled"
    | "clock-followed"
    | "system-recharge"
    | "conf-changed";
  /** `ok`, or the code of the refusal. */
  outcome: "ok" | number;
  userId?: string | number;
  sessionId?: string;
  ip: string;
  requestId: string;
  /** Unix ms. */
  now: number;
  facts?: Record<string, unknown>;
}

const maxWaiting = 1000;

/** The append-only record of security events. */
export class AuditLog {
  private readonly store: Store;
  private readonly log: Log;
  private waiting: AuditRow[] = [];
  private dropped = 0;

  constructor(store: Store, log: Log) {
    this.store = store;
    this.log = log;
  }

  /** Writes an entry in the transaction of its effect. */
  async write(tx: Transaction, entry: AuditEntry): Promise<void> {
    await insertAudit(tx.db, [rowOf(entry)]);
  }

  /** Queues a refusal for the next `flush`: a flood of bad signatures costs one write a second. */
  later(entry: AuditEntry): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(rowOf(entry));
    else this.dropped += 1;
  }

  /** Writes the queue. Entries that could not be written stay in it, as far as there is room. */
  async flush(): Promise<void> {
    const rows = this.waiting;
    if (rows.length === 0) return;
    this.waiting = [];
    try {
      await this.store.command(({ db }) => insertAudit(db, rows));
    } catch (error) {
      // A write whose COMMIT may have succeeded is not repeated: the append-only log would have it twice.
      if (!(error instanceof OutcomeUnknown)) this.putBack(rows);
      throw error;
    }
    if (this.dropped > 0) this.log("warn", "security events dropped", { dropped: this.dropped });
    this.dropped = 0;
  }

  /** Older events go before newer ones, so that a flood does not displace them. */
  private putBack(rows: AuditRow[]): void {
    const all = [...rows, ...this.waiting];
    this.waiting = all.slice(0, maxWaiting);
    this.dropped += all.length - this.waiting.length;
  }
}

function rowOf(entry: AuditEntry): AuditRow {
  return {
    at_ms: entry.now,
    event: entry.event,
    outcome: String(entry.outcome),
    user_id: entry.userId === undefined ? null : Number(entry.userId),
    session_ref: entry.sessionId === undefined ? "" : sessionRef(entry.sessionId),
    ip: entry.ip,
    request_ref: entry.requestId,
    facts: JSON.stringify(entry.facts ?? {}),
  };
}
