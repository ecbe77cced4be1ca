import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingLots } from "../../../../venue/matching/fill-model.ts";
import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { pinDay } from "../../../../venue/feed/simulator/model/day-series.ts";
import { createFundingDays } from "../../../../venue/feed/simulator/model/funding-days.ts";
import { createPremiumDays } from "../../../../venue/feed/simulator/model/premium-days.ts";
import { bestPrices, bookSide } from "../../../../venue/feed/simulator/model/order-book.ts";
import { printsOf } from "../../../../venue/feed/simulator/model/trade-tape.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { simulated } from "./simulated-days.ts";
import { autocorrelation, correlation, kurtosis, mean, rms } from "./statistics.ts";

const masters = ["one", "two", "three"];
const models = masters.map((master) => createMarketModel(createNodeNoise(master)));
const names = ["btc", "eth", "sol", "xrp", "doge", "ada", "link", "pepe"].map((n) => `${n}usdt`);
const firstDay = pinDay + 5;
const days = 30;
const longDays = 1500;
const tapeSeconds = 1800;
const hoursUtc = (hour: number) => (hour + 8) % 24;

/** Moves of a second, a minute, an hour and a day, by symbol: the masters one after the other. */
const moves = new Map(
  names.map((name) => {
    const symbol = simulated(name);
    const [minutes, hours, largest]: number[][] = [[], [], []];
    for (const model of models)
      for (let day = firstDay; day < firstDay + days; day++) {
        const { index, openIndex } = model.path(symbol, day);
        const at = (second: number) => (second < 0 ? openIndex : (index[second] ?? 0));
        for (let s = 59; s < 86400; s += 60) minutes?.push(Math.log(at(s) / at(s - 60)));
        for (let s = 3599; s < 86400; s += 3600) hours?.push(Math.log(at(s) / at(s - 3600)));
        let most = 0;
        for (let s = 0; s < 86400; s++) most = Math.max(most, Math.abs(at(s) / at(s - 1) - 1));
        largest?.push(most / symbol.dailySd);
      }
    const daily = models.flatMap((model) => {
      const levels = Array.from({ length: longDays + 1 }, (_, n) =>
        model.closeLevel(symbol, pinDay + n),
      );
      return levels.slice(1).map((level, n) => level - (levels[n] ?? 0));
    });
    return [
      name,
      { minutes: minutes ?? [], hours: hours ?? [], daily, largest: largest ?? [] },
    ] as const;
  }),
);
const of = (name: string) => {
  const found = moves.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const btc = of("btcusdt");
const sizes = (values: readonly number[]) => values.map(Math.abs);
const all = [...moves.values()];

function pairs(kind: "minutes" | "hours" | "daily"): number[] {
  return names.flatMap((a, at) =>
    names
      .slice(at + 1)
      .filter((b) => a !== "btcusdt" || b !== "ethusdt")
      .map((b) => correlation(of(a)[kind], of(b)[kind])),
  );
}
function pairsOf(kind: "minutes" | "hours" | "daily", period: string): Record<string, number[]> {
  return {
    [`BTC with ETH, ${period}`]: [correlation(btc[kind], of("ethusdt")[kind])],
    [`other pairs, ${period}`]: pairs(kind),
  };
}
const hourSd = (hour: number) =>
  rms(all.flatMap(({ hours }) => hours.filter((_, n) => n % 24 === hoursUtc(hour))));
/** The day after the pin, from 0; day 2438 is a Saturday. */
const isWeekend = (n: number) => [3, 4].includes((pinDay + 1 + (n % longDays)) % 7);
const jumps = all.flatMap(({ largest }) => largest.filter((size) => size > 0.15));

/** Of a symbol's books and trades on a few days: spread in basis points, depth of a side, turnover of the day against the table's, and half an hour of prints. */
function tradedOf(name: string) {
  const [spreads, depths, turnovers]: [number[], number[], number[]] = [[], [], []];
  const [arrivals, silences, tails]: [number[], number[], number[]] = [[], [], []];
  for (const model of models) {
    const symbol = simulated(name);
    const unit = 10 ** (symbol.spec.pricePrecision + symbol.spec.amountPrecision);
    const ofDays: number[] = [];
    for (let day = firstDay; day < firstDay + 6; day++) {
      const path = model.path(symbol, day);
      for (let second = 0; second < 86400; second += 1000) {
        const { bid, ask } = bestPrices(symbol, path, second);
        ofDays.push((ask / bid - 1) * 1e4);
      }
      for (const side of ["buy", "sell"] as const) {
        const levels = bookSide(symbol, path, 43_210, side);
        const best = levels[0]?.[0] ?? 0;
        const near = levels.filter(([price]) => Math.abs(price / best - 1) < 0.02);
        const value = near.reduce((sum, [price, lots]) => sum + price * lots, 0) / unit;
        depths.push((value * path.volatility) / symbol.dailyVolume);
      }
      const lots = path.minuteAmount.reduce(
        (sum, amount, minute) => sum + (amount * (path.index[minute * 60] ?? 0)) / 100,
        0,
      );
      turnovers.push(lots / unit);
      const trades = printsOf(symbol, path, 0, 36_000, 36_000 + tapeSeconds);
      arrivals.push(trades.length / tapeSeconds);
      silences.push(1 - new Set(trades.map(({ ts }) => ts)).size / tapeSeconds);
      tails.push(shareOfTenth(trades.map(({ amount }) => amount)));
    }
    spreads.push(mean(ofDays));
  }
  return { spreads, depths, turnovers, arrivals, silences, tails };
}
/** Of all amounts, what the largest tenth of them makes up. */
function shareOfTenth(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => b - a);
  const total = (some: readonly number[]) => some.reduce((sum, amount) => sum + amount, 0);
  return total(sorted.slice(0, Math.ceil(sorted.length / 10))) / total(sorted);
}
const classes = {
  "BTC, ETH": ["btcusdt", "ethusdt"],
  "SOL, XRP, DOGE": ["solusdt", "xrpusdt", "dogeusdt"],
  "ADA, LINK": ["adausdt", "linkusdt"],
  "UNI, FIL": ["uniusdt", "filusdt"],
  "XTZ, ENJ": ["xtzusdt", "enjusdt"],
} as const;
type ClassName = keyof typeof classes;
type Traded = ReturnType<typeof tradedOf>;
const classNames = Object.keys(classes) as ClassName[];
const traded = new Map<string, Traded>(
  Object.values(classes)
    .flat()
    .map((name) => [name, tradedOf(name)]),
);
const tradedIn = (coins: ClassName, what: keyof Traded): number[] =>
  classes[coins].flatMap((name) => traded.get(name)?.[what] ?? []);
