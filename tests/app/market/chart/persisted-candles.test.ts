import { expect, test } from "vitest";
import { CandleCache } from "../../../../src/features/market/chart/candle-cache.ts";
import { CandleColumns, type CandleData } from "../../../../src/lib/candle-columns.ts";

/** `count` candles a minute apart. */
function columns(count: number): CandleData {
  const made = new CandleColumns();
  made.merge(
    Array.from({ length: count }, (_, at) => ({
      id: 6000 + at * 60,
      open: 1,
      high: 3,
      low: 1,
      close: 2,
      vol: at,
    })),
  );
  return made.data;
}

/** A device that counts what it holds and has room for `room` records. */
function device(room = Infinity) {
  const held = new Map<string, unknown>();
  let now = 1000;
  const deps = {
    read: async (key: string) => held.get(key),
    keep: async (key: string, value: unknown) => {
      if (!held.has(key) && held.size >= room) return false;
      held.set(key, structuredClone(value));
      return true;
    },
    forget: async (key: string) => void held.delete(key),
    keys: async (prefix: string) => [...held.keys()].filter((key) => key.startsWith(prefix)),
    now: () => now++,
  };
  return {
    held,
    deps,
    candles: new CandleCache(deps),
    series: () => [...held.keys()].filter((key) => key !== "candles:index"),
  };
}

test("a series is restored with its time, and later changes of the chart's columns do not reach it", async () => {
  const { candles, held } = device();
  const own = columns(5);
  await candles.keep("btcusdt", "1min", { columns: own, at: 7 });
  own[4][0] = 99;
  expect(await candles.read("btcusdt", "1min")).toEqual({ columns: columns(5), at: 7 });
  expect(await candles.read("btcusdt", "5min")).toBeUndefined();
  expect(held.size).toBe(2);
});

test("of a long series the newest thousand are stored", async () => {
  const { candles } = device();
  await candles.keep("btcusdt", "1min", { columns: columns(3000), at: 7 });
  const stored = (await candles.read("btcusdt", "1min"))?.columns[0];
  expect([stored?.length, stored?.[0], stored?.at(-1)]).toEqual([
    1000,
    6000 + 2000 * 60,
    6000 + 2999 * 60,
  ]);
});

test("no more than sixty series and four megabytes; the least recently viewed are removed", async () => {
  const { candles, held, series } = device();
  for (let at = 0; at < 60; at++)
    await candles.keep(`s${at}`, "1min", { columns: columns(1000), at: 7 });
  expect(series()).toHaveLength(60);
  await candles.read("s0", "1min");
  await candles.keep("new", "1min", { columns: columns(1000), at: 7 });
  expect(series()).toHaveLength(60);
  expect([
    held.has("candles:s0:1min"),
    held.has("candles:s1:1min"),
    held.has("candles:new:1min"),
  ]).toEqual([true, false, true]);
  const bytes = series().length * 1000 * 6 * 8;
  expect(bytes).toBeLessThan(4_000_000);
});

test("a full device holds half of the series, the newest", async () => {
  const { candles, series } = device(9);
  for (let at = 0; at < 20; at++)
    await candles.keep(`s${at}`, "1min", { columns: columns(10), at: 7 });
  expect(series()).toContain("candles:s19:1min");
  expect(series().length).toBeGreaterThanOrEqual(4);
});

test("another tab's series stay in the index, and records missing from it are removed", async () => {
  const { deps, held } = device();
  held.set("candles:lost:1min", 1);
  const [one, other] = [new CandleCache(deps), new CandleCache(deps)];
  await one.keep("a", "1min", { columns: columns(2), at: 7 });
  await other.keep("b", "1min", { columns: columns(2), at: 7 });
  await one.keep("c", "1min", { columns: columns(2), at: 7 });
  const index = held.get("candles:index") as { series: { key: string }[] };
  expect(index.series.map(({ key }) => key)).toEqual([
    "candles:a:1min",
    "candles:b:1min",
    "candles:c:1min",
  ]);
  expect(held.has("candles:lost:1min")).toBe(false);
});

const good = () => ({ version: 1, at: 7, columns: columns(3).map((column) => column.slice()) });
const withColumn = (at: number, column: unknown) => ({
  ...good(),
  columns: good().columns.map((own, index) => (index === at ? column : own)),
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a text", "x"],
  ["null", null],
  ["another version", { ...good(), version: 2 }],
  ["no time", { ...good(), at: Number.NaN }],
  ["five columns", { ...good(), columns: good().columns.slice(1) }],
  ["lists for columns", withColumn(1, [1, 2, 3])],
  ["columns of unequal length", withColumn(1, new Float64Array(2))],
  ["figures that are none", withColumn(2, Float64Array.of(3, Number.NaN, 3))],
  ["a low above the high", withColumn(3, Float64Array.of(9, 9, 9))],
  ["times that fall", withColumn(0, Float64Array.of(3, 2, 1))],
  ["too many", { ...good(), columns: columns(1001).map((column) => column.slice()) }],
  ["empty columns", { ...good(), columns: good().columns.map(() => new Float64Array(0)) }],
])("what is damaged is no series: %s", async (_name, record) => {
  const { candles, held } = device();
  held.set("candles:btcusdt:1min", record);
  expect(await candles.read("btcusdt", "1min")).toBeUndefined();
  await candles.keep("btcusdt", "1min", { columns: columns(3), at: 8 });
  expect((await candles.read("btcusdt", "1min"))?.at).toBe(8);
});

test.each<[string, unknown]>([
  ["a text", "x"],
  ["another version", { version: 0 }],
  ["entries of another form", { version: 1, series: [{ key: "queries:public" }] }],
])("an index that is damaged costs the series it named: %s", async (_name, index) => {
  const { candles, held, series } = device();
  held.set("candles:old:1min", good());
  held.set("candles:index", index);
  held.set("queries:public", 1);
  await candles.keep("btcusdt", "1min", { columns: columns(3), at: 8 });
  expect(series().toSorted()).toEqual(["candles:btcusdt:1min", "queries:public"]);
});
