import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { dayReveal } from "#protocol/api/receipt.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { commitText, indexOfReveal } from "#protocol/proof/simulated-day/day-reveal.ts";
import type { MarketSource } from "../../../../venue/feed/market-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";

const commitment = v.object({
  date: v.string(),
  root: v.string(),
  symbols: v.record(v.string(), v.string()),
});
const factsSchema = v.object({
  model: v.literal("factors1-v1"),
  public_seed: v.boolean(),
  day_commit: commitment,
  next_day_commit: commitment,
  revealed: v.array(v.strictObject(dayReveal.entries)),
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
  for (const day of third.revealed) {
    const hash = createHash("sha256").update(commitText(day)).digest("hex");
    expect(hash).toBe(second.day_commit.symbols[day.symbol]);
  }
  const root = createHash("sha256")
    .update(Object.values(second.day_commit.symbols).join("|"))
    .digest("hex");
  expect(root).toBe(second.day_commit.root);
});

test("P12: anyone recomputes every second of a revealed day without the master", async () => {
  source.tick(dayStart(1503) * 1000);
  const { keystream } = webCryptoDeps(crypto.subtle);
  for (const day of factsOf(source).revealed) {
    const index = await indexOfReveal(day, keystream);
    for (const second of [0, 1, 4711, 43_200, 86_399]) {
      const at = dayStart(1502) + second;
      expect(source.index(day.symbol, at)).toBe(index?.(at));
    }
    const [market, group, own] = day.parts;
    if (!market || !group || !own) throw new Error("a part is missing");
    for (const forged of [
      { ...day, model: "factors1-v2" },
      { ...day, symbol: "nosuchusdt" },
      { ...day, parts: [market, own, group] },
      { ...day, parts: [market, group, { ...own, jumps: "7" }] },
      { ...day, parts: [market, group, { ...own, open: "low" }] },
      { ...day, date: "2024-02-31" },
    ])
      expect(await indexOfReveal(forged, keystream)).toBeUndefined();
  }
});

test("P12: what a day commits to has no text in common with that of another", () => {
  const [day] = factsOf(source).revealed;
  if (!day) throw new Error("no day is revealed");
  const texts = [
    day,
    { ...day, model: "other" },
    { ...day, date: "2024-02-28" },
    { ...day, symbol: "ethusdt" },
    ...day.parts.flatMap((part, at) =>
      (["name", "seed", "open", "close", "volatility", "jumps"] as const).map((name) => ({
        ...day,
        parts: day.parts.with(at, { ...part, [name]: `${part[name]}1` }),
      })),
    ),
  ].map(commitText);
  expect(new Set(texts).size).toBe(22);
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
