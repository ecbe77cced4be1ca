import { expect, test } from "vitest";
import type { Balance } from "#protocol/api/wallet.ts";
import { currencyChoices } from "../../../../src/features/wallet/assets/currency-choices.ts";
import { likelyNetwork } from "../../../../src/features/wallet/assets/likely-network.ts";

const currencies = [
  { flag: "ADA", name: "Cardano" },
  { flag: "BTC", name: "Bitcoin" },
  { flag: "ETH", name: "Ethereum" },
  { flag: "USDT", name: "Tether USD" },
];
const balance = (flag: string, available: string, worth: string | null): Balance => ({
  flag,
  balance: Number(available),
  balance_str: available,
  frozen: "0",
  margin: "0",
  stake: "0",
  total: available,
  usdt_value: worth,
});
const balances = [
  balance("USDT", "12.50000000", "12.5"),
  balance("ETH", "0.50000000", "1900"),
  balance("BTC", "0.00000000", "0"),
];
const flagsOf = (typed: string, own: readonly Balance[] | undefined) => {
  const { held, others } = currencyChoices(currencies, own, typed);
  return [held, others].map((list) => list.map(({ flag }) => flag));
};

test("the currencies held come first, the most valuable before the others", () => {
  expect(flagsOf("", balances)).toEqual([
    ["ETH", "USDT"],
    ["ADA", "BTC"],
  ]);
});

test("a search finds codes and names, and keeps what is held apart", () => {
  expect(flagsOf("eth", balances)).toEqual([["ETH", "USDT"], []]);
  expect(currencyChoices(currencies, balances, "btc").best?.flag).toBe("BTC");
  expect(currencyChoices(currencies, [balance("USDT", "5", "5")], "eth").best?.flag).toBe("ETH");
  expect(flagsOf("card", balances)).toEqual([[], ["ADA"]]);
  expect(flagsOf("比特币", balances)).toEqual([[], ["BTC"]]);
  expect(flagsOf("zzz", balances)).toEqual([[], []]);
});

test("before the balances are known every currency can be chosen", () => {
  expect(flagsOf("", undefined)).toEqual([[], ["ADA", "BTC", "ETH", "USDT"]]);
});

const network = (name: string, status = 1) => ({ network: name, status });

test("a form begins with the network used last, else with the only open one, and guesses none", () => {
  const both = [network("ERC20"), network("TRC20")];
  const requests = [
    { flag: "BTC", network: "BTC" },
    { flag: "USDT", network: "TRC20" },
    { flag: "USDT", network: "ERC20" },
  ];
  expect(likelyNetwork(both, "USDT", requests)).toBe("TRC20");
  expect(likelyNetwork(both, "USDT", [])).toBeUndefined();
  expect(likelyNetwork(both, "USDT", undefined)).toBeUndefined();
  expect(likelyNetwork([network("ERC20"), network("TRC20", 0)], "USDT", requests)).toBe("ERC20");
  expect(likelyNetwork([network("TRC20", 0)], "USDT", requests)).toBeUndefined();
});
