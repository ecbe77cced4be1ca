import type { VenueDeps } from "../deps.ts";
import { newestNoticeId, selectNoticesAfter } from "./notice-rows.ts";

/** Notices of commands that ended in another order than they began lie at most this far behind the newest. */
const slack = 50;
const atOnce = 500;

type Announced = Awaited<ReturnType<typeof selectNoticesAfter>>[number];

/**
 * Tells open streams of new notices. It reads them from the database, because another process may have
 * written them: a second venue, or the operator's command line.
 */
export class NoticeAnnouncer {
  private readonly store: VenueDeps["store"];
  private readonly bus: VenueDeps["bus"];
  private told: ReadonlySet<number> | undefined;
  private newest = 0;

  constructor({ store, bus }: Pick<VenueDeps, "store" | "bus">) {
    this.store = store;
    this.bus = bus;
  }

  /** Announces what came since the last tick; the first tells of nothing, for nobody listened before. */
  async tick(): Promise<void> {
    if (this.told === undefined) {
      this.newest = await this.store.read(newestNoticeId);
      const known = await this.store.read((db) =>
        selectNoticesAfter(db, this.newest - slack, atOnce),
      );
      this.told = new Set(known.map(({ id }) => id));
      this.newest = known.at(-1)?.id ?? this.newest;
      return;
    }
    const rows = await this.store.read((db) => selectNoticesAfter(db, this.newest - slack, atOnce));
    for (const row of rows) if (!this.told.has(row.id)) this.tell(row);
    this.told = new Set(rows.map(({ id }) => id));
    this.newest = rows.at(-1)?.id ?? this.newest;
  }

  /** Some notices tell of what an open screen shows. */
  private tell({ id, user_id, kind, facts, ref_id }: Announced): void {
    const userId = String(user_id);
    this.bus.notify(userId, "user.notice", "new", { id: String(id), kind });
    const { flag, certstatus } = JSON.parse(facts) as Record<string, string | number | undefined>;
    if (kind === "recharge" || kind === "withdrawal")
      this.bus.notify(userId, "user.wallet", "balance", {
        flags: flag === undefined ? [] : [flag],
        kind,
        ref_id,
      });
    if (kind === "certification")
      this.bus.notify(userId, "user.notice", "certstatus", { certstatus });
  }
}
