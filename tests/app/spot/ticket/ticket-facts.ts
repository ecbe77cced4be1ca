import { parseAmount } from "#protocol/wire/amount.ts";
import type {
  TicketDraft,
  TicketFacts,
  TicketMarket,
} from "../../../../src/features/spot/ticket/ticket-facts.ts";
import { bookLevels, rateOf } from "../../../../src/features/trade/ticket/market-units.ts";

export const scales = { price: 2, amount: 6, base: 8, quote: 8 };
export const units = (text: string) => parseAmount(text, 8)!;
export const ticks = (text: string) => parseAmount(text, 2)!;

export const market: TicketMarket = {
  symbol: "btcusdt",
  base: "BTC",
  quote: "USDT",
  scales,
  valueDecimals: 8,
  minValue: units("5"),
  maxValue: units("1000000"),
  minAmount: 10n,
  maxAmount: 100_000_000n,
  feeRate: rateOf("0.002"),
  makerRate: rateOf("0.001"),
  buyBelow: rateOf("1.1"),
  sellAbove: rateOf("0.9"),
  reviewOver: null,
  online: true,
};

export const facts: TicketFacts = {
  market,
  available: { base: units("0.5"), quote: units("1000") },
  worth: units("31000"),
  last: ticks("59995"),
  openOrders: 0,
  asks: bookLevels(
    [
      [60000, 0.005],
      [60010, 0.01],
      [60050, 1],
    ],
    scales,
  ),
  bids: bookLevels(
    [
      [59990, 0.2],
      [59980, 2],
    ],
    scales,
  ),
};

const empty: TicketDraft = {
  side: "buy",
  type: "market",
  tif: "gtc",
  by: "value",
  price: null,
  stopPrice: null,
  value: null,
  amount: null,
};

/** A draft, by default of a market order. */
export const draft = (change: Partial<TicketDraft>): TicketDraft => ({ ...empty, ...change });

/** A limit order by quantity. */
export const limit = (
  price: string | null,
  amount: string | null,
  change: Partial<TicketDraft> = {},
): TicketDraft => draft({ type: "limit", by: "amount", price, amount, ...change });
