import type { ContractOrder } from "#protocol/api/contracts.ts";
import { parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import type { ContractFacts } from "../figures/contract-figures.ts";
import type { OpeningIntent } from "./opening-numbers.ts";

/** Whether another order may take the place of what is left of it: it opens, and waits for its own price. */
export function mayReplace({ offset, price }: Pick<ContractOrder, "offset" | "price">): boolean {
  return offset === "open" && price !== null;
}

/** The rest of an order at another price (plain decimal), ready to be confirmed. */
export function replacingIntent(order: ContractOrder, price: string): OpeningIntent {
  return {
    contract_code: order.contract_code,
    direction: order.direction,
    lever_rate: order.lever_rate,
    volume: order.volume - order.trade_volume,
    order_type: "limit",
    price: trimZeros(price),
    tp_trigger_price: order.tp_trigger_price,
    sl_trigger_price: order.sl_trigger_price,
    trigger_by: order.trigger_by === "last" ? "last" : "mark",
    replaces: order.id,
    trade_volume: order.trade_volume,
  };
}

/** The facts as they are when the order that an intent replaces has ended: what it set aside is available. */
export function withFreed<Facts extends ContractFacts>(
  facts: Facts,
  { replaces }: Pick<OpeningIntent, "replaces">,
): Facts {
  const old = facts.orders?.find(({ id }) => id === replaces);
  if (!old) return facts;
  const freed = parseAmount(old.margin_frozen, moneyScale) ?? 0n;
  return {
    ...facts,
    available: facts.available === null ? null : facts.available + freed,
    orders: facts.orders?.filter((one) => one !== old) ?? null,
    openOrders: facts.openOrders === null ? null : Math.max(0, facts.openOrders - 1),
  };
}
