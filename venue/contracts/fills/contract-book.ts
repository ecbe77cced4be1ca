/**
 * The coin's market counted in whole contracts: what one level or trade has too little of for another contract
 * is made up at one that is no better for who takes it, at the price of that one. Pure.
 */
import type { BookLevel, Side } from "#protocol/rules/spot-fill.ts";
import type { Level } from "../../feed/market-source.ts";
import { leftLevels, missingLots, type TakenBy } from "../../matching/fill-model.ts";
import type { Print, Shown } from "../../matching/maker-matching.ts";

/**
 * What a side of the book has left, best first, for an order of that side; levels without a whole contract
 * stay, so that the best price stays the best.
 * @param taken lots, of either side
 */
export function contractsLeft(
  side: Side,
  { ts, levels }: Pick<Shown, "ts" | "levels">,
  taken: readonly TakenBy[],
  lotsPerContract: bigint,
): BookLevel[] {
  const missing = missingLots(
    taken.filter((one) => one.side === side),
    ts,
  );
  return inWhole([...leftLevels(levels, missing)], lotsPerContract);
}

/** What the market gives the orders that rest on a side, with what was taken of it already off. */
export function contractsShown(
  side: Side,
  shown: Shown,
  taken: readonly TakenBy[],
  lotsPerContract: bigint,
): Shown {
  const used = new Map<string, bigint>();
  for (const { trade, lots } of taken)
    if (trade !== null) used.set(trade, (used.get(trade) ?? 0n) + lots);
  return {
    ts: shown.ts,
    levels: contractsLeft(side, shown, taken, lotsPerContract).map(({ price, lots }): Level => [
      Number(price),
      Number(lots),
    ]),
    prints: printsLeft(side, shown.prints, used, lotsPerContract),
  };
}

/** What a level has beyond whole contracts is made up at the next one. */
function inWhole(levels: readonly BookLevel[], lotsPerContract: bigint): BookLevel[] {
  let rest = 0n;
  return levels.map(({ price, lots }) => {
    rest += lots;
    const contracts = rest / lotsPerContract;
    rest %= lotsPerContract;
    return { price, lots: contracts };
  });
}

/** Who reaches a trade that went less far through has gone through the further ones, too. */
function printsLeft(
  side: Side,
  prints: readonly Print[],
  used: ReadonlyMap<string, bigint>,
  lotsPerContract: bigint,
): Print[] {
  const furthestFirst = prints.toSorted((a, b) =>
    Number(side === "buy" ? a.price - b.price : b.price - a.price),
  );
  const whole: Print[] = [];
  let pool = { lots: 0n, ts: Number.POSITIVE_INFINITY };
  for (const { id, price, lots, ts } of furthestFirst) {
    const left = lots - (used.get(id) ?? 0n);
    // Less than nothing where a contract that was made up of two counts at this one.
    if (left <= 0n) {
      pool = { ...pool, lots: pool.lots + left > 0n ? pool.lots + left : 0n };
      continue;
    }
    if (left >= lotsPerContract) whole.push({ id, price, lots: left / lotsPerContract, ts });
    const more = pool.lots + (left % lotsPerContract);
    // Of the older of them: it fills only who rested before both.
    const from = Math.min(pool.ts, ts);
    if (more >= lotsPerContract) whole.push({ id, price, lots: 1n, ts: from });
    pool =
      more >= lotsPerContract ? { lots: more - lotsPerContract, ts } : { lots: more, ts: from };
  }
  return whole.sort((a, b) => a.ts - b.ts);
}
