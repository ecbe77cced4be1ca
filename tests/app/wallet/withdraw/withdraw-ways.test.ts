import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import type { WithdrawalCurrency } from "#protocol/api/wallet.ts";
import {
  feePercent,
  judgeAmount,
  mostOf,
  quotePercent,
  wayOut,
} from "../../../../src/features/wallet/withdraw/withdraw-ways.ts";

const network = (
  more: Partial<WithdrawalCurrency["networks"][number]> = {},
): WithdrawalCurrency["networks"][number] => ({
  network: "TRC20",
  min: "10",
  max: "10000",
  day_max: "50000",
  fee_type: "ratio",
  fee_rate: "0.01",
  min_fee: "1",
  max_fee: "100",
  fee_mode: "inside",
  precision: 6,
  address_regex: "",
  memo_required: 0,
  status: 1,
  ...more,
});
const currency = (more?: Parameters<typeof network>[0]): WithdrawalCurrency => ({
  flag: "USDT",
  name: "Tether",
  icon: "",
  networks: [network(more)],
  bank: { enabled: 1, min: "50", max: null, fee_rate: "0.02", fiat: "USD", rate: "0.998" },
});
const way = (more?: Parameters<typeof network>[0]) => {
  const found = wayOut(currency(more), "TRC20", 8);
  if (!found) throw new Error("no way");
  return found;
};
const free = { available: "1000", dayLeft: null };

describe("fee and arrival of an amount", () => {
  test("with the fee inside, by the example of the documentation", () => {
    expect(judgeAmount(way({ precision: 8, min_fee: "0" }), "123.456789", free)).toEqual({
      fee: "1.23456789",
      arrival: "122.22222111",
      total: "123.456789",
      problem: undefined,
    });
  });

  test("with the fee on top, the amount arrives in full", () => {
    expect(judgeAmount(way({ fee_mode: "outside" }), "200", free)).toEqual({
      fee: "2",
      arrival: "200",
      total: "202",
      problem: undefined,
    });
    expect(judgeAmount(way({ fee_mode: "outside" }), "1000", free).problem).toEqual({
      kind: "insufficient",
      available: "1000",
    });
  });

  test("a card receives its currency at the rate, less the fee", () => {
    const bank = wayOut(currency(), null, 8);
    expect(bank && judgeAmount(bank, "100", free)).toMatchObject({ fee: "2", arrival: "97.80" });
  });

  test.each([
    [null, "missing"],
    ["0", "missing"],
    ["0.000", "missing"],
    ["9.99", "below-minimum"],
    ["10000.000001", "above-maximum"],
    ["10.0000001", "too-precise"],
    ["1000.1", "insufficient"],
  ])("%s is %s", (amount, kind) => {
    expect(judgeAmount(way(), amount, free).problem?.kind).toBe(kind);
  });

  test("trailing zeros do not count as decimals, and the daily rest is a limit too", () => {
    expect(judgeAmount(way(), "10.00000000", free).problem).toBeUndefined();
    expect(judgeAmount(way(), "300", { ...free, dayLeft: "200" }).problem).toEqual({
      kind: "above-day",
      left: "200",
    });
  });
});

test("a proportional fee is in percent; a fixed fee has none", () => {
  expect(feePercent(way())).toBe("1");
  expect(feePercent(way({ fee_rate: "0.0005" }))).toBe("0.05");
  expect(feePercent(way({ fee_type: "fixed" }))).toBeUndefined();
});

test("the largest amount is never refused, and nothing below the minimum is offered", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 13n }),
      fc.constantFrom("inside", "outside"),
      fc.integer({ min: 0, max: 8 }),
      fc.constantFrom("0", "0.001", "0.01", "0.3"),
      fc.constantFrom(null, "100", "12345.6"),
      (have, fee_mode, precision, fee_rate, max) => {
        const terms = way({ fee_mode: fee_mode, precision, fee_rate, max });
        const facts = { available: formatAmount(have, 8), dayLeft: null };
        const most = mostOf(terms, facts);
        if (most === undefined) return;
        expect(judgeAmount(terms, most, facts).problem).toBeUndefined();
        expect((parseAmount(most, 8) ?? 0n) >= terms.min).toBe(true);
      },
    ),
  );
});

test("a quote has a percentage only where the fee is proportional, not cut to a limit", () => {
  const quoted = (amount: string, fee: string, rate = "0.01") =>
    quotePercent({ amount, fee, fee_rate: rate });
  expect([quoted("100", "1"), quoted("0.123457", "0.001235"), quoted("40", "0.4")]).toEqual([
    "1",
    "1",
    "1",
  ]);
  expect([
    quoted("25", "1"),
    quoted("99999", "100"),
    quoted("100", "2", "0"),
    quoted("100", "2", ""),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