const [ofBtc, ...ofOthers] = ["btcusdt", "ethusdt", "solusdt", "xrpusdt"].map(
  (name) => traded.get(name)?.turnovers ?? [],
);

/** Settled rates of 200 days in percent, by contract and master. */
const fundings = models.map((model) => {
  const funding = createFundingDays(createPremiumDays(model.noise));
  return names.map((name) =>
    Array.from(
      { length: 600 },
      (_, n) => funding.settled(simulated(name), firstDay + Math.floor(n / 3), n % 3) / 1e6,
    ),
  );
});
const shareOf = (values: readonly number[], is: (value: number) => boolean) =>
  values.filter(is).length / values.length;
const centred = (values: readonly number[]) => {
  const centre = mean(values);
  return values.map((value) => value - centre);
};

/** What is measured, by the name of its row in docs/simulator.md. */
const measured: Record<string, number[]> = {
  ...pairsOf("minutes", "minute"),
  ...pairsOf("hours", "hour"),
  ...pairsOf("daily", "day"),
  "sd of a day against the table": names.map(
    (name) => rms(of(name).daily) / simulated(name).dailySd,
  ),
  "kurtosis, minute": all.map(({ minutes }) => kurtosis(minutes)),
  "kurtosis, hour": all.map(({ hours }) => kurtosis(hours)),
  "kurtosis, day": all.map(({ daily }) => kurtosis(daily)),
  "ACF of moves, lag 1 minute": all.map(({ minutes }) => autocorrelation(minutes, 1)),
  "ACF of moves, lag 1 hour": all.map(({ hours }) => autocorrelation(hours, 1)),
  "ACF of moves, lag 1 day": all.map(({ daily }) => autocorrelation(daily, 1)),
  "ACF of sizes, lag 1 minute": all.map(({ minutes }) => autocorrelation(sizes(minutes), 1)),
  "ACF of sizes, lag 60 minutes": all.map(({ minutes }) => autocorrelation(sizes(minutes), 60)),
  "ACF of sizes, lag 1 day": all.map(({ daily }) => autocorrelation(sizes(daily), 1)),
  "ACF of sizes, lag 10 days": all.map(({ daily }) => autocorrelation(sizes(daily), 10)),
  "variance of an hour against 60 minutes": all.map(
    ({ minutes, hours }) => rms(hours) ** 2 / (60 * rms(minutes) ** 2),
  ),
  "sd of 14 UTC against 04 UTC": [hourSd(14) / hourSd(4)],
  "sd of weekends against weekdays": [
    rms(all.flatMap(({ daily }) => daily.filter((_, n) => isWeekend(n)))) /
      rms(all.flatMap(({ daily }) => daily.filter((_, n) => !isWeekend(n)))),
  ],
  "days with a second over 0.15 sd": [jumps.length / (all.length * masters.length * days)],
  ...Object.fromEntries(
    classNames.flatMap((coins) => [
      [`spread of ${coins}, bp`, tradedIn(coins, "spreads")],
      [`prints a second of ${coins}`, tradedIn(coins, "arrivals")],
    ]),
  ),
  "seconds without a print, XTZ, ENJ": tradedIn("XTZ, ENJ", "silences"),
  "share of the largest tenth of prints of BTC, ETH": tradedIn("BTC, ETH", "tails"),
  "share of the largest tenth of prints of XTZ, ENJ": tradedIn("XTZ, ENJ", "tails"),
  "depth of a side to 2 % against a day's turnover": classNames.map((coins) =>
    mean(tradedIn(coins, "depths")),
  ),
  "seconds until half of what an order took is back": [
    Array.from({ length: 60 }, (_, second) => second).findIndex(
      (second) => missingLots([{ lots: 1000n, at: 0 }], second * 1000) <= 500n,
    ),
  ],
  "turnover of BTC against ETH, SOL, XRP on each day": ofOthers.flatMap((turnovers) =>
    turnovers.map((turnover, day) => (ofBtc?.[day] ?? 0) / turnover),
  ),
  "funding: share of settlements below zero": fundings
    .flat()
    .map((rates) => shareOf(rates, (rate) => rate < 0)),
  "funding of BTC: share of settlements above zero": fundings.map(([ofBtcRates = []]) =>
    shareOf(ofBtcRates, (rate) => rate > 0),
  ),
  "funding: mean of a contract, %": fundings.flat().map(mean),
  "funding: sd of a contract's settlements, %": fundings.flat().map((rates) => rms(centred(rates))),
  "funding: sd across contracts at an instant, %": fundings.map((contracts) =>
    mean(
      Array.from({ length: 600 }, (_, n) => rms(centred(contracts.map((rates) => rates[n] ?? 0)))),
    ),
  ),
  "funding: ACF, lag 1 settlement": fundings.flat().map((rates) => autocorrelation(rates, 1)),
  "of these, over 0.45 sd": [jumps.filter((size) => size > 0.45).length / jumps.length],
};

