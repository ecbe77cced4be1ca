import { type KeyObject, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "../../lib/clock.ts";
import type { Limits } from "../../settings/limits.ts";
import type { Log, Transaction } from "../../store/store.ts";
import { codeTimes, countTry, insertCode, latestCode, markCodeUsed } from "./code-rows.ts";
import { maskedAccount } from "../users/account-name.ts";
import { insertOutbox } from "./outbox-rows.ts";
import { keyedHash } from "../tokens/session-token.ts";
import { lockThrottle } from "../throttle/throttle-rows.ts";

export interface CodeMessage {
  channel: "email" | "phone";
  recipient: string;
  scene: string;
  code: string;
  /** Language tag of the reader; empty where it is not known. */
  lang: string;
  now: number;
  expiresAt: number;
}

/** Brings a code to its user, within the command that made it: what it sends elsewhere it sends after the commit. */
export type CodeSender = (tx: Transaction, message: CodeMessage) => Promise<void>;

/**
 * Leaves codes in the table `outbox`. Mails wait there for a `MailQueue` where `queuesMail` says that
 * there is one; all else is for the operator, who reads it there or where `tell` shows it (a console, not
 * the log, which may be kept and passed on).
 */
export function outboxSender(
  log: Log,
  tell: (line: string) => void = () => undefined,
  queuesMail = false,
): CodeSender {
  return async (tx, { channel, recipient, scene, code, lang, now, expiresAt }) => {
    const isQueued = queuesMail && channel === "email";
    const state = isQueued ? "queued" : "manual";
    await insertOutbox(tx.db, {
      channel,
      recipient,
      scene,
      content: code,
      lang,
      state,
      created_at: now,
      expires_at: expiresAt,
    });
    if (isQueued) return;
    tx.afterCommit(() => {
      const masked = maskedAccount(recipient);
      log("info", "code sent", { channel, recipient: masked, scene });
      tell(
        `Code for ${masked}: ${code} (${scene}, good for ${Math.round((expiresAt - now) / 60_000)} minutes)`,
      );
    });
  };
}

const hourMs = 3_600_000;

/** Six-digit codes: hashed, for one purpose, once, for a while, for a few tries. */
export class Codes {
  private readonly serverKey: KeyObject;
  private readonly limits: Limits;
  private readonly random: RandomBytes;

  constructor(options: { serverKey: KeyObject; limits: Limits; random: RandomBytes }) {
    this.serverKey = options.serverKey;
    this.limits = options.limits;
    this.random = options.random;
  }

  /** Seconds until another code may be asked for; 0 where it may now. */
  async waitFor(tx: Transaction, account: string, now: number): Promise<number> {
    // Two asking at once wait for one another here.
    await lockThrottle(tx.db, `code account ${account}`, now);
    const times = await codeTimes(tx.db, account, { since: now - hourMs, now });
    const [newest] = times;
    if (newest === undefined) return 0;
    const oldest = times[this.limits.codesPerHour - 1];
    const until = Math.max(
      newest + this.limits.codeResendSec * 1000,
      oldest === undefined ? 0 : oldest + hourMs,
    );
    return Math.max(0, Math.ceil((until - now) / 1000));
  }

  async make(
    tx: Transaction,
    account: string,
    scene: string,
    now: number,
  ): Promise<{ code: string; expiresAt: number }> {
    const code = this.sixDigits();
    const expiresAt = now + this.limits.codeLifeSec * 1000;
    await insertCode(tx.db, {
      account,
      scene,
      code_hash: this.hashOf(account, scene, code),
      created_at: now,
      expires_at: expiresAt,
    });
    return { code, expiresAt };
  }

  /** The id of the code where it is right. Each try counts, so the command must commit either way. */
  async check(
    tx: Transaction,
    account: string,
    { scene, code, now }: { scene: string; code: string; now: number },
  ): Promise<number | undefined> {
    const row = await latestCode(tx.db, account, scene);
    if (!row || row.used_at !== null || row.expires_at <= now) return undefined;
    if (!(await countTry(tx.db, row.id, this.limits.codeTries))) return undefined;
    const isRight = timingSafeEqual(
      Buffer.from(row.code_hash),
      Buffer.from(this.hashOf(account, scene, code)),
    );
    return isRight ? row.id : undefined;
  }

  /** False where it was used in the meantime. */
  async use(tx: Transaction, id: number, now: number): Promise<boolean> {
    return markCodeUsed(tx.db, id, now);
  }

  private hashOf(account: string, scene: string, code: string): string {
    return keyedHash(this.serverKey, "code", account, scene, code);
  }

  /** Even over all codes: a number past the last whole million is drawn again. */
  private sixDigits(): string {
    for (;;) {
      const number = Buffer.from(this.random(4)).readUInt32BE();
      if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, "0");
    }
  }
}
