import { termsOf } from "#protocol/rules/contracts/contract-open.ts";
import {
  type ContractTerms,
  moneyScale,
  type Price,
} from "#protocol/rules/contracts/contract-worth.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import type { ContractOrderRow } from "./rows.ts";

/** Decimals that mark and index have beyond the ticks of their market. */
export const markDecimals = 2;

/** A contract with the coin's market that it trades in. */
export interface ContractMarket {
  spec: SymbolSpec;
  code: string;
  terms: ContractTerms;
  /** Lots of the coin's book in one contract. */
  lotsPerContract: bigint;
}

/** What its market says of a contract at this moment: null where it says nothing fresh. */
export interface Prices {
  mark: Price | null;
  /** Ticks. */
  last: bigint | null;
  /** Unix ms. */
  ts: number;
}

/** The contract of a code; undefined where nothing of that name can be counted here. */
export function marketOf(
  source: Pick<VenueDeps["source"], "symbols">,
  currencies: VenueDeps["currencies"],
  code: string,
): ContractMarket | undefined {
  const spec = source.symbols().find(({ contract }) => contract?.contractCode === code);
  if (
    !spec?.contract ||
    !currencies.has(spec.quote) ||
    currencies.scaleOf(spec.quote) !== moneyScale
  )
    return undefined;
  const terms = termsOf({
    contractSize: spec.contract.contractSize,
    price: spec.pricePrecision,
    amount: spec.amountPrecision,
  });
  return (
    terms && {
      spec,
      code,
      terms: { size: terms.size, price: terms.price },
      lotsPerContract: terms.lots,
    }
  );
}

/** The terms that an order or a position was accepted under. */
export function termsOfRow(
  row: Pick<ContractOrderRow, "size_value" | "size_scale" | "price_precision">,
): ContractTerms {
  return { size: { value: row.size_value, scale: row.size_scale }, price: row.price_precision };
}

/** Mark and last price as they stand, and neither while the source is not live. */
export function pricesOf(source: VenueDeps["source"], symbol: string, precision: number): Prices {
  const health = source.health();
  const mark = source.mark(symbol);
  const close = source.ticker(symbol)?.close ?? 0;
  const isLive = health.state === "live";
  return {
    mark:
      isLive && mark !== undefined && mark > 0
        ? { value: BigInt(mark), scale: precision + markDecimals }
        : null,
    last: isLive && close > 0 ? BigInt(close) : null,
    ts: health.lastTickTs,
  };
}
