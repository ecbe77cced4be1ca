/**
 * What a market gives the orders that rest on one side (rules.md, 3). They queue behind all displayed
 * orders: a resting order fills by trades strictly through its price, up to the traded amount, and by a book
 * that crosses it, up to the displayed amount. A trade at its price fills nothing. Prices in ticks.
 */
import type { BookLevel, Side } from "#protocol/rules/spot-fill.ts";
import type { Level } from "../feed/market-source.ts";
import { leftLevels, missingLots, type TakenBy } from "./fill-model.ts";
import type { Traded } from "./reach.ts";

/** A resting order. */
export interface Maker {
  id: number;
  price: bigint;
  /** Not filled yet. */
  lots: bigint;
  /** Time of the first snapshot that saw it, Unix ms: only later trades and books may fill it. */
  restsAt: number;
}

/** A trade of the market. */
export interface Print extends Traded {
  id: string;
  lots: bigint;
}

/** What the market showed at `ts` (Unix ms): the opposite side of its book, best first, and the trades before it, oldest first. */
export interface Shown {
  ts: number;
  levels: readonly Level[];
  prints: readonly Print[];
}

/** Lots that an order gets; `price` is where the market had them, not what the order trades at. */
export interface MakerFill extends BookLevel {
  makerId: number;
  /** Lots offered there. */
  shown: bigint;
  /** The trade that went through; null where the book crossed. */
  trade: string | null;
}

interface Offer {
  price: bigint;
  shown: bigint;
  left: bigint;
  at: number;
  trade: string | null;
}

/**
 * Allocates each trade and each level once, to the first orders in priority. The same liquidity often appears
 * both as a trade and in the book, so what the trades of this snapshot gave is subtracted from its book.
 * @param makers best price first, then the older
 * @param taken what this venue's orders consumed of this market recently, this snapshot included
 * @returns the fills, and whether nothing is left for an order behind these
 */
export function matchMakers(
  side: Side,
  makers: readonly Maker[],
  shown: Shown,
  taken: readonly TakenBy[],
): { fills: MakerFill[]; isDry: boolean } {
  const prints = printOffers(shown, taken);
  const levels = levelOffers(side, shown, taken);
  const through = (price: bigint, limit: bigint) =>
    side === "buy" ? price < limit : price > limit;
  const crosses = (price: bigint, limit: bigint) => price === limit || through(price, limit);
  const fills: MakerFill[] = [];
  const wanted = new Map(makers.map(({ id, lots }) => [id, lots]));

  const fillFrom = (
    offers: readonly Offer[],
    reaches: typeof through,
    then: (lots: bigint) => void,
  ) => {
    for (const { id, price, restsAt } of makers) {
      for (const offer of offers) {
        const left = wanted.get(id) ?? 0n;
        if (left === 0n) break;
        if (offer.left === 0n || offer.at <= restsAt || !reaches(offer.price, price)) continue;
        const lots = offer.left < left ? offer.left : left;
        offer.left -= lots;
        wanted.set(id, left - lots);
        fills.push({
          makerId: id,
          price: offer.price,
          lots,
          shown: offer.shown,
          trade: offer.trade,
        });
        then(lots);
      }
    }
  };
  fillFrom(prints, through, (lots) => takeBestFirst(levels, lots));
  fillFrom(levels, crosses, () => undefined);

  const last = makers.at(-1)?.price;
  const isLeft = (offers: readonly Offer[], reaches: typeof through) =>
    offers.some(({ price, left }) => left > 0n && (last === undefined || reaches(price, last)));
  return { fills, isDry: !isLeft(prints, through) && !isLeft(levels, crosses) };
}

function printOffers({ prints }: Shown, taken: readonly TakenBy[]): Offer[] {
  const used = new Map<string, bigint>();
  for (const { trade, lots } of taken)
    if (trade !== null) used.set(trade, (used.get(trade) ?? 0n) + lots);
  return prints.map(({ id, price, lots, ts }) => ({
    price,
    shown: lots,
    left: rest(lots, used.get(id)),
    at: ts,
    trade: id,
  }));
}

function levelOffers(side: Side, { ts, levels }: Shown, taken: readonly TakenBy[]): Offer[] {
  const missing = missingLots(
    taken.filter((one) => one.side === side),
    ts,
  );
  return [...leftLevels(levels, missing)].map(({ price, lots }, at) => ({
    price,
    shown: BigInt(levels[at]?.[1] ?? 0),
    left: lots,
    at: ts,
    trade: null,
  }));
}

function takeBestFirst(offers: readonly Offer[], lots: bigint): void {
  let owed = lots;
  for (const offer of offers) {
    if (owed === 0n) return;
    const part = offer.left < owed ? offer.left : owed;
    offer.left -= part;
    owed -= part;
  }
}

function rest(lots: bigint, used = 0n): bigint {
  return lots > used ? lots - used : 0n;
}
