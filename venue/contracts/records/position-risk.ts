import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { type Exposure, liquidationPrice } from "#protocol/rules/contracts/contract-risk.ts";
import { entryPrice } from "#protocol/rules/contracts/contract-worth.ts";
import { markDecimals, termsOfRow } from "./contract-market.ts";
import type { PositionRow } from "./rows.ts";

/** The columns of a position that its risk depends on. */
export function exposureOf({
  direction,
  volume,
  cost,
  margin,
}: Pick<PositionRow, "direction" | "volume" | "cost" | "margin">): Exposure {
  return { direction, volume, cost, margin };
}

/** Parts of the way from entry to liquidation that are left when an owner is warned, in percent; each once. */
export const warningsLeft = [25n, 10n] as const;

type RiskColumns = Pick<
  PositionRow,
  | "direction"
  | "volume"
  | "cost"
  | "margin"
  | "liq_price"
  | "warned"
  | "warn_price"
  | "size_value"
  | "size_scale"
  | "price_precision"
>;

/**
 * The position with the mark prices that liquidate it and that warn of it, to be asked for whenever volume, cost
 * or margin changed. A liquidation price that moved away from the market is warned of from the beginning.
 */
export function withRisk<Row extends RiskColumns>(row: Row): Row {
  const liq_price = liquidationPrice(
    exposureOf(row),
    termsOfRow(row),
    contractRates.taker,
    row.price_precision + markDecimals,
  );
  const { direction, liq_price: before } = row;
  const isSafer =
    before === null ||
    liq_price === null ||
    (direction === "buy" ? liq_price < before : liq_price > before);
  return withWarning({ ...row, liq_price, warned: isSafer ? 0 : row.warned });
}

/** The position with the mark price of its next warning; null where there is none any more. */
export function withWarning<Row extends RiskColumns>(row: Row): Row {
  return { ...row, warn_price: warningPrice(row) };
}

function warningPrice(row: RiskColumns): bigint | null {
  const { direction, volume, cost, liq_price, warned, price_precision } = row;
  const left = warningsLeft[warned];
  if (liq_price === null || left === undefined) return null;
  const entry = entryPrice(cost, volume, termsOfRow(row), price_precision + markDecimals);
  const way = entry - liq_price;
  return (direction === "buy") === way > 0n ? liq_price + (way * left) / 100n : null;
}
