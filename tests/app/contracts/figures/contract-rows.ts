import type { ClosedPosition, ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";
import type { ContractMarket } from "../../../../src/features/contracts/figures/contract-figures.ts";

/** P1 of the rules (rules.md, 4): long 1 BTC at 50,000, 10×, after one funding of −5.10. */
export function position(facts: Partial<ContractPosition> = {}): ContractPosition {
  return {
    id: "812",
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    cost_open: "50000.0000",
    fee: "25.00000000",
    funding: "0.00000000",
    realised: "0.00000000",
    open_time: 1_763_700_000_000,
    volume: 1000,
    available: 1000,
    frozen: 0,
    entry_value: "50000.0000000000",
    mark_price: "51000.0000",
    last_price: "51003.10",
    position_margin: "5000.00000000",
    profit_unreal: "1000.00000000",
    profit_rate: "0.200000",
    margin_ratio: "0.038450",
    liquidation_price: "45203.42",
    tp_trigger_price: null,
    sl_trigger_price: null,
    trigger_by: "mark",
    is_lock: 0,
    lock_reason: null,
    ts: 1_763_700_001_000,
    ...facts,
  };
}

/** An order to open 0.5 BTC long at 49,000 that waits. */
export function contractOrder(facts: Partial<ContractOrder> = {}): ContractOrder {
  return {
    id: "9001",
    client_order_id: "6d6f3a3e-6f0d-4b52-8f6e-3a0f4f1c9b11",
    contract_code: "BTC-USDT",
    direction: "buy",
    offset: "open",
    lever_rate: 10,
    volume: 500,
    trade_volume: 0,
    order_type: "limit",
    price: "49000.00",
    trade_avg_price: null,
    margin_frozen: "2462.25000000",
    fee: "0.00000000",
    realised: "0.00000000",
    tp_trigger_price: null,
    sl_trigger_price: null,
    trigger_by: "mark",
    position_id: null,
    source: "manual",
    status: 3,
    reason: null,
    replaces: null,
    create_time: 1_763_700_000_000,
    update_time: 1_763_700_001_000,
    finish_time: null,
    slip: null,
    ...facts,
  };
}

export function closedPosition(facts: Partial<ClosedPosition> = {}): ClosedPosition {
  return {
    id: "812",
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    cost_open: "50000.0000",
    fee: "50.75000000",
    funding: "-5.10000000",
    realised: "1500.00000000",
    open_time: 1_763_700_000_000,
    volume: 1000,
    close_avg_price: "51500.0000",
    close_kind: "manual",
    margin_lost: "0.00000000",
    insurance: "0.00000000",
    net: "1444.15000000",
    mark_price: "51500.0000",
    close_time: 1_763_700_900_000,
    ...facts,
  };
}

/** BTC-USDT: contracts of 0.001 BTC, ticks of a cent, lots of 10^-6. */
export const market: ContractMarket = {
  symbol: "btcusdt",
  code: "BTC-USDT",
  base: "BTC",
  quote: "USDT",
  terms: { size: { value: 1n, scale: 3 }, price: 2 },
  lots: 1000n,
  leverages: [1, 2, 3, 5, 10, 20, 50, 75, 100, 125],
  online: true,
  minValue: 5_00000000n,
};
