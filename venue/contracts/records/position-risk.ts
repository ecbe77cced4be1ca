import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { type Exposure, liquidationPrice } from "#protocol/rules/contracts/contract-risk.ts";
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

/** The position with the mark price that liquidates it, to be asked for whenever volume, cost or margin changed. */
export function withRisk<
  Row extends Pick<
    PositionRow,
    | "direction"
    | "volume"
    | "cost"
    | "margin"
    | "liq_price"
    | "size_value"
    | "size_scale"
    | "price_precision"
  >,
>(row: Row): Row {
  return {
    ...row,
    liq_price: liquidationPrice(
      exposureOf(row),
      termsOfRow(row),
      contractRates.taker,
      row.price_precision + markDecimals,
    ),
  };
}
