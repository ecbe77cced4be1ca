import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import { addNotice } from "../notices/notices.ts";
import { alertPrice, Changes, extraDecimals } from "./alert-price.ts";
import {
  activeGroups,
  type AlertGroup,
  nearestLevel,
  noteReached,
  type PriceAlertRow,
  reachedAlerts,
} from "./alert-rows.ts";

/** One that comes again waits this long. */
const pauseMs = 3_600_000;
/** Another process may have changed an alert. */
const readEveryMs = 5000;
const atOnce = 200;

interface Edge extends AlertGroup {
  up: bigint | undefined;
  down: bigint | undefined;
}

export interface AlertEngine {
  /** Reports the alerts that the prices of now reach. */
  tick(now: number): Promise<void>;
  /** An alert was added, switched or removed. */
  change(): void;
}

/**
 * Judges the price alerts at each tick. Of each market only the nearest alert above and below is in memory: a tick that
 * reaches none costs a comparison a market, however many alerts there are.
 */
export function createAlertEngine({
  store,
  source,
}: Pick<VenueDeps, "store" | "source">): AlertEngine {
  const changes = new Changes(source);
  let edges: Edge[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let isChanged = true;

  async function readEdges(): Promise<Edge[]> {
    return store.read(async (db) => {
      const found: Edge[] = [];
      for (const group of await activeGroups(db))
        found.push({
          ...group,
          up: await nearestLevel(db, group, "up"),
          down: await nearestLevel(db, group, "down"),
        });
      return found;
    });
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
      if (rows > 0) isChanged = true;
      if (rows < atOnce) return;
    }
  }

  function textOf(symbol: string, price: bigint | undefined): string {
    const spec = source.spec(symbol);
    if (!spec || price === undefined) return "";
    return trimZeros(formatAmount(price, spec.pricePrecision + extraDecimals));
  }

  return {
    change: () => void (isChanged = true),
    async tick(now) {
      if (isChanged || now - readAt >= readEveryMs || now < readAt) {
        isChanged = false;
        edges = await readEdges();
        readAt = now;
      }
      if (source.health().state !== "live") return;
      for (const edge of edges) {
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
