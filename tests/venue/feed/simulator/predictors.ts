import { fillMinuteTape, minuteTape } from "../../../../venue/feed/simulator/model/day-minutes.ts";
import { bestPrices, quotesAt, sideAt } from "../../../../venue/feed/simulator/model/order-book.ts";
import { type CoinDay, indexAt, moveOf } from "./played-market.ts";

/** How far back moves are seen, s; the move of the day so far comes besides. */
const lookBacks = [1, 5, 60, 300, 3600] as const;

export const predictorNames = [
  ...["own", "market", "group"].flatMap((whose) =>
    [...lookBacks.map((seconds) => `${seconds} s`), "day so far"].map(
      (name) => `${whose}: ${name}`,
    ),
  ),
  ...lookBacks.map((seconds) => `BTC: ${seconds} s`),
  "own: day before",
  "own: week before",
  "own: level against the anchor",
  "market: day before",
  "market: level against the anchors",
  "volume of the last minute with its sign",
  "prints of 5 s by side",
  "best bid size against ask size",
  "middle against index",
  "constant",
];

/**
 * What can be seen of each coin at the end of second `t`, in numbers of about unit size: a row a coin.
 * Nothing after `t` is read.
 */
export function predictorsAt(coins: readonly CoinDay[], t: number): Float64Array[] {
  const moves = coins.map((coin) => [
    ...lookBacks.map((seconds) => moveOf(coin, t - seconds, t)),
    moveOf(coin, -1, t),
  ]);
  const market = meansOf(moves);
  const byGroup = new Map(
    [...new Set(coins.map(({ symbol }) => symbol.group))].map((group) => [
      group,
      meansOf(moves.filter((_, at) => coins[at]?.symbol.group === group)),
    ]),
  );
  const days = coins.map(({ symbol: { dailySd }, levels: [last, before, week] }) => [
    (last - before) / dailySd,
    (last - week) / (dailySd * 2.6),
    last / (dailySd * 15),
  ]);
  const marketDays = meansOf(days);
  return coins.map((coin, at) =>
    Float64Array.from([
      ...(moves[at] ?? []),
      ...market,
      ...(byGroup.get(coin.symbol.group) ?? []),
      ...(moves[0]?.slice(0, lookBacks.length) ?? []),
      ...(days[at] ?? []),
      marketDays[0] ?? 0,
      marketDays[2] ?? 0,
      ...tapeAt(coin, t),
      ...bookAt(coin, t),
      1,
    ]),
  );
}

const tape = minuteTape();

function tapeAt(coin: CoinDay, t: number): [volume: number, prints: number] {
  const { symbol, path } = coin;
  const minute = Math.floor((t + 1) / 60) - 1;
  fillMinuteTape(symbol, path, minute, tape);
  const start = minute * 60;
  const { pricePrecision, amountPrecision } = symbol.spec;
  const usual = (symbol.dailyVolume / 1440) * 10 ** (pricePrecision + 2 + amountPrecision);
  const volume = (tape.amount * indexAt(coin, start)) / usual;
  const sign = Math.sign(indexAt(coin, start + 59) - indexAt(coin, start - 1));
  let [bought, all] = [0, 0];
  for (let k = 55; k < 60; k++) {
    const amount = tape.amounts[k] ?? 0;
    all += amount;
    bought += sideAt(path, start + k) === "buy" ? amount : -amount;
  }
  return [Math.min(volume, 8) * sign, all === 0 ? 0 : bought / all];
}

function bookAt({ symbol, path }: CoinDay, t: number): number[] {
  const { bid, ask } = quotesAt(symbol, path, t);
  const best = bestPrices(symbol, path, t);
  const index = path.index[t] ?? 1;
  return [
    (bid[1] - ask[1]) / (bid[1] + ask[1]),
    ((best.bid + best.ask) * 50 - index) / (index * 2e-5),
  ];
}

function meansOf(rows: readonly (readonly number[])[]): number[] {
  const sums = rows[0]?.map(() => 0) ?? [];
  for (const row of rows)
    for (const [at, value] of row.entries()) sums[at] = (sums[at] ?? 0) + value;
  return sums.map((sum) => sum / rows.length);
}
