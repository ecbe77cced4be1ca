import {
  reachesBy,
  type NoticeTopic,
  safetyTopics,
  topicOf,
} from "#protocol/api/notice-settings.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../lib/clock.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Log, Store } from "../../store/store.ts";
import { PushHosts } from "./push-hosts.ts";
import { pushPath } from "./push-path.ts";
import {
  deletePushes,
  deleteSubscription,
  type LeasedPush,
  leasePushes,
  postponePush,
  sweepSubscriptions,
} from "./push-rows.ts";
import type { SendPush } from "./push-sender.ts";
import { storedNoticeSettings } from "./stored-settings.ts";
import { pushWords } from "./push-words.ts";

const atOnce = 128;
/** Those that wait no longer for a place are sent in the same turn. */
const sameTurnMs = 200;
const leaseMs = 60_000;
const firstRetryMs = 5000;
const maxRetryMs = 3_600_000;
const sweepEveryMs = 60_000;

const hourSec = 3600;
/** How long a push is worth showing. */
const ttlSec: Record<NoticeTopic, number> = {
  orders: 24 * hourSec,
  prices: hourSec,
  results: 24 * hourSec,
  liquidation: 24 * hourSec,
  seconds: hourSec,
  money: 72 * hourSec,
  certification: 72 * hourSec,
  security: 72 * hourSec,
  venue: 72 * hourSec,
};
const urgent: readonly NoticeTopic[] = [...safetyTopics, "orders", "prices", "results"];

export interface PushQueueDeps {
  store: Store;
  settings: Settings;
  clock: Clock;
  log: Log;
  send: SendPush;
}

/**
 * Sends the pushes that commands have queued: after the commit, many at a time, each until it is sent or no longer
 * worth it. After a stop or a crash they are still queued, and any process sends them. A push service that fails
 * delays its own devices only.
 */
export class PushQueue {
  private readonly deps: PushQueueDeps;
  private readonly sending = new Set<Promise<void>>();
  private readonly hosts = new PushHosts();
  private isMoreSoon = false;
  private settled: number[] = [];
  private draining: Promise<void> | undefined;
  private sweptAt = 0;

  constructor(deps: PushQueueDeps) {
    this.deps = deps;
  }

  /** Starts what is due without waiting for it. */
  async tick(now: number): Promise<void> {
    await this.writeSettled();
    if (now - this.sweptAt >= sweepEveryMs) {
      this.sweptAt = now;
      const createdBefore = now - this.deps.settings.limits.sessionLifeSec * 1000;
      await this.deps.store.command(({ db }) => sweepSubscriptions(db, createdBefore));
    }
    this.draining ??= this.drain()
      .catch((error: unknown) => this.deps.log("error", "pushes not sent", { error }))
      .finally(() => (this.draining = undefined));
  }

  /** Waits for what is under way, no longer than one push may take. */
  async close(): Promise<void> {
    await this.draining;
    await Promise.all(this.sending);
    await this.writeSettled();
  }

  private async drain(): Promise<void> {
    for (;;) {
      const limit = atOnce - this.sending.size;
      if (limit <= 0) {
        await Promise.race(this.sending);
        continue;
      }
      const now = this.deps.clock.now();
      const rows = await this.deps.store.command(({ db }) =>
        leasePushes(db, { now, until: now + leaseMs, limit }),
      );
      if (rows.length === 0) {
        if (!this.isMoreSoon) return;
        this.isMoreSoon = false;
        await sleep(sameTurnMs);
        continue;
      }
      for (const row of rows) {
        const delivery = this.deliver(row, now)
          .catch((error: unknown) => this.deps.log("error", "push not settled", { error }))
          .finally(() => this.sending.delete(delivery));
        this.sending.add(delivery);
      }
    }
  }

