import { addressGroup } from "../../lib/address-group.ts";
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
    | "passkey-added"
    | "passkey-removed"
    | "password-changed"
    | "withdrawal-password-set"
    | "withdrawal-password-changed"
    | "withdrawal-password-reset"
    | "withdrawal-password-checked"
    | "withdrawal-factor-checked"
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
/** Refusals of nobody known leave the rest of the queue to those of accounts. */
const maxOfStrangers = 600;
const minuteMs = 60_000;
/** So many refusals of one kind are written one by one for an address and minute; the others are counted. */
const writtenEach = 3;
/** Addresses that are counted by themselves; beyond them one count is for all. */
const mostCounted = 1000;

interface Counted {
  entry: AuditEntry;
  written: number;
  /** Seen beyond those that were written. */
  more: number;
}

/** The append-only record of security events. */
export class AuditLog {
  private readonly store: Store;
  private readonly log: Log;
  private waiting: AuditRow[] = [];
  private dropped = 0;
  private minute = 0;
  private readonly counted = new Map<string, Counted>();

  constructor(store: Store, log: Log) {
    this.store = store;
    this.log = log;
  }

  /** Writes an entry in the transaction of its effect. */
  async write(tx: Transaction, entry: AuditEntry): Promise<void> {
    await insertAudit(tx.db, [rowOf(entry)]);
  }

  /**
   * Queues a refusal for the next `flush`: a flood of bad signatures costs one write a second, and a few rows a
   * minute for each address. Refusals of a known account are all written: throttles keep them few.
   */
  later(entry: AuditEntry): void {
    if (entry.userId !== undefined) return this.queue(rowOf(entry));
    this.endMinute(entry.now);
    const address = addressGroup(entry.ip);
    const own = `${entry.event} ${entry.outcome} ${address}`;
    const isFull = !this.counted.has(own) && this.counted.size >= mostCounted;
    const key = isFull ? `${entry.event} ${entry.outcome}` : own;
    const first = isFull ? { ...entry, ip: "" } : entry;
    const { written, more } = this.counted.get(key) ?? { written: 0, more: 0 };
    const isWritten = written < writtenEach && this.waiting.length < maxOfStrangers;
    this.counted.set(key, {
      entry: first,
      written: written + (isWritten ? 1 : 0),
      more: more + (isWritten ? 0 : 1),
    });
    if (isWritten) this.queue(rowOf(entry));
  }

  /** Writes the queue. Entries that could not be written stay in it, as far as there is room. `now` in Unix ms. */
  async flush(now: number): Promise<void> {
    this.endMinute(now);
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

  private queue(row: AuditRow): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(row);
    else this.dropped += 1;
  }

  /** What was counted in a minute that is over becomes a row each. */
  private endMinute(now: number): void {
    const minute = Math.floor(now / minuteMs);
    if (minute === this.minute) return;
    const at = (this.minute + 1) * minuteMs - 1;
    this.minute = minute;
    for (const { entry, more } of this.counted.values())
      if (more > 0) this.queue(rowOf({ ...entry, now: at, requestId: "", facts: { more } }));
    this.counted.clear();
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
