import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { Db } from "../../store/schema.ts";
import { addNotice } from "../notices/notices.ts";
import { alertPrice, Changes, extraDecimals } from "./alert-price.ts";
import {
  type AlertGroup,
  alertGroups,
  changedGroups,
  nearestLevel,
  noteReached,
  type PriceAlertRow,
  reachedAlerts,
} from "./alert-rows.ts";

/** One that comes again waits this long. */
const pauseMs = 3_600_000;
/** Another process may have changed an alert. */
const lookEveryMs = 5000;
/** A command that began earlier may have committed after the last look. */
const slackMs = 15_000;
const atOnce = 200;

interface Edge extends AlertGroup {
  up: bigint | undefined;
  down: bigint | undefined;
}

export interface AlertEngine {
  /** Reports the alerts that the prices of now reach. */
  tick(now: number): Promise<void>;
  /** Has the next tick look for alerts that were added or switched. */
  look(): void;
}

/**
 * Judges the price alerts at each tick. Of each market only the nearest alert above and below is in memory: a tick that
 * reaches none costs a comparison a market, and a look for changes what has changed, however many alerts there are.
 */
export function createAlertEngine({
  store,
  source,
}: Pick<VenueDeps, "store" | "source">): AlertEngine {
  const changes = new Changes(source);
  const edges = new Map<string, Edge>();
  let lookedAt: number | undefined;
  let isDue = true;

  async function lookForChanges(now: number): Promise<void> {
    const from = lookedAt;
    lookedAt = now;
    isDue = false;
    await store.read(async (db) => {
      const groups =
        // A clock that was set back says nothing of what changed since.
        from === undefined || now < from
          ? await alertGroups(db)
          : await changedGroups(db, { from: from - slackMs, to: now });
      for (const group of groups) await readEdge(db, group, now);
    });
  }

  async function readEdge(db: Db, group: AlertGroup, now: number): Promise<void> {
    const { market, symbol, window_minutes } = group;
    const up = await nearestLevel(db, group, { way: "up", now });
    const down = await nearestLevel(db, group, { way: "down", now });
    const key = `${market} ${symbol} ${window_minutes}`;
    if (up === undefined && down === undefined) edges.delete(key);
    else edges.set(key, { ...group, up, down });
  }

  async function report(
    group: AlertGroup,
    at: { way: "up" | "down"; level: bigint; now: number },
  ): Promise<void> {
    const { now } = at;
    const price = textOf(group.symbol, alertPrice(source, group));
    for (;;) {
      const rows = await store.command(async (tx) => {
        const reached = await reachedAlerts(tx.db, group, { ...at, limit: atOnce });
        for (const row of reached) {
          const isFirst = await noteReached(tx.db, row, {
            state: row.again === 1 ? "active" : "done",
            way: row.kind === "cross" ? (row.way === "up" ? "down" : "up") : row.way,
            rests_at: now + pauseMs,
            reached_at: now,
            reached_price: price,
          });
          if (isFirst)
            await addNotice(tx, noticeOf(row, { price, spec: source.spec(row.symbol), now }));
        }
        return reached.length;
      });
      if (rows < atOnce) break;
    }
    // The next one waits further on; also where another process was first, or the alert was removed.
    await store.read((db) => readEdge(db, group, now));
  }

  function textOf(symbol: string, price: bigint | undefined): string {
    const spec = source.spec(symbol);
    if (!spec || price === undefined) return "";
    return trimZeros(formatAmount(price, spec.pricePrecision + extraDecimals));
  }

  return {
    look: () => void (isDue = true),
    async tick(now) {
      if (isDue || lookedAt === undefined || Math.abs(now - lookedAt) >= lookEveryMs)
        await lookForChanges(now);
      if (source.health().state !== "live") return;
      for (const edge of edges.values()) {
        const level =
          edge.window_minutes === 0
            ? alertPrice(source, edge)
            : await changes.in(edge.symbol, edge.window_minutes, now);
        if (level === undefined) continue;
        if (edge.up !== undefined && level >= edge.up)
          await report(edge, { way: "up", level, now });
        if (edge.down !== undefined && level <= edge.down)
          await report(edge, { way: "down", level, now });
      }
    },
  };
}

function noticeOf(
  row: PriceAlertRow,
  { price, spec, now }: { price: string; spec: SymbolSpec | undefined; now: number },
) {
  const { user_id, market, kind, window_minutes, level } = row;
  const { base = "", quote = "" } = spec ?? {};
  const change = formatAmount(level < 0n ? -level : level, 2);
  return {
    userId: user_id,
    kind: "price_alert",
    facts: {
      ...(market === "contract"
        ? { contract_code: spec?.contract?.contractCode ?? "" }
        : { base, quote }),
      kind,
      price,
      ...(window_minutes === 0
        ? { level: row.price }
        : { percent: trimZeros(change), window: window_minutes }),
    },
    refType: "price-alert",
    refId: row.id,
    now,
  } as const;
}
