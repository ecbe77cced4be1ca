/** HTX's linear-swap endpoints: the contracts, their index and their funding. */
import { formatAmount } from "#protocol/wire/amount.ts";
import type { SymbolSpec } from "../../feed/market-source.ts";
import { SourceUnavailable } from "../../feed/source-unavailable.ts";
import { type Asked, type HtxEndpoint, HtxRefusal, integerOf } from "./htx-call.ts";
import { toNumber } from "../quotes/quote-wire.ts";

type ContractSpec = SymbolSpec & { contract: NonNullable<SymbolSpec["contract"]> };

/** Decimals that an index has more than a price. */
const indexExtraDecimals = 2;

export const contractEndpoints: Record<string, HtxEndpoint> = {
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
    data: wanted(asked).map(({ base, state, pricePrecision, contract }) => ({
      symbol: base,
      contract_code: contract.contractCode,
      contract_size: Number(contract.contractSize),
      price_tick: Number(formatAmount(1n, pricePrecision)),
      settlement_date: String(asked.now),
      create_date: "20260101",
      delivery_date: "",
      delivery_time: "",
      contract_status: state === "online" ? 1 : 3,
      support_margin_mode: "isolated",
      contract_type: "swap",
      pair: contract.contractCode,
      business_type: "swap",
    })),
  }),
  "/linear-swap-api/v1/swap_index": (asked) => ({
    status: "ok",
    ts: asked.now,
    data: wanted(asked).flatMap(({ symbol, pricePrecision, contract }) => {
      const second = Math.floor((asked.source.ticker(symbol)?.ts ?? 0) / 1000);
      const index = asked.source.index(symbol, second) ?? asked.source.index(symbol, second - 1);
      return index === undefined
        ? []
        : [
            {
              contract_code: contract.contractCode,
              index_price: toNumber(index, pricePrecision + indexExtraDecimals),
              index_ts: asked.now,
            },
          ];
    }),
  }),
  "/linear-swap-api/v1/swap_funding_rate": (asked) => {
    const { base, quote, contract } = one(asked);
    const funding = asked.source.funding(contract.contractCode);
    if (!funding) throw new SourceUnavailable(`no funding of ${contract.contractCode}`);
    return {
      status: "ok",
      ts: asked.now,
      data: {
        contract_code: contract.contractCode,
        symbol: base,
        fee_asset: quote,
        funding_rate: funding.fundingRate,
        estimated_rate: funding.estimatedRate,
        realized_rate: funding.realizedRate,
        funding_time: String(funding.fundingTime),
        next_funding_time: String(funding.nextFundingTime),
      },
    };
  },
  "/linear-swap-api/v1/swap_historical_funding_rate": async (asked) => {
    const { base, quote, contract } = one(asked);
    const page = integerOf(asked.query, "page_index", 1, 1_000_000, 1);
    const size = integerOf(asked.query, "page_size", 1, 50, 20);
    const { total, list } = await asked.source.fundingHistory(
      contract.contractCode,
      size,
      (page - 1) * size,
    );
    return {
      status: "ok",
      ts: asked.now,
      data: {
        total_page: Math.ceil(total / size),
        current_page: page,
        total_size: total,
        data: list.map((row) => ({
          contract_code: row.contractCode,
          symbol: base,
          fee_asset: quote,
          funding_rate: row.fundingRate,
          realized_rate: row.realizedRate,
          avg_premium_index: row.realizedRate,
          funding_time: String(row.fundingTime),
        })),
      },
    };
  },
};

/** The contract asked for, or all of them. */
function wanted(asked: Asked): ContractSpec[] {
  return asked.query.has("contract_code")
    ? [one(asked)]
    : asked.source.symbols().filter(isContract);
}

function one({ source, query }: Asked): ContractSpec {
  const code = query.get("contract_code")?.toUpperCase();
  const spec = source
    .symbols()
    .filter(isContract)
    .find(({ contract }) => contract.contractCode === code);
  if (!spec) throw new HtxRefusal("invalid-parameter", "invalid contract_code");
  return spec;
}

function isContract(spec: SymbolSpec): spec is ContractSpec {
  return spec.contract !== null;
}