  private async deliver(row: LeasedPush, now: number): Promise<void> {
    if (this.isSessionOver(row, now)) return this.forget(row);
    const kind = row.notice_id === null ? "test" : row.kind;
    // Read meanwhile, or replaced by a later one about the same thing.
    if (kind === null) return this.settle(row);
    const topic = topicOf(kind);
    const form = {
      ttlSec: ttlSec[topic],
      urgency: urgent.includes(topic) || kind === "test" ? ("high" as const) : ("normal" as const),
    };
    const settings = storedNoticeSettings(row.settings);
    const isWanted = kind === "test" || reachesBy(settings, topic, "push", now);
    if (!isWanted || row.created_at + form.ttlSec * 1000 <= now) return this.settle(row);

    const { host } = new URL(row.endpoint);
    const notBefore = this.hosts.begin(host, now);
    if (notBefore > 0) {
      if (notBefore - now <= sameTurnMs) this.isMoreSoon = true;
      return this.postpone(row, { dueAt: notBefore, isTry: false });
    }
    const hideAmounts = settings.hide_amounts === 1;
    const isAnswered = await this.send(row, kind, { ...form, hideAmounts, now });
    this.hosts.end(host, this.deps.clock.now(), isAnswered);
  }

  /** Answers whether the service said anything; what becomes of the push is settled here. */

  private async send(
    row: LeasedPush,
    kind: string,
    form: { ttlSec: number; urgency: "normal" | "high"; hideAmounts: boolean; now: number },
  ): Promise<boolean> {
    const { ttlSec: seconds, urgency, hideAmounts, now } = form;
    const facts = JSON.parse(row.facts ?? "{}") as Record<string, string | number>;
    const tag = row.ref_id ? `${kind}-${row.ref_id}` : `notice-${row.notice_id ?? kind}`;
    const { lang } = row;
    try {
      const outcome = await this.deps.send(
        row,
        {
          ...pushWords(kind, facts, { lang, hideAmounts }),
          tag,
          path: pushPath(kind, facts),
          lang,
          at: row.notice_at ?? now,
        },
        { ttlSec: seconds, urgency, topic: topicName(tag) },
      );
      switch (outcome.kind) {
        case "sent":
          this.settle(row);
          break;
        case "gone":
          await this.forget(row);
          break;
        case "later":
          await this.retry(row, outcome.afterSec * 1000);
          break;
        case "refused":
          this.deps.log("warn", "a push service refused a push", {
            host: new URL(row.endpoint).host,
            status: outcome.status,
          });
          this.settle(row);
      }
      return true;
    } catch (error) {
      const { host } = new URL(row.endpoint);
      this.deps.log("warn", "a push service did not answer", { host, error });
      await this.retry(row, 0);
      return false;
    }
  }

  private isSessionOver({ session_at, seen_at, ended_at }: LeasedPush, now: number): boolean {
    const { sessionIdleSec, sessionLifeSec } = this.deps.settings.limits;
    return (
      session_at === null ||
      seen_at === null ||
      ended_at !== null ||
      session_at <= now - sessionLifeSec * 1000 ||
      seen_at <= now - sessionIdleSec * 1000
    );
  }

  private settle({ id }: LeasedPush): void {
    this.settled.push(id);
  }

  private async writeSettled(): Promise<void> {
    if (this.settled.length === 0) return;
    const ids = this.settled.splice(0, 1000);
    await this.deps.store.command(({ db }) => deletePushes(db, ids));
  }

  private async forget({ endpoint }: LeasedPush): Promise<void> {
    await this.deps.store.command(({ db }) => deleteSubscription(db, endpoint));
  }

  private async postpone(
    { id }: LeasedPush,
    until: { dueAt: number; isTry: boolean },
  ): Promise<void> {
    await this.deps.store.command(({ db }) => postponePush(db, id, until));
  }

  private async retry(row: LeasedPush, atLeastMs: number): Promise<void> {
    const waitMs = Math.min(Math.max(firstRetryMs * 2 ** row.tries, atLeastMs), maxRetryMs);
    await this.postpone(row, { dueAt: this.deps.clock.now() + waitMs, isTry: true });
  }
}

/** At most 32 characters of base64url, as RFC 8030 wants them. */
function topicName(tag: string): string {
  return tag.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(-32);
}
