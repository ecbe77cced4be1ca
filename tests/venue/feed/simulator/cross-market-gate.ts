import { confFor } from "../../../../venue/seconds/orders/rules.ts";
import { momentsOf } from "#protocol/rules/seconds-settlement.ts";
import { defaultSettings } from "../../../../venue/settings/settings.ts";
import { createRegression, product } from "./least-squares.ts";
import { type CoinDay, indexAt, marketDay, moveOf, type PlayedMarket } from "./played-market.ts";
import { predictorNames, predictorsAt } from "./predictors.ts";
import { settlementPrice } from "./seconds-game.ts";

/** A strategy's gain of each day. */
export interface Played {
  strategy: string;
  /** Whether costs are in; without them the opposite of a losing strategy wins. */
  hasCosts: boolean;
  days: number[];
}

export interface Verdict {
  strategy: string;
  days: number;
  t: number;
  /** Of a year of days. */
  sharpe: number;
  gains: boolean;
}

export interface GatePlan {
  markets: readonly PlayedMarket[];
  firstDay: number;
  /** Days of each market to fit on, and days after them to judge on. */
  fitted: number;
  judged: number;
  /** Seconds between two decisions. */
  step: number;
}

/** Ends of what is predicted, s ahead; the last is the rest of the day. */
const horizons = [5, 30, 60, 120, 180, 300, 3600, 86400] as const;
const firstDecision = 3600;
const lastDecision = 86400 - 3700;
const restOf = (t: number, horizon: number) => Math.min(t + horizon, 86399);

/** Of rules.md, 5: from a decision that is accepted at once to the end of the entry window. */
const entryDelay = momentsOf(0, 1).t0 / 1000;
const offered = confFor(defaultSettings.secondsConf, "btcusdt");

/**
 * Fits predictors across all coins on the first days of each market and plays them on the days after, with
 * the strategies that once beat a model: the basket that follows the mean move so far, the return to the
 * printed anchors, and seconds contracts chosen by drift.
 */
export function playGate(plan: GatePlan): Played[] {
  const regression = createRegression(predictorNames.length, horizons.length);
  eachDay(plan, 0, plan.fitted, (coins) => {
    for (const t of decisions(plan.step)) {
      const rows = predictorsAt(coins, t);
      for (const [at, coin] of coins.entries())
        regression.add(
          rows[at] ?? new Float64Array(0),
          horizons.map((horizon) => moveOf(coin, t, restOf(t, horizon))),
        );
    }
  });
  const weights = regression.fit();
  const played = new Map<string, Played>();
  const book = (strategy: string, hasCosts: boolean, gain: number) => {
    const known = played.get(strategy) ?? { strategy, hasCosts, days: [] };
    known.days.push(gain);
    played.set(strategy, known);
  };
  eachDay(plan, plan.fitted, plan.fitted + plan.judged, (coins) => {
    playFitted(coins, plan.step, weights, book);
    playBaskets(coins, book);
    playAnchors(coins, book);
    playDrift(coins, book);
  });
  return [...played.values()];
}

type Book = (strategy: string, hasCosts: boolean, gain: number) => void;

function eachDay(
  { markets, firstDay }: GatePlan,
  from: number,
  to: number,
  play: (coins: CoinDay[]) => void,
): void {
  for (const market of markets)
    for (let day = firstDay + from; day < firstDay + to; day++) play(marketDay(market, day));
}

function decisions(step: number): number[] {
  const times: number[] = [];
  for (let t = firstDecision - 1; t < lastDecision; t += step) times.push(t);
  return times;
}

/** Every coin by its forecast, also less the mean of all; seconds contracts by the sign, all and the surest tenth. */
function playFitted(
  coins: readonly CoinDay[],
  step: number,
  weights: readonly Float64Array[],
  book: Book,
): void {
  const gains = new Map<string, number>();
  const gain = (strategy: string, value: number) =>
    gains.set(strategy, (gains.get(strategy) ?? 0) + value);
  const bets = new Map<string, { sure: number; gain: number }[]>();
  for (const t of decisions(step)) {
    const rows = predictorsAt(coins, t);
    for (const [h, horizon] of horizons.entries()) {
      const forecasts = rows.map((row) => product(weights[h], row));
      const middle = forecasts.reduce((sum, value) => sum + value, 0) / forecasts.length;
      const name = horizon === 86400 ? "rest of the day" : `${horizon} s`;
      for (const [at, coin] of coins.entries()) {
        const forecast = forecasts[at] ?? 0;
        const move = moveOf(coin, t, restOf(t, horizon));
        gain(`fitted, ${name}`, forecast * move);
        gain(`fitted against the mean, ${name}`, (forecast - middle) * move);
        gain(`fitted, sign alone, ${name}`, Math.sign(forecast) * move);
      }
      for (const { time, odds } of offered) {
        if (time !== horizon) continue;
        for (const [at, coin] of coins.entries()) {
          if (!coin.symbol.spec.second) continue;
          const forecast = forecasts[at] ?? 0;
          const result = contractGain(coin, t, time, Math.sign(forecast), Number(odds));
          const list = bets.get(`fitted, contract of ${time} s at ${odds}`) ?? [];
          list.push({ sure: Math.abs(forecast), gain: result });
          bets.set(`fitted, contract of ${time} s at ${odds}`, list);
        }
      }
    }
  }
  for (const [strategy, value] of gains) book(strategy, false, value);
  for (const [strategy, list] of bets) {
    const surest = list.toSorted((a, b) => b.sure - a.sure).slice(0, Math.ceil(list.length / 10));
    book(strategy, true, total(list));
    book(`${strategy}, the surest tenth`, true, total(surest));
  }
}

