import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { buildDayPath, dayNoiseLength } from "#protocol/proof/simulated-day/day-path.ts";
import type { MarketSource } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { simulated } from "./simulated-days.ts";

const commitment = v.object({
  date: v.string(),
  root: v.string(),
  symbols: v.record(v.string(), v.string()),
});
const factsSchema = v.object({
  model: v.literal("bridge3-v1"),
  public_seed: v.boolean(),
  day_commit: commitment,
  next_day_commit: commitment,
  revealed: v.array(
    v.strictObject({
      date: v.string(),
      symbol: v.string(),
      day_seed: v.string(),
      open: v.string(),
      close: v.string(),
      volatility: v.string(),
    }),
  ),
});

const names = ["btcusdt", "pepeusdt"];
const master = "only this venue knows";
let source: MarketSource;
const factsOf = (of: MarketSource) => v.parse(factsSchema, of.facts());

beforeAll(async () => {
  source = createSimulator({ master, symbols: names });
  await source.start(dayStart(1500) * 1000);
});

test("P12: what is revealed is what was committed to a day and two days before", () => {
  const first = factsOf(source);
  source.tick(dayStart(1501) * 1000);
  const second = factsOf(source);
  source.tick(dayStart(1502) * 1000);
  const third = factsOf(source);
  expect(second.day_commit).toEqual(first.next_day_commit);
  expect(second.day_commit.date).toBe("2024-02-10");
  expect(third.revealed.map(({ date }) => date)).toEqual(["2024-02-10", "2024-02-10"]);
  for (const { date, symbol, day_seed, open, close, volatility } of third.revealed) {
    const hash = createHash("sha256")
      .update([date, symbol, day_seed, open, close, volatility].join("|"))
      .digest("hex");
    expect(hash).toBe(second.day_commit.symbols[symbol]);
  }
  const root = createHash("sha256")
    .update(Object.values(second.day_commit.symbols).join("|"))
    .digest("hex");
  expect(root).toBe(second.day_commit.root);
});

test("P12: anyone recomputes every second of a revealed day without the master", () => {
  source.tick(dayStart(1503) * 1000);
  for (const { symbol, day_seed, open, close, volatility } of factsOf(source).revealed) {
    const noise = createNodeNoise("not the master").keystream(
      Buffer.from(day_seed, "hex"),
      dayNoiseLength,
    );
    const facts = { open: Number(open), close: Number(close), volatility: Number(volatility) };
    const path = buildDayPath(simulated(symbol), facts, noise);
    for (const second of [0, 1, 4711, 43_200, 86_399]) {
      expect(source.index(symbol, dayStart(1502) + second)).toBe(path.index[second]);
    }
  }
});

test("another master is another market, and its commitments differ", async () => {
  const other = createSimulator({ master: "another", symbols: names });
  await other.start(dayStart(1504) * 1000);
  source.tick(dayStart(1504) * 1000);
  expect(other.index("btcusdt", dayStart(1504))).not.toBe(source.index("btcusdt", dayStart(1504)));
  expect(factsOf(other).day_commit.root).not.toBe(factsOf(source).day_commit.root);
});

test("the running day's seed is not reported", () => {
  const { revealed, day_commit } = factsOf(source);
  expect(revealed.every(({ date }) => date < day_commit.date)).toBe(true);
});
