/** How much a leverage allows, and what leverage a size allows, by the venue's own tiers (rules.md, 4). */
import { contractRates, type Opening, reservePrice } from "#protocol/contract-open.ts";
import { contractTiers, maxNotional, tierFor } from "#protocol/contract-tiers.ts";
import {
  costOf,
  costScale,
  type Direction,
  moneyScale,
  volumeWithin,
} from "#protocol/contract-worth.ts";
import { rescaleDown } from "#protocol/rounding.ts";
import {
  type ContractFacts,
  exposureOfSide,
  moneyUp,
  priceFrom,
  quotedOf,
} from "./contract-figures.ts";

/** The most contracts that money and tier allow at a leverage, and which of the two is the limit. */
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

/** The most that a position may be worth at a leverage, money. */
export function notionalCap(leverage: number): bigint {
  return contractTiers.filter((tier) => tier.maxLeverage >= leverage).at(-1)?.cap ?? 0n;
}

/** Contracts that the tiers leave room for at a leverage and a price. */
export function roomFor(
  leverage: number,
  direction: Direction,
  at: bigint,
  facts: ContractFacts,
): bigint {
  const one = costOf(1n, at, facts.market.terms);
  const left =
    rescaleDown(notionalCap(leverage), moneyScale, costScale) -
    rescaleDown(moneyUp(standingCost(direction, facts)), moneyScale, costScale);
  return left > 0n && one > 0n ? left / one : 0n;
}

/** The highest leverage for this order beside what stands and waits; 0 where none is. */
export function mostLeverage(order: Omit<Opening, "leverage">, facts: ContractFacts): number {
  const at = priceNow(order, facts);
  const own = at === undefined ? 0n : moneyUp(costOf(order.volume, at, facts.market.terms));
  const whole = own + moneyUp(standingCost(order.direction, facts));
  return whole > maxNotional ? 0 : tierFor(whole).maxLeverage;
}

/** The price that an order is measured by: its limit, or the best there is. */
export function priceNow(
  { direction, limit }: Pick<Opening, "direction" | "limit">,
  facts: Pick<ContractFacts, "asks" | "bids">,
): bigint | undefined {
  return limit ?? (direction === "buy" ? facts.asks : facts.bids)[0]?.price;
}

/** What a side's position cost, with what waits to add to it; an order at the market counts at the price of the moment. */
function standingCost(
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
