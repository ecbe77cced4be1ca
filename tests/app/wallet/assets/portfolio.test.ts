import { expect, test } from "vitest";
import type { Balance } from "#protocol/api/wallet.ts";
import {
  countHeld,
  holdingOf,
  portfolioTotal,
  searchHoldings,
  sortHoldings,
  withWithdrawals,
  heldByWithdrawals,
} from "../../../../src/features/wallet/assets/portfolio.ts";
import { availableMinor } from "../../../../src/features/wallet/assets/wallet-atoms.ts";

const balance = (flag: string, change: Partial<Balance>): Balance => ({
  flag,
  balance: 0,
  balance_str: "0",
  frozen: "0",
  margin: "0",
  stake: "0",
  usdt_value: null,
  ...change,
});

test("a row shows what is available, and what locks the rest", () => {
  const holding = holdingOf(
    balance("USDT", {
      balance: 900.5,
      balance_str: "900.50000000",
      frozen: "50",
      stake: "10.25",
      total: "960.75",
      usdt_value: "960.75",
    }),
  );
  expect(holding).toEqual({
    flag: "USDT",
    available: "900.5",
    total: "960.75",
    usdtValue: "960.75",
    isZero: false,
    locked: [
      { reason: "orders", amount: "50" },
      { reason: "seconds", amount: "10.25" },
    ],
  });
});

test("a balance without locked parts is all available", () => {
  expect(holdingOf(balance("USDT", { balance: 1000.5, balance_str: "1000.5" }))).toMatchObject({
    available: "1000.5",
    total: "1000.5",
    usdtValue: "1000.5",
    locked: [],
  });
});

test("the total is exact where floats are not, and names the currencies it leaves out", () => {
  const holdings = [
    holdingOf(balance("USDT", { balance: 0.1, balance_str: "0.1", usdt_value: "0.1" })),
    holdingOf(balance("BTC", { balance: 1, balance_str: "1", usdt_value: "0.2" })),
    holdingOf(balance("ODD", { balance: 5, balance_str: "5" })),
    holdingOf(balance("NIL", {})),
  ];
  expect(portfolioTotal(holdings)).toEqual({ total: "0.3", unpriced: ["ODD"] });
});

test("an unread balance is not zero: it has no figures, is not counted, and cannot be spent", () => {
  const balances = [
    balance("USDT", { balance: 5, balance_str: "5", usdt_value: "5" }),
    balance("BTC", { unread: true }),
  ];
  const holdings = balances.map(holdingOf);
  expect(holdings[1]).toEqual({
    flag: "BTC",
    available: "",
    total: "",
    locked: [],
    usdtValue: null,
    isZero: false,
  });
  expect(portfolioTotal(holdings)).toEqual({ total: "5", unpriced: ["BTC"] });
  expect(["USDT", "BTC", "ETH"].map((flag) => availableMinor(balances, flag, 2))).toEqual([
    500n,
    undefined,
    0n,
  ]);
  // An entry without a flag may belong to any currency except those that were read.
  const nameless = [...balances, balance("?", { unread: true })];
  expect(["USDT", "BTC", "ETH"].map((flag) => availableMinor(nameless, flag, 2))).toEqual([
    500n,
    undefined,
    undefined,
  ]);
});

test("held currencies come first by value, unpriced after priced, zero balances last; search is by code and name", () => {
  const holdings = [
    balance("AAA", {}),
    balance("ODD", { balance: 5, balance_str: "5" }),
    balance("ETH", { balance: 1, balance_str: "1", usdt_value: "3000" }),
    balance("BTC", { balance: 1, balance_str: "1", usdt_value: "60000" }),
  ].map(holdingOf);
  const names: Record<string, string> = { BTC: "Bitcoin", ETH: "Ethereum" };
  const nameOf = (flag: string) => names[flag] ?? "";
  const sorted = sortHoldings(holdings);
  expect(sorted.map((holding) => holding.flag)).toEqual(["BTC", "ETH", "ODD", "AAA"]);
  expect(countHeld(sorted)).toBe(3);
  expect(searchHoldings(sorted, " BITc ", nameOf, false).map((holding) => holding.flag)).toEqual([
    "BTC",
  ]);
  expect(searchHoldings(sorted, "", nameOf, true).map((holding) => holding.flag)).toEqual([
    "BTC",
    "ETH",
    "ODD",
  ]);
});

test("withdrawals under review are separated from open orders, and never exceed what is locked", () => {
  const holding = holdingOf(
    balance("USDT", { balance_str: "900", frozen: "50", stake: "10", total: "960" }),
  );
  const seconds = { reason: "seconds", amount: "10" };
  expect(withWithdrawals(holding, "0")).toBe(holding);
  expect(withWithdrawals(holding, "20.5").locked).toEqual([
    { reason: "orders", amount: "29.5" },
    { reason: "withdrawals", amount: "20.5" },
    seconds,
  ]);
  expect(withWithdrawals(holding, "50").locked).toEqual([
    { reason: "withdrawals", amount: "50" },
    seconds,
  ]);
  expect(withWithdrawals(holding, "70").locked).toEqual([
    { reason: "withdrawals", amount: "50" },
    seconds,
  ]);
  expect(withWithdrawals(holdingOf(balance("BTC", {})), "1").locked).toEqual([]);
});

test("a withdrawal locks its fee too where that is paid on top", () => {
  const record = { flag: "USDT", amount: "100", fee: "1", arrival: "100", fiat: "" };
  const held = heldByWithdrawals([
    record,
    { ...record, arrival: "99" },
    { ...record, flag: "BTC", amount: "0.1", fee: "0.001", arrival: "0.099" },
    { ...record, amount: "50", arrival: "50", fiat: "CNY" },
  ]);
  expect([...held].map(([flag, sum]) => [flag, Number(sum)])).toEqual([
    ["USDT", 251],
    ["BTC", 0.1],
  ]);
});
