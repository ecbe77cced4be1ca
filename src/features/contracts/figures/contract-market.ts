import { termsOf } from "#protocol/rules/contracts/contract-open.ts";
import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import type { SymbolRow } from "#protocol/api/market.ts";
import { minorOf } from "../../trade/ticket/market-units.ts";
import type { ContractMarket } from "./contract-figures.ts";

/** Decimals of the margin currency, which the contract counts in. */
export const moneyDecimals = moneyScale;

const read = new WeakMap<SymbolRow, ContractMarket | null>();

/** The contract of a market's rules; undefined where it has none, or one that cannot be counted. */
export function contractMarket(row: SymbolRow): ContractMarket | undefined {
  const known = read.get(row);
  if (known !== undefined) return known ?? undefined;
  const market = marketOf(row);
  read.set(row, market ?? null);
  return market;
}

function marketOf(row: SymbolRow): ContractMarket | undefined {
  const { contract } = row;
  const terms =
    contract &&
    termsOf({
      contractSize: contract.contract_size,
      price: row["price-precision"],
      amount: row["amount-precision"],
    });
  if (!contract || !terms) return undefined;
  return {
    symbol: row.symbol,
    code: contract.contract_code,
    base: row["base-currency"].toUpperCase(),
    quote: row["quote-currency"].toUpperCase(),
    terms: { size: terms.size, price: terms.price },
    lots: terms.lots,
    leverages: contract.leverages.toSorted((a, b) => a - b),
    online: row.state === "online",
    minValue: minorOf(row["min-order-value"], moneyDecimals),
  };
}

/** The leverage before the account has said another: 10, or the most there is below. */
export function usualLeverage(market: Pick<ContractMarket, "leverages"> | undefined): number {
  return market?.leverages.filter((one) => one <= 10).at(-1) ?? 10;
}