const total = (list: readonly { gain: number }[]) => list.reduce((sum, { gain }) => sum + gain, 0);

/** What a stake of 1 gains. */
function contractGain(
  { path }: CoinDay,
  t: number,
  seconds: number,
  bet: number,
  odds: number,
): number {
  const entry = settlementPrice(path.index, t + entryDelay);
  const result = Math.sign(settlementPrice(path.index, t + entryDelay + seconds) - entry) * bet;
  return result > 0 ? odds : result;
}

/** The mean move of all coins so far, in their own standard deviations. */
function meanMove(coins: readonly CoinDay[], t: number): number {
  return coins.reduce((sum, coin) => sum + moveOf(coin, -1, t), 0) / coins.length;
}

/** All contracts, equally, the way that the mean of all coins has gone, to the end of the day. */
function playBaskets(coins: readonly CoinDay[], book: Book): void {
  const contracts = coins.filter(({ symbol }) => symbol.spec.contract !== null);
  for (const hour of [1, 2, 4, 8, 12, 18]) {
    const t = hour * 3600 - 1;
    const sign = Math.sign(meanMove(coins, t));
    const rest = contracts.map((coin) => indexAt(coin, 86399) / indexAt(coin, t) - 1);
    book(
      `basket by the mean move after ${hour} h`,
      false,
      (sign * rest.reduce((sum, move) => sum + move, 0)) / rest.length,
    );
  }
}

/** Against the distance from the printed anchors, for a day: as it is, against the mean, within groups. */
function playAnchors(coins: readonly CoinDay[], book: Book): void {
  const forecasts = coins.map(({ symbol, levels: [last] }) => -last / symbol.dailySd);
  const moves = coins.map(({ symbol, levels: [last], close }) => (close - last) / symbol.dailySd);
  const by = (of: (at: number) => boolean) => {
    const places = coins.map((_, at) => at).filter(of);
    const middle = places.reduce((sum, at) => sum + (forecasts[at] ?? 0), 0) / places.length;
    return places.reduce((sum, at) => sum + ((forecasts[at] ?? 0) - middle) * (moves[at] ?? 0), 0);
  };
  const groups = [...new Set(coins.map(({ symbol }) => symbol.group))];
  book(
    "return to the anchors",
    false,
    forecasts.reduce((sum, forecast, at) => sum + forecast * (moves[at] ?? 0), 0),
  );
  book(
    "return to the anchors, against the mean",
    false,
    by(() => true),
  );
  book(
    "return to the anchors, within groups",
    false,
    groups.reduce((sum, group) => sum + by((at) => coins[at]?.symbol.group === group), 0),
  );
}

/**
 * Seconds contracts one after another the way that the mean of all coins has gone since the day began, and
 * only where it has gone steeply: that once won 52.4 % of 53,813.
 */
function playDrift(coins: readonly CoinDay[], book: Book): void {
  const chosen = coins.filter(({ symbol }) => symbol.spec.second);
  for (const { time, odds } of offered) {
    let [sum, steep] = [0, 0];
    for (let t = 2 * 3600 - 1; t + entryDelay + time < 86400; t += Math.max(time, 300) + 6) {
      const move = meanMove(coins, t);
      const isSteep = Math.abs(move) / Math.sqrt(t / 86400) > 0.8;
      for (const coin of chosen) {
        const gain = contractGain(coin, t, time, Math.sign(move), Number(odds));
        sum += gain;
        if (isSteep) steep += gain;
      }
    }
    book(`by the mean move so far, contract of ${time} s at ${odds}`, true, sum);
    book(`by a steep mean move, contract of ${time} s at ${odds}`, true, steep);
  }
}

/** More than three standard errors above zero; where no costs are in, also below. */
export function judge({ strategy, hasCosts, days }: Played): Verdict {
  const middle = days.reduce((sum, gain) => sum + gain, 0) / days.length;
  const variance = days.reduce((sum, gain) => sum + (gain - middle) ** 2, 0) / (days.length - 1);
  const ratio = variance === 0 ? 0 : middle / Math.sqrt(variance);
  const t = ratio * Math.sqrt(days.length);
  return {
    strategy,
    days: days.length,
    t,
    sharpe: ratio * Math.sqrt(365),
    gains: t > 3 || (!hasCosts && t < -3),
  };
}