test("P9: docs/simulator.md has a band for each measure, and all lie in it", () => {
  const page = readFileSync(new URL("../../../../docs/simulator.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| ([^|]+) \| (-?[\d.]+) \| (-?[\d.]+) \|/gm)];
  expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(Object.keys(measured)));
  const seen: string[] = [];
  const outside: string[] = [];
  for (const [, name = "", low, high] of rows) {
    const values = measured[name] ?? [];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    seen.push(`${name}: ${least.toFixed(3)} to ${most.toFixed(3)}`);
    if (!(least >= Number(low) && most <= Number(high))) outside.push(seen.at(-1) ?? "");
  }
  if (process.env["STYLISED"] !== undefined) process.stdout.write(`${seen.join("\n")}\n`);
  expect(outside).toEqual([]);
});

test("seconds: their variance is a sixtieth of a minute's, for a fine and for a coarse tick", () => {
  const [model] = models;
  for (const name of ["btcusdt", "xtzusdt"]) {
    let seconds = 0;
    let minutes = 0;
    for (let day = firstDay; day < firstDay + days; day++) {
      const index = model?.path(simulated(name), day).index ?? [];
      for (let s = 60; s < 86400; s++) {
        seconds += ((index[s] ?? 0) / (index[s - 1] ?? 1) - 1) ** 2;
        if (s % 60 === 59) minutes += ((index[s] ?? 0) / (index[s - 60] ?? 1) - 1) ** 2;
      }
    }
    expect(minutes / seconds).toBeGreaterThan(0.9);
    expect(minutes / seconds).toBeLessThan(1.1);
  }
});

test("levels start from the anchors and wander: a day, a season and three years on", () => {
  for (const model of models) {
    for (const symbol of symbolTable) {
      expect(Math.abs(model.closeLevel(symbol, pinDay))).toBe(0);
      const ticks = symbol.anchor * 10 ** symbol.spec.pricePrecision;
      for (const after of [1, 90, 365, 1095]) {
        const level = model.closeLevel(symbol, pinDay + after);
        expect(Math.abs(level)).toBeLessThan(6 * symbol.dailySd * Math.sqrt(after));
        expect(ticks * Math.exp(level)).toBeGreaterThan(150);
        expect(ticks * Math.exp(level) * 100).toBeLessThan(4_294_967_295);
      }
    }
    const changes = symbolTable.map((symbol) => model.closeLevel(symbol, pinDay + 90));
    expect(new Set(changes).size).toBe(symbolTable.length);
  }
  const wandered = models.flatMap((model) =>
    symbolTable.map((symbol) => model.closeLevel(symbol, pinDay + 365) / symbol.dailySd),
  );
  expect(rms(wandered) / Math.sqrt(365)).toBeGreaterThan(0.6);
  expect(rms(wandered) / Math.sqrt(365)).toBeLessThan(2);
  expect(mean(wandered.map(Math.sign))).toBeLessThan(0.95);
});
