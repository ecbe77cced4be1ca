import type { VenueDeps } from "../../deps/venue-deps.ts";
import {
  type ContractMarket,
  marketOf,
  type Prices,
  pricesOf,
} from "../records/contract-market.ts";
import type { ContractOrderRow } from "../records/rows.ts";
import { checkMarket, type MarketFacts, type OpenMarket } from "./rules.ts";

export type MarketDeps = Pick<VenueDeps, "source" | "currencies">;

/** What the source says of a contract at this moment, by its code. */
export interface MarketReader {
  market: (code: string) => ContractMarket | undefined;
  facts: (code: string) => MarketFacts;
  /**
   * @throws Refusal notTradable where what stands there cannot be traded now, an unlisted contract
   *   included
   */
  open: (code: string) => OpenMarket;
  prices: (row: Pick<ContractOrderRow, "symbol" | "price_precision">) => Prices;
}

export function readMarkets({ source, currencies }: MarketDeps): MarketReader {
  const facts = (code: string): MarketFacts => {
    const market = marketOf(source, currencies, code);
    return {
      market,
      hasSymbols: source.symbols().length > 0,
      health: source.health().state,
      ticker: market && source.ticker(market.spec.symbol),
      mark: market ? pricesOf(source, market.spec.symbol, market.terms.price).mark : null,
    };
  };
  return {
    facts,
    market: (code) => marketOf(source, currencies, code),
    open: (code) => checkMarket(facts(code)),
    prices: ({ symbol, price_precision }) => pricesOf(source, symbol, price_precision),
  };
}
