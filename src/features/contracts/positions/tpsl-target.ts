import { entryPrice, costOf, initialMargin } from "#protocol/rules/contracts/contract-worth.ts";
import { parsePrice } from "#protocol/wire/amount.ts";
import { type Exposure, liquidationPrice } from "#protocol/rules/contracts/contract-risk.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import type { ContractTerms, Price } from "#protocol/rules/contracts/contract-worth.ts";
import type { ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";
import { exposureOf } from "../figures/contract-figures.ts";

/** What take profit and stop loss are set on: a position, or an order to open that waits. */
export type TpslTarget =
  | { kind: "position"; position: ContractPosition }
  | { kind: "order"; order: ContractOrder };

/** What is, or once the order has filled will be, open. Undefined for an order without a price to reckon with. */
export function targetExposure(
  target: TpslTarget,
  terms: ContractTerms,
  mark: Price | null,
): Exposure | undefined {
  if (target.kind === "position") return exposureOf(target.position);
  const { direction, volume, price, lever_rate } = target.order;
  const ticks = price === null ? undefined : parsePrice(price, terms.price);
  const cost =
    ticks === undefined
      ? mark && costAtMark(BigInt(volume), mark, terms)
      : costOf(BigInt(volume), ticks, terms);
  if (cost === null) return undefined;
  return { direction, volume: BigInt(volume), cost, margin: initialMargin(cost, lever_rate) };
}

export function liquidationOf(exposure: Exposure, terms: ContractTerms): bigint | null {
  return liquidationPrice(exposure, terms, contractRates.taker, terms.price);
}

/** What a target says of its triggers now. */
export function triggersOf(
  target: TpslTarget,
): Pick<
  ContractPosition,
  | "id"
  | "contract_code"
  | "direction"
  | "lever_rate"
  | "tp_trigger_price"
  | "sl_trigger_price"
  | "trigger_by"
> {
  return target.kind === "position" ? target.position : target.order;
}

function costAtMark(volume: bigint, mark: Price, terms: ContractTerms): bigint {
  const ticks = entryPrice(
    costOf(1n, mark.value, { ...terms, price: mark.scale }),
    1n,
    terms,
    terms.price,
  );
  return costOf(volume, ticks, terms);
}
