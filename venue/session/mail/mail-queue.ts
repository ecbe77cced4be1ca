import * as codes from "#protocol/wire/error-codes.ts";
import { isCodeScene } from "#protocol/api/session.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Log, Store } from "../../store/store.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import { codeMail } from "./code-mail.ts";
import { maskedAccount } from "../users/account-name.ts";
import {
  leaseQueued,
  markFailed,
  markSent,
  type OutboxRow,
  postpone,
} from "../codes/outbox-rows.ts";
import { MailFailure, type SendMail } from "./smtp-sender.ts";

const atOnce = 10;

export interface MailQueueDeps {
  store: Store;
  settings: Settings;
  clock: Clock;
  log: Log;
  audit: AuditLog;
  send: SendMail;
}

/**
 * Sends the outbox's queued mails: after the commit, a few at a time, each with a few attempts and growing
 * pauses. After a stop or a crash they are still queued, and any process sends them.
 */
export class MailQueue {
  private readonly deps: MailQueueDeps;
  private readonly sending = new Set<Promise<void>>();

  constructor(deps: MailQueueDeps) {
    this.deps = deps;
  }

  /** Starts the mails that are due without waiting for them: a slow mail server delays nothing else. */
  async tick(now: number): Promise<void> {
    const limit = atOnce - this.sending.size;
    if (limit <= 0) return;
    const until = now + 2 * this.deps.settings.limits.mailTimeoutMs;
    for (const row of await this.deps.store.command(({ db }) =>
      leaseQueued(db, { now, until, limit }),
    )) {
      const delivery = this.deliver(row)
        .catch((error: unknown) => this.deps.log("error", "mail not settled", { error }))
        .finally(() => this.sending.delete(delivery));
      this.sending.add(delivery);
    }
  }

  /** Waits for the mails under way, no longer than one mail may take. */
  async close(): Promise<void> {
    await Promise.all(this.sending);
  }

  private async deliver(row: OutboxRow): Promise<void> {
    const { store, settings, log, send } = this.deps;
    const { scene, content: code, lang, created_at, expires_at } = row;
    if (!isCodeScene(scene)) throw new Error(`a queued mail of no known scene: ${scene}`);
    const { name, publicUrl } = settings;
    const minutes = Math.round((expires_at - created_at) / 60_000);
    try {
      await send({
        to: row.recipient,
        ...codeMail({ name, publicUrl, scene, code, minutes, lang }),
      });
    } catch (error) {
      await this.settleFailure(
        row,
        error instanceof MailFailure ? error : new MailFailure("unknown", false, { cause: error }),
      );
      return;
    }
    await store.command(({ db }) => markSent(db, row.id));
    log("info", "code sent", {
      channel: row.channel,
      recipient: maskedAccount(row.recipient),
      scene,
    });
  }

  private async settleFailure(
    { id, channel, recipient, scene, tries }: OutboxRow,
    { reason, isLasting }: MailFailure,
  ): Promise<void> {
    const {
      store,
      settings: { limits },
      clock,
      log,
      audit,
    } = this.deps;
    const now = clock.now();
    const isLast = isLasting || tries >= limits.mailTries;
    const facts = { channel, recipient: maskedAccount(recipient), scene, reason, tries };
    log(isLast ? "error" : "warn", isLast ? "code not sent" : "code not sent yet", facts);
    await store.command(async (tx) => {
      if (!isLast) return postpone(tx.db, id, now + limits.mailRetrySec * 1000 * 4 ** (tries - 1));
      await markFailed(tx.db, id);
      return audit.write(tx, {
        event: "code-not-sent",
        outcome: codes.remoteServiceError,
        ip: "",
        requestId: "",
        now,
        facts,
      });
    });
  }
}
