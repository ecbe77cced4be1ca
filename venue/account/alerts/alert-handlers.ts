import type { ParsedRequestOf } from "#protocol/api/endpoint.ts";
import {
  maxPriceAlerts,
  type PriceAlert,
  type priceAlertEndpoints,
} from "#protocol/api/price-alerts.ts";
import { formatAmount, parseAmount, parsePrice, trimZeros } from "#protocol/wire/amount.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import type { MarketSource } from "../../feed/market-source.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { AlertEngine } from "./alert-engine.ts";
import { alertPrice, extraDecimals } from "./alert-price.ts";
import {
  deleteAlert,
  findAlert,
  insertAlert,
  type PriceAlertRow,
  selectAlerts,
  updateAlert,
} from "./alert-rows.ts";

type Wanted = ParsedRequestOf<typeof priceAlertEndpoints.addPriceAlert>;

interface AlertDeps {
  store: Store;
  source: MarketSource;
  alerts: Pick<AlertEngine, "look">;
}

/** Serves a user's price alerts. */
export function createAlertHandlers({
  store,
  source,
  alerts,
}: AlertDeps): HandlersOf<typeof priceAlertEndpoints> {
  return {
    async priceAlerts({ user }) {
      const rows = await store.read((db) => selectAlerts(db, Number(user.id)));
      return { list: rows.map(toAlert) };
    },

    async addPriceAlert({ user, request, now, command }) {
      const user_id = Number(user.id);
      const waits = waitOf(source, request);
      const id = await command(async ({ db }) => {
        const own = await selectAlerts(db, user_id);
        const { market, symbol, kind } = request;
        const same = own.find(
          (row) =>
            row.state === "active" &&
            row.market === market &&
            row.symbol === symbol &&
            row.kind === kind &&
            row.level === waits.level &&
            row.window_minutes === request.window &&
            row.again === request.again,
        );
        if (same) return same.id;
        if (own.length >= maxPriceAlerts) {
          // What is over makes room for what is wanted.
          const over = own.findLast(({ state }) => state === "done");
          if (!over)
            throw new Refusal(codes.invalidParameters, { field: "alerts", problem: "too_many" });
          await deleteAlert(db, user_id, over.id);
        }
        return insertAlert(db, {
          user_id,
          market,
          symbol,
          kind,
          price: request.window === 0 ? request.price : "",
          ...waits,
          window_minutes: request.window,
          again: request.again,
          state: "active",
          created_at: now,
        });
      });
      alerts.look();
      return { id: String(id) };
    },

    async setPriceAlert({ user, request: { id, state }, now, command }) {
      const userId = Number(user.id);
      await command(async ({ db }) => {
        if (state === "removed") return deleteAlert(db, userId, Number(id));
        const row = await findAlert(db, userId, Number(id));
        if (!row) return;
        // A crossing is from where the price is now.
        const way = row.kind === "cross" ? wayOver(source, row, row.level) : row.way;
        await updateAlert(db, userId, row.id, {
          state,
          way,
          rests_at: 0,
          changed_at: now,
        });
      });
      alerts.look();
      return {};
    },
  };
}

/**
 * Where an alert waits.
 * @throws Refusal notTradable, invalidParameters
 */
function waitOf(
  source: MarketSource,
  { market, symbol, kind, price, percent, window }: Wanted,
): Pick<PriceAlertRow, "level" | "way"> {
  const spec = source.spec(symbol);
  if (!spec || (market === "contract" && spec.contract === null))
    throw new Refusal(codes.notTradable);
  if (kind === "rise" || kind === "fall") {
    const change = window === 0 ? undefined : parseAmount(percent, 2);
    if (change === undefined)
      throw new Refusal(codes.invalidParameters, { field: "percent", problem: "missing" });
    return kind === "rise" ? { level: change, way: "up" } : { level: -change, way: "down" };
  }
  const level = parsePrice(price, spec.pricePrecision + extraDecimals);
  if (level === undefined || level === 0n || window !== 0)
    throw new Refusal(codes.invalidParameters, { field: "price", problem: "missing" });
  if (kind === "cross") return { level, way: wayOver(source, { market, symbol }, level) };
  return { level, way: kind === "above" ? "up" : "down" };
}

function wayOver(
  source: MarketSource,
  market: Pick<PriceAlertRow, "market" | "symbol">,
  level: bigint,
): "up" | "down" {
  return (alertPrice(source, market) ?? 0n) < level ? "up" : "down";
}

function toAlert(row: PriceAlertRow): PriceAlert {
  const change = formatAmount(row.level < 0n ? -row.level : row.level, 2);
  return {
    id: String(row.id),
    market: row.market,
    symbol: row.symbol,
    kind: row.kind,
    price: row.price,
    percent: row.window_minutes === 0 ? "" : trimZeros(change),
    window: row.window_minutes as PriceAlert["window"],
    again: row.again === 1 ? 1 : 0,
    state: row.state,
    count: row.count,
    reached_time: row.reached_at,
    reached_price: row.reached_price,
    create_time: row.created_at,
  };
}
