/** HTX's terms and rates of linear swaps by its older paths (`/linear-swap-api`). */
import { formatAmount } from "#protocol/wire/amount.ts";
import type { Funding, FundingSettled } from "../../feed/market-source.ts";
import { SourceUnavailable } from "../../feed/source-unavailable.ts";
import { toNumber } from "../quotes/quote-wire.ts";
import { type ContractSpec, contractOf, contractsOf, integerField } from "./contract-call.ts";
import {
  liquidationRows,
  openInterestHistory,
  openInterestRow,
  priceLimits,
  riskTiers,
  settlementRows,
} from "./contract-facts.ts";
import type { Asked, HtxEndpoint } from "./htx-call.ts";

/** Decimals that an index has more than a price. */
const indexExtraDecimals = 2;

export const contractTerms: Record<string, HtxEndpoint> = {
  "/api/v1/timestamp": ({ now }) => ({ status: "ok", ts: now }),
  "/heartbeat/": ({ source, now }) => ({
    status: "ok",
    ts: now,
    data: {
      linear_swap_heartbeat: source.health().state === "live" ? 1 : 0,
      linear_swap_estimated_recovery_time: null,
    },
  }),
  "/linear-swap-api/v1/swap_contract_info": (asked) => ({
    status: "ok",
    ts: asked.now,
    data: contractsOf(asked).map(({ base, quote, state, pricePrecision, contract }) => ({
      symbol: base,
      contract_code: contract.contractCode,
      contract_size: Number(contract.contractSize),
      price_tick: Number(formatAmount(1n, pricePrecision)),
      settlement_date: String(asked.now),
      settlement_period: "8",
      create_date: "20260101",
      delivery_date: "",
      delivery_time: "",
      contract_status: state === "online" ? 1 : 3,
      support_margin_mode: "isolated",
      contract_type: "swap",
      pair: contract.contractCode,
      business_type: "swap",
      trade_partition: quote,
    })),
  }),
  "/linear-swap-api/v1/swap_index": (asked) => ({
    status: "ok",
    ts: asked.now,
    data: contractsOf(asked).flatMap(({ symbol, pricePrecision, contract }) => {
      const second = Math.floor((asked.source.ticker(symbol)?.ts ?? 0) / 1000);
      const at = asked.source.index(symbol, second) === undefined ? second - 1 : second;
      const index = asked.source.index(symbol, at);
      return index === undefined
        ? []
        : [
            {
              contract_code: contract.contractCode,
              index_price: toNumber(index, pricePrecision + indexExtraDecimals),
              index_ts: at * 1000,
            },
          ];
    }),
  }),
  "/linear-swap-api/v1/swap_funding_rate": (asked) => {
    const spec = contractOf(asked);
    return { status: "ok", ts: asked.now, data: fundingRow(fundingOf(asked, spec), spec) };
  },
  "/linear-swap-api/v1/swap_batch_funding_rate": (asked) => ({
    status: "ok",
    ts: asked.now,
    data: contractsOf(asked).flatMap((spec) => {
      const funding = asked.source.funding(spec.contract.contractCode);
      return funding ? [fundingRow(funding, spec)] : [];
    }),
  }),
  "/linear-swap-api/v1/swap_historical_funding_rate": async (asked) => {
    const spec = contractOf(asked);
    const { page, size } = pageOf(asked);
    const { total, list } = await asked.source.fundingHistory(
      spec.contract.contractCode,
      size,
      (page - 1) * size,
      asked.caller,
    );
    return {
      status: "ok",
      ts: asked.now,
      data: {
        total_page: Math.ceil(total / size),
        current_page: page,
        total_size: total,
        data: list.map((row) => settledRow(row, spec)),
      },
    };
  },
  "/linear-swap-api/v1/swap_open_interest": async (asked) => {
    const rows = await Promise.all(
      contractsOf(asked).map(async (spec) => {
        const { amount, volume, value, ...row } = await openInterestRow(asked, spec);
        return {
          symbol: spec.base,
          ...row,
          amount: Number(amount),
          volume: Number(volume),
          value: Number(value),
          trade_amount: Number(row.trade_amount),
          trade_volume: Number(row.trade_volume),
          trade_turnover: Number(row.trade_turnover),
          ...partition(spec),
        };
      }),
    );
    return { status: "ok", ts: asked.now, data: rows };
  },
  "/linear-swap-api/v1/swap_his_open_interest": async (asked) => {
    const spec = contractOf(asked);
    return {
      status: "ok",
      ts: asked.now,
      data: {
        symbol: spec.base,
        contract_code: spec.contract.contractCode,
        ...partition(spec),
        tick: await openInterestHistory(asked, spec),
      },
    };
  },
  "/linear-swap-api/v1/swap_price_limit": (asked) => ({
    status: "ok",
    ts: asked.now,
    data: contractsOf(asked).flatMap((spec) =>
      priceLimits(asked, spec).map(({ high_limit, low_limit, ...row }) => ({
        symbol: spec.base,
        ...row,
        high_limit: Number(high_limit),
        low_limit: Number(low_limit),
        ...partition(spec),
      })),
    ),
  }),
  "/linear-swap-api/v1/swap_adjustfactor": (asked) => ({
    status: "ok",
    ts: asked.now,
    data: contractsOf(asked).map((spec) => ({
      symbol: spec.base,
      contract_code: spec.contract.contractCode,
      margin_mode: "isolated",
      trade_partition: spec.quote,
      list: riskTiers(),
    })),
  }),
  "/linear-swap-api/v1/swap_settlement_records": async (asked) => {
    const spec = contractOf(asked);
    const { page, size } = pageOf(asked);
    const rows = await settlementRows(asked, spec, { limit: size, offset: (page - 1) * size });
    const known = await asked.source.fundingHistory(spec.contract.contractCode, 1, 0, asked.caller);
    return {
      status: "ok",
      ts: asked.now,
      data: {
        total_page: Math.ceil(known.total / size),
        current_page: page,
        total_size: known.total,
        settlement_record: rows.map((row) => ({
          symbol: spec.base,
          contract_code: row.contract_code,
          settlement_time: Number(row.settlement_time),
          clawback_ratio: 0,
          settlement_price: Number(row.settlement_price),
          settlement_type: "settlement",
          ...partition(spec),
        })),
      },
    };
  },
  "/linear-swap-api/v3/swap_liquidation_orders": async (asked) => {
    const spec = contractOf(asked);
    const rows = await liquidationRows(asked, spec, 50);
    return {
      code: 200,
      msg: "",
      ts: asked.now,
      data: rows.map((row) => ({
        query_id: Number(row.id),
        contract_code: row.contract_code,
        symbol: spec.base,
        direction: row.side,
        offset: "close",
        volume: Number(row.volume),
        price: Number(row.bankrupt_price),
        created_at: Number(row.liquidation_time),
        amount: Number(row.amount),
        trade_turnover: Number(row.trade_turnover),
        business_type: "swap",
        pair: row.contract_code,
      })),
    };
  },
};

