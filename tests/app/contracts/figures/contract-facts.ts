import { parseAmount } from "#protocol/wire/amount.ts";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import type {
  ContractFacts,
  ContractMarket,
} from "../../../../src/features/contracts/figures/contract-figures.ts";
import { bookLevels } from "../../../../src/features/trade/ticket/market-units.ts";

export const scales = { price: 1, amount: 6 };
export const money = (text: string) => parseAmount(text, 8)!;
export const ticks = (text: string) => parseAmount(text, 1)!;

/** One contract is 0.001 BTC: a thousand lots of the book. */
export const market: ContractMarket = {
  symbol: "btcusdt",
  code: "BTC-USDT",
  base: "BTC",
  quote: "USDT",
  terms: { size: { value: 1n, scale: 3 }, price: 1 },
  lots: 1000n,
  leverages: [1, 2, 3, 5, 10, 20, 50, 75, 100, 125],
  online: true,
  minValue: money("5"),
};

export const facts: ContractFacts = {
  market,
  mark: { value: 50_000_000n, scale: 3 },
  index: { value: 50_000_000n, scale: 3 },
  last: ticks("50000.0"),
  fundingRate: "0.0001",
  asks: bookLevels(
    [
      [50000, 2],
      [50010, 1],
    ],
    scales,
  ),
  bids: bookLevels(
    [
      [49990, 2],
      [49980, 1],
    ],
    scales,
  ),
  available: money("100000"),
  worth: money("200000"),
  leverage: 10,
  acknowledged: false,
  positions: [],
  orders: [],
  openOrders: 0,
};

export const position = (change: Partial<ContractPosition> = {}): ContractPosition => ({
  id: "1",
  contract_code: "BTC-USDT",
  direction: "buy",
  lever_rate: 10,
  cost_open: "50000.000",
  fee: "25.00000000",
  funding: "0.00000000",
  realised: "0.00000000",
  open_time: 0,
  volume: 1000,
  available: 1000,
  frozen: 0,
  entry_value: "50000.0000000000",
  mark_price: null,
  last_price: null,
  position_margin: "5000.00000000",
  profit_unreal: null,
  profit_rate: null,
  margin_ratio: null,
  liquidation_price: "45203.5",
  tp_trigger_price: null,
  sl_trigger_price: null,
  trigger_by: "mark",
  is_lock: 0,
  lock_reason: null,
  ts: 0,
  ...change,
});
