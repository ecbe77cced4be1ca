import { expect, test } from "vitest";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";

const decimal = /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/;

test("there are enough symbols, contracts and seconds contracts, each named once", () => {
  const specs = symbolTable.map(({ spec }) => spec);
  expect(specs.length).toBeGreaterThanOrEqual(48);
  expect(new Set(specs.map(({ symbol }) => symbol)).size).toBe(specs.length);
  expect(specs.filter(({ contract }) => contract !== null).length).toBe(20);
  expect(specs.filter(({ second }) => second).length).toBe(12);
  expect(specs.find(({ symbol }) => symbol === "btcusdt")).toMatchObject({
    base: "BTC",
    quote: "USDT",
    pricePrecision: 2,
    amountPrecision: 6,
    contract: { contractCode: "BTC-USDT", contractSize: "0.001" },
    second: true,
  });
});

test.each(symbolTable)(
  "$spec.symbol: ticks, lots and limits fit its price",
  ({ spec, anchor, dailyVolume }) => {
    const tickInBasisPoints = (10 ** -spec.pricePrecision / anchor) * 1e4;
    expect(tickInBasisPoints).toBeGreaterThan(0.001);
    expect(tickInBasisPoints).toBeLessThan(2);
    for (const limit of [
      spec.minOrderValue,
      spec.minOrderAmount,
      spec.maxOrderAmount,
      spec.maxOrderValue,
    ])
      expect(limit).toMatch(decimal);
    expect(Number(spec.minOrderAmount)).toBeGreaterThanOrEqual(10 ** -spec.amountPrecision);
    expect(Number(spec.minOrderAmount) * anchor).toBeLessThan(Number(spec.minOrderValue));
    expect(Number(spec.maxOrderAmount) * anchor).toBeGreaterThan(1000);
    expect(spec.symbol).toBe(`${spec.base}${spec.quote}`.toLowerCase());
    // A year's lots, four times the average, stay a safe integer.
    expect(((dailyVolume * 365 * 4) / anchor) * 10 ** spec.amountPrecision).toBeLessThan(
      Number.MAX_SAFE_INTEGER,
    );
    if (spec.contract !== null) {
      const faceValue = Number(spec.contract.contractSize) * anchor;
      expect(faceValue).toBeGreaterThan(0.3);
      expect(faceValue).toBeLessThan(100);
      expect(Number(spec.contract.contractSize)).toBeGreaterThanOrEqual(
        10 ** -spec.amountPrecision,
      );
    }
  },
);
