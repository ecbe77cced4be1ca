/**
 * What opening contracts from a book takes (rules.md, 4): the app shows it before the tap, the venue books
 * it. Levels are of the coin's book, counted in whole contracts; money is minor units at `moneyScale`.
 */
import { parseAmount } from "../../wire/amount.ts";
import { contractFees } from "./contract-tiers.ts";
import {
  contractFee,
  type ContractTerms,
  costOf,
  type Direction,
  initialMargin,
  orderCost,
  volumeWithin,
} from "./contract-worth.ts";
import { pow10 } from "../../wire/rounding.ts";
import { type BookLevel, type Rate, walkLevels, type WalkEnd, worstPrice } from "../spot-fill.ts";

/** Fee rates of contracts. */
export const contractRates = {
  maker: rateOf(contractFees.maker),
  taker: rateOf(contractFees.taker),
} as const;

function rateOf(text: string): Rate {
  return { value: parseAmount(text, 8) ?? 0n, scale: 8 };
}

/** The terms of a contract as its market writes them; undefined where one contract is no whole number of lots. */
export function termsOf({
  contractSize,
  price,
  amount,
}: {
  contractSize: string;
  price: number;
  amount: number;
}): (ContractTerms & { lots: bigint }) | undefined {
  const scale = contractSize.split(".")[1]?.length ?? 0;
  const value = parseAmount(contractSize, scale);
  if (value === undefined || value === 0n || scale > amount) return undefined;
  return { size: { value, scale }, price, lots: value * pow10(amount - scale) };
}

/**
 * A side of the coin's book in whole contracts: what a level leaves of one is made up at the next, at the
 * next one's price. Levels without a whole one stay, so that the best price stays the best.
 */
export function* inContracts(
  levels: Iterable<BookLevel>,
  lotsPerContract: bigint,
): Generator<BookLevel> {
  let rest = 0n;
  for (const { price, lots } of levels) {
    rest += lots;
    if (rest < 0n) rest = 0n;
    yield { price, lots: rest / lotsPerContract };
    rest %= lotsPerContract;
  }
}

/** Best quotes in ticks; undefined where a side has none. */
export interface Quoted {
  bid: bigint | undefined;
  ask: bigint | undefined;
}

/** What an order to open says. */
export interface Opening {
  direction: Direction;
  leverage: number;
  /** Ticks; null for a market order. */
  limit: bigint | null;
  /** Contracts still wanted. */
  volume: bigint;
}

/**
 * The price at which an order's money is set aside: a market order's as if the market ran off as far as it
 * may, either way; a short's at the best bid where it is willing to sell below it. Undefined where a market
 * order has no price to start from.
 */
export function reservePrice(
  { direction, limit }: Pick<Opening, "direction" | "limit">,
  { bid, ask }: Quoted,
): bigint | undefined {
  if (limit !== null) return direction === "sell" && bid !== undefined && bid > limit ? bid : limit;
  const best = direction === "buy" ? ask : bid;
  return best === undefined ? undefined : worstPrice("buy", best);
}

/** The part that one order opens at one price of a book. */
export interface OpenedPart {
  price: bigint;
  /** Contracts. */
  volume: bigint;
  cost: bigint;
  margin: bigint;
  fee: bigint;
}

export interface Opened {
  parts: OpenedPart[];
  volume: bigint;
  cost: bigint;
  margin: bigint;
  fee: bigint;
  /** Why it went no further; `budget`: what was set aside covers no more. */
  end: WalkEnd;
}

/** Walks a side in whole contracts, best first, with what was set aside. */
export function openFrom(
  opening: Opening & { held: bigint },
  levels: Iterable<BookLevel>,
  rate: Rate,
  terms: ContractTerms,
): Opened {
  const { direction, limit, volume } = opening;
  const want = {
    side: direction,
    lots: volume,
    budget: null,
    ...(limit === null ? {} : { limit }),
  };
  // Scales matter to budgets alone.
  const { fills, end } = walkLevels(want, levels, {
    price: terms.price,
    amount: 0,
    base: 0,
    quote: 0,
  });
  const opened = openParts(opening, fills, rate, terms);
  return { ...opened, end: opened.isCut ? "budget" : end };
}

/**
 * The money of contracts that an order got at these prices: margin and fee of each price rounded up. A
 * market order gets no more than was set aside for it; a limit order's margin is never so much that the
 * rest of it, at its limit, would no longer be covered.
 */
export function openParts(
  { leverage, limit, volume, held }: Opening & { held: bigint },
  fills: Iterable<BookLevel>,
  rate: Rate,
  terms: ContractTerms,
): Omit<Opened, "end"> & { isCut: boolean } {
  const sum = { parts: [] as OpenedPart[], volume: 0n, cost: 0n, margin: 0n, fee: 0n };
  let left = held;
  for (const { price, lots } of fills) {
    const affordable = limit === null ? volumeWithin(left, price, leverage, rate, terms) : lots;
    const part = lots < affordable ? lots : affordable;
    if (part > 0n) {
      const cost = costOf(part, price, terms);
      const fee = contractFee(cost, rate);
      const rest =
        limit === null
          ? 0n
          : orderCost(
              costOf(volume - sum.volume - part, limit, terms),
              leverage,
              contractRates.taker,
            ).frozen;
      const [needed, free] = [initialMargin(cost, leverage), left - fee - rest];
      const margin = needed < free ? needed : free;
      sum.parts.push({ price, volume: part, cost, margin, fee });
      sum.volume += part;
      sum.cost += cost;
      sum.margin += margin;
      sum.fee += fee;
      left -= margin + fee;
    }
    if (part < lots) return { ...sum, isCut: true };
  }
  return { ...sum, isCut: false };
}
