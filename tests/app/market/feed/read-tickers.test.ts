import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { readTickers } from "../../../../src/features/market/feed/read-tickers.ts";

const whole = {
  symbol: "btcusdt",
  open: 1,
  high: 2,
  low: 1,
  close: 1.5,
  amount: 1,
  vol: 1,
  count: 1,
  bid: 1,
  bidSize: 1,
  ask: 2,
  askSize: 1,
  base: "BTC",
  quote: "USDT",
  change: 0.5,
  ts: 1_700_000_000_000,
  src: "sim",
};
const bySchema = (row: unknown) => {
  const parsed = v.safeParse(marketEndpoints.mergedTickerRank.data, [structuredClone(row)]);
  return parsed.success ? parsed.output : [];
};

test("agrees with the endpoint's schema, whichever field is missing, of another type or hostile", () => {
  const values = fc.oneof(
    fc.constantFrom(undefined, null, "", "7", "__proto__", 0, -1, 1.5, true, [], {}),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string(),
  );
  const fields = fc.constantFrom(...Object.keys(whole), "rank");
  fc.assert(
    fc.property(fields, values, (field, value) => {
      const row: Record<string, unknown> = { ...whole, [field]: value };
      if (value === undefined) delete row[field];
      expect(readTickers([structuredClone(row)])).toEqual(bySchema(row));
    }),
    { numRuns: 500 },
  );
});

test("one invalid row does not lose the others; HTX's own element is read; anything but a list gives no rows", () => {
  const { base: _base, quote: _quote, change: _change, ts: _ts, src: _src, ...bare } = whole;
  const rows = readTickers([null, whole, { symbol: 7 }, { ...bare, symbol: "ethusdt" }]);
  expect(
    rows.map(({ symbol, base, quote, change, rank }) => ({ symbol, base, quote, change, rank })),
  ).toEqual([
    { symbol: "btcusdt", base: "BTC", quote: "USDT", change: 0.5, rank: 0 },
    { symbol: "ethusdt", base: "ETH", quote: "USDT", change: 0.5, rank: 0 },
  ]);
  for (const none of [undefined, null, {}, "[]", 7]) expect(readTickers(none)).toEqual([]);
});
