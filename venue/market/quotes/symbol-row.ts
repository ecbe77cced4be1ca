import { formatAmount } from "#protocol/wire/amount.ts";
import { contractFees, leverages, tierRows } from "#protocol/rules/contracts/contract-tiers.ts";
import type { SymbolRow } from "#protocol/api/market.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import { coinBands, coinFees } from "../../platform/coin-terms.ts";
import type { SellReviewOver } from "../../settings/sell-review-setting.ts";

/**
 * Trading rules of a symbol under HTX's `/v1/common/symbols` keys, with contract, seconds and fee
 * facts.
 */
export function toSymbolRow(spec: SymbolSpec, sellReviewOver: SellReviewOver = {}): SymbolRow {
  const minAmount = Number(spec.minOrderAmount);
  const maxAmount = Number(spec.maxOrderAmount);
  const maxValue = Number(spec.maxOrderValue);
  return {
    "base-currency": spec.base.toLowerCase(),
    "quote-currency": spec.quote.toLowerCase(),
    symbol: spec.symbol,
    "price-precision": spec.pricePrecision,
    "amount-precision": spec.amountPrecision,
    "value-precision": spec.volPrecision,
    "symbol-partition": spec.partition,
    state: spec.state,
    "limit-order-min-order-amt": minAmount,
    "limit-order-max-order-amt": maxAmount,
    "sell-market-min-order-amt": minAmount,
    "sell-market-max-order-amt": maxAmount,
    "buy-market-max-order-value": maxValue,
    "min-order-value": Number(spec.minOrderValue),
    "max-order-value": maxValue,
    "buy-limit-must-less-than": Number(coinBands.buyBelow),
    "sell-limit-must-greater-than": Number(coinBands.sellAbove),
    "sell-review-over": sellReviewOver[spec.symbol] ?? null,
    "leverage-ratio": 0,
    "api-trading": "enabled",
    name: spec.name,
    fee: { ...coinFees },
    contract: spec.contract && {
      contract_code: spec.contract.contractCode,
      contract_size: spec.contract.contractSize,
      price_tick: formatAmount(1n, spec.pricePrecision),
      leverages: [...leverages],
      tiers: tierRows(),
      ...contractFees,
    },
    second: { enabled: spec.second },
  };
}
