import { expect, test } from "vitest";
import type { SymbolRow } from "#protocol/api/market.ts";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { aboutTextOf } from "../../../../src/features/home/currency/currency-about.tsx";
import { networksOf } from "../../../../src/features/home/currency/currency-networks.ts";
import { subjectOf } from "../../../../src/features/home/currency/currency-subject.ts";
import { readData } from "../../../../src/api/read-data.ts";
import { factsOf } from "../../../../venue/platform/currencies.ts";
import { toSymbolRow } from "../../../../venue/market/quotes/symbol-row.ts";
import { btcusdt } from "../../../harness/venue/fixed-source.ts";

const rules: SymbolRow[] = [toSymbolRow(btcusdt)];
const { currencyConf } = read(platformEndpoints.currencyConf, {
  currencyConf: {
    USDT: { flag: "USDT", name: "Tether USD", symbol: "" },
    BTC: { flag: "BTC", name: "Bitcoin", symbol: "btcusdt" },
    OLD: { flag: "OLD", name: "Old", symbol: "oldusdt" },
  },
});
const currencies = Object.values(currencyConf);

function read<E extends Parameters<typeof readData>[0]>(endpoint: E, data: unknown) {
  const result = readData(endpoint, data);
  if (!("output" in result)) throw new Error(JSON.stringify(result.issues));
  return result.output;
}

test.each([
  ["btcusdt", { flag: "BTC", market: "btcusdt" }],
  ["usdt", { flag: "USDT", market: undefined }],
  ["btc", { flag: "BTC", market: "btcusdt" }],
  ["oldusdt", { flag: "OLD", market: "oldusdt" }],
  ["nosuchusdt", null],
  ["nosuch", null],
])("%s means, once all is known, its currency", (symbol, subject) => {
  expect(subjectOf(symbol, rules, currencies)).toEqual(subject);
});

test("before rules and currencies have arrived, a name is assumed to exist", () => {
  expect(subjectOf("ethusdt", undefined, [])).toEqual({ flag: "ETH", market: "ethusdt" });
  expect(subjectOf("usdt", undefined, [])).toEqual({ flag: "USDT", market: undefined });
  expect(subjectOf("usdt", rules, [])).toEqual({ flag: "USDT", market: undefined });
  expect(subjectOf("ethusdt", rules, [])).toBeNull();
});

const recharges = read(walletEndpoints.rechargeCurrency, [
  {
    flag: "USDT",
    networks: [
      { network: "TRC20", min: "10", max: "100" },
      { network: "OLD", min: "1", status: 0, memo_required: 1 },
    ],
  },
]);
const withdrawals = read(walletEndpoints.withdrawalCurrency, [
  {
    flag: "USDT",
    networks: [
      { network: "BEP20", min: "5" },
      { network: "TRC20", min: "20", fee_rate: "0.01" },
    ],
  },
]);

test("recharge and withdrawal of a network are joined, and a missing one is null", () => {
  const list = networksOf("USDT", recharges, withdrawals) ?? [];
  expect(
    list.map(({ name, recharge, withdrawal, hasMemo }) => [
      name,
      recharge?.status,
      recharge?.min,
      withdrawal?.min,
      hasMemo,
    ]),
  ).toEqual([
    ["TRC20", 1, "10", "20", false],
    ["OLD", 0, "1", undefined, true],
    ["BEP20", undefined, undefined, "5", false],
  ]);
  expect(networksOf("BTC", recharges, withdrawals)).toEqual([]);
  expect(networksOf("USDT", undefined, withdrawals)?.map(({ name }) => name)).toEqual([
    "BEP20",
    "TRC20",
  ]);
  expect(networksOf("USDT", undefined, undefined)).toBeUndefined();
});

test("one invalid network does not lose the others", () => {
  const [usdt] = read(walletEndpoints.rechargeCurrency, [
    { flag: "USDT", networks: [{ network: "TRC20", min: "ten" }, { network: "ERC20" }] },
  ]);
  expect(usdt?.networks.map(({ network, status }) => [network, status])).toEqual([["ERC20", 1]]);
});

test("invalid facts are omitted, and the currency stays", () => {
  const conf = read(platformEndpoints.currencyConf, {
    currencyConf: {
      BTC: { flag: "BTC", name: "Bitcoin", about: { launched: "long ago", kind: "coin" } },
    },
  });
  expect(conf.currencyConf["BTC"]?.about).toEqual({ kind: "coin" });
});

test("each currency with a message has a kind, and no message mentions a price", () => {
  for (const flag of ["BTC", "ETH", "USDT", "XRP", "DOGE", "PEPE", "UNI", "SOL", "SAND"]) {
    expect([flag, aboutTextOf(flag) !== undefined, factsOf(flag) !== undefined]).toEqual([
      flag,
      true,
      true,
    ]);
    expect(aboutTextOf(flag)?.message).not.toMatch(/price|\$/);
  }
  expect([aboutTextOf("NOSUCH"), aboutTextOf("constructor"), factsOf("constructor")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
