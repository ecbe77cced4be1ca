import type { ContractOrder, ContractPosition } from "#protocol/perpetual.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";

export interface ContractLineTexts {
  entry: (position: ContractPosition) => string;
  liquidation: (position: ContractPosition) => string;
  takeProfit: (position: ContractPosition) => string;
  stopLoss: (position: ContractPosition) => string;
  order: (order: ContractOrder) => string;
}

/** What one has in a contract as lines of its chart: of each position entry, liquidation and triggers, and the limits that wait. */
export function ownContractLines(
  positions: readonly ContractPosition[],
  orders: readonly ContractOrder[],
  texts: ContractLineTexts,
): PriceLine[] {
  const ofPositions = positions.flatMap((position) => [
    line(position.cost_open, "entry", texts.entry(position)),
    line(position.liquidation_price, "liquidation", texts.liquidation(position)),
    line(position.tp_trigger_price, "take-profit", texts.takeProfit(position)),
    line(position.sl_trigger_price, "stop-loss", texts.stopLoss(position)),
  ]);
  return [
    ...ofPositions,
    ...orders.map((order) => line(order.price, order.direction, texts.order(order))),
  ].filter((one) => one !== undefined);
}

function line(price: string | null, kind: PriceLine["kind"], label: string): PriceLine | undefined {
  const at = Number(price);
  return price !== null && at > 0 ? { price: at, kind, label } : undefined;
}
