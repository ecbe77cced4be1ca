import type { Price } from "#protocol/contract-worth.ts";
import { priceFrom, type ContractFacts } from "./contract-figures.ts";
import type { TpslTarget } from "./tpsl-target.ts";

/** What triggers must lie above or below: the price that triggers, or the limit at which the position is yet to come about. */
export function comparedPrice(
  target: TpslTarget,
  by: "mark" | "last",
  facts: ContractFacts,
): Price | null {
  const limit = target.kind === "order" ? priceFrom(target.order.price) : null;
  return limit ?? (by === "last" ? lastPrice(facts) : facts.mark);
}

/** The last price as triggers by it are compared. */
function lastPrice({ last, market }: ContractFacts): Price | null {
  return last === null ? null : { value: last, scale: market.terms.price };
}
