/** The largest size for a leverage, and the highest leverage for a size, by the venue's own tiers (rules.md, 4). */
import {
  contractRates,
  type Opening,
  reservePrice,
} from "#protocol/rules/contracts/contract-open.ts";
import { contractTiers, maxNotional, tierFor } from "#protocol/rules/contracts/contract-tiers.ts";
import {
  costOf,
  costScale,
  type Direction,
  moneyScale,
  volumeWithin,
} from "#protocol/rules/contracts/contract-worth.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import {
  type ContractFacts,
  exposureOfSide,
  moneyUp,
  priceFrom,
  quotedOf,
} from "../figures/contract-figures.ts";

/** The most contracts that the balance and the tier allow at a leverage, and which of the two is the limit. */
export function mostVolume(
  order: Omit<Opening, "volume">,
  facts: ContractFacts,
): { volume: bigint; by: "money" | "tier" } | undefined {
  const { terms } = facts.market;
  const at = priceNow(order, facts);
  const reserved = reservePrice(order, quotedOf(facts));
  if (at === undefined || reserved === undefined || facts.available === null) return undefined;
  const byTier = roomFor(order.leverage, order.direction, at, facts);
  const byMoney = volumeWithin(
    facts.available,
    reserved,
    order.leverage,
    contractRates.taker,
    terms,
  );
  return byTier < byMoney ? { volume: byTier, by: "tier" } : { volume: byMoney, by: "money" };
}

/** The highest value of a position at a leverage, money. */
export function notionalCap(leverage: number): bigint {
  return contractTiers.filter((tier) => tier.maxLeverage >= leverage).at(-1)?.cap ?? 0n;
}

/** Contracts that the tiers still allow at a leverage and a price. */
export function roomFor(
  leverage: number,
  direction: Direction,
  at: bigint,
  facts: ContractFacts,
): bigint {
  const one = costOf(1n, at, facts.market.terms);
  const left =
    rescaleDown(notionalCap(leverage), moneyScale, costScale) -
    rescaleDown(moneyUp(currentCost(direction, facts)), moneyScale, costScale);
  return left > 0n && one > 0n ? left / one : 0n;
}

/** The highest leverage for this order in addition to the position and its waiting orders; 0 where there is none. */
export function mostLeverage(order: Omit<Opening, "leverage">, facts: ContractFacts): number {
  const at = priceNow(order, facts);
  const own = at === undefined ? 0n : moneyUp(costOf(order.volume, at, facts.market.terms));
  const whole = own + moneyUp(currentCost(order.direction, facts));
  return whole > maxNotional ? 0 : tierFor(whole).maxLeverage;
}

/** The price by which an order is measured: its limit, or the best price. */
export function priceNow(
  { direction, limit }: Pick<Opening, "direction" | "limit">,
  facts: Pick<ContractFacts, "asks" | "bids">,
): bigint | undefined {
  return limit ?? (direction === "buy" ? facts.asks : facts.bids)[0]?.price;
}

/** The cost of a side's position and of the orders waiting to add to it; a market order counts at the current price. */
function currentCost(
  direction: Direction,
  facts: Pick<ContractFacts, "positions" | "orders" | "market" | "asks" | "bids" | "last">,
): bigint {
  const { terms } = facts.market;
  const now = priceNow({ direction, limit: null }, facts) ?? facts.last ?? 0n;
  const waiting = (facts.orders ?? []).filter(
    (order) => order.offset === "open" && order.direction === direction,
  );
  return waiting.reduce(
    (sum, { price, volume, trade_volume }) => {
      const ticks = price === null ? now : (ticksOfText(price, terms.price) ?? now);
      return sum + costOf(BigInt(volume - trade_volume), ticks, terms);
    },
    exposureOfSide(facts.positions, direction)?.cost ?? 0n,
  );
}

function ticksOfText(text: string, decimals: number): bigint | undefined {
  const price = priceFrom(text);
  return price === null ? undefined : rescaleDown(price.value, price.scale, decimals);
}

/** Why the leverage of a contract may not be changed at present. */
export function leverageLock({
  positions,
  orders,
}: Pick<ContractFacts, "positions" | "orders">): "position" | "orders" | null {
  if (positions?.some(({ volume }) => volume > 0)) return "position";
  return orders?.some(({ offset }) => offset === "open") ? "orders" : null;
}