function partition({ quote, contract }: ContractSpec) {
  return {
    business_type: "swap",
    contract_type: "swap",
    pair: contract.contractCode,
    trade_partition: quote,
  };
}

/** @throws SourceUnavailable where the source does not know its rate */
export function fundingOf({ source }: Asked, { contract }: ContractSpec): Funding {
  const funding = source.funding(contract.contractCode);
  if (!funding) throw new SourceUnavailable(`no funding of ${contract.contractCode}`);
  return funding;
}

function fundingRow(funding: Funding, { base, quote }: ContractSpec): object {
  return {
    contract_code: funding.contractCode,
    symbol: base,
    fee_asset: quote,
    funding_rate: funding.fundingRate,
    estimated_rate: funding.estimatedRate,
    realized_rate: funding.realizedRate,
    funding_time: String(funding.fundingTime),
    next_funding_time: String(funding.nextFundingTime),
  };
}

function settledRow(row: FundingSettled, { base, quote }: ContractSpec): object {
  return {
    contract_code: row.contractCode,
    symbol: base,
    fee_asset: quote,
    funding_rate: row.fundingRate,
    realized_rate: row.realizedRate,
    avg_premium_index: row.realizedRate,
    funding_time: String(row.fundingTime),
  };
}

function pageOf({ query }: Asked): { page: number; size: number } {
  return {
    page: integerField(query, "page_index", 1, 1_000_000) ?? 1,
    size: integerField(query, "page_size", 1, 50) ?? 20,
  };
}
