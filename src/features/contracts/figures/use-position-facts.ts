import { useQuery } from "@tanstack/react-query";
import type { SymbolRow } from "#protocol/api/market.ts";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { symbolsQuery } from "../../market/feed/market-queries.ts";
import { useAgeOf } from "../../market/feed/use-ticker.ts";
import { positionFigures, priceFrom } from "./contract-figures.ts";
import { contractMarket } from "./contract-market.ts";
import { useContractPrices, useManyContractPrices } from "./use-contract-prices.ts";

/** The rules of a contract by its code; undefined until they are known. */
export function useContractOf(code: string) {
  const row = useQuery({
    ...symbolsQuery(),
    select: (rows: readonly SymbolRow[]) =>
      rows.find(({ contract }) => contract?.contract_code === code),
  }).data;
  return row && contractMarket(row);
}

/** A position with its figures at the mark price as it moves, and how far that price may be trusted. */
export function usePositionFacts(position: ContractPosition) {
  const market = useContractOf(position.contract_code);
  const prices = useContractPrices(market?.code);
  const age = useAgeOf(prices?.ts ?? position.ts);
  const mark = priceFrom(prices?.mark_price ?? position.mark_price);
  return {
    market,
    mark,
    age,
    prices,
    figures: market && positionFigures(position, mark, market.terms),
  };
}

/** What all positions win or lose at the mark prices as they move; null until all of it is known, frozen as soon as one price is. */
export function useFloatingProfit(positions: readonly ContractPosition[]) {
  const rules = useQuery(symbolsQuery()).data;
  const codes = [...new Set(positions.map(({ contract_code: code }) => code))];
  const answers = useManyContractPrices(codes);
  const each = positions.map((position) => {
    const prices = answers[codes.indexOf(position.contract_code)]?.data;
    const row = rules?.find(({ contract }) => contract?.contract_code === position.contract_code);
    const market = row && contractMarket(row);
    const mark = priceFrom(prices?.mark_price ?? position.mark_price);
    const figures = market && positionFigures(position, mark, market.terms);
    return { quote: market?.quote, profit: figures?.marked?.profit, ts: prices?.ts ?? position.ts };
  });
  return {
    profit: each.reduce<bigint | null>(
      (sum, { profit }) => (sum === null || profit === undefined ? null : sum + profit),
      0n,
    ),
    quote: each[0]?.quote,
    isFrozen: useAgeOf(Math.min(...each.map(({ ts }) => ts))).state === "frozen",
  };
}
