import { useQuery } from "@tanstack/react-query";
import type { SymbolRow } from "#protocol/market.ts";
import type { ContractPosition } from "#protocol/perpetual.ts";
import { symbolsQuery } from "../market/queries.ts";
import { useAgeOf } from "../market/use-ticker.ts";
import { positionFigures, priceFrom } from "./contract-figures.ts";
import { contractMarket } from "./contract-market.ts";
import { useContractPrices } from "./use-contract-facts.ts";

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
