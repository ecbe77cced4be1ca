import type { AuditEntry, AuditLog } from "../../session/audit/audit-log.ts";
import type { Transaction } from "../../store/store.ts";
import { appendLogLine } from "./operator-log-rows.ts";

type AuditWriter = Pick<AuditLog, "write">;

/** Who acts and from where; written into every line. */
export interface Actor {
  /** `operator:ada` by the desk, `cli:ada` by the command line. */
  by: string;
  ip: string;
  requestId: string;
}

/**
 * Where an operator's acts are written, with the act itself: in the audit log, which their user may be shown,
 * and in the operators' own chained log.
 */
export class ActLog {
  private readonly audit: AuditWriter;
  private readonly actor: Actor;

  constructor(audit: AuditWriter, actor: Actor) {
    this.audit = audit;
    this.actor = actor;
  }

  async write(tx: Transaction, entry: AuditEntry): Promise<void> {
    const { by, ip, requestId } = this.actor;
    const whole = { ...entry, ip, requestId, facts: { ...entry.facts, by } };
    await this.audit.write(tx, whole);
    await appendLogLine(tx.db, {
      at_ms: entry.now,
      event: entry.event,
      outcome: String(entry.outcome),
      user_id: entry.userId === undefined ? null : Number(entry.userId),
      ip,
      facts: JSON.stringify(whole.facts),
    });
  }

  /**
   * Runs an act that writes its own record somewhere on its way, and writes it at the end: the log's head is
   * locked last, or two acts that meet at an account as well would wait for one another. `facts` go into it
   * besides.
   */
  async after<T>(
    tx: Transaction,
    facts: Readonly<Record<string, unknown>>,
    act: (audit: AuditWriter) => Promise<T>,
  ): Promise<T> {
    const entries: AuditEntry[] = [];
    const answer = await act({ write: async (_tx, entry) => void entries.push(entry) });
    for (const entry of entries)
      await this.write(tx, { ...entry, facts: { ...facts, ...entry.facts } });
    return answer;
  }
}
