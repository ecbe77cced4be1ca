/** HTX's present paths of linear swaps (`/v5/market`): figures are strings, and the envelope has a code. */
import { tierRows } from "#protocol/rules/contracts/contract-tiers.ts";
import { fundingCap } from "../../feed/funding.ts";
import {
  type ContractSpec,
  contractListOf,
  contractOf,
  contractsOf,
  integerField,
  text,
} from "./contract-call.ts";
import {
  liquidationRows,
  openInterestRow,
  priceLimits,
  settledRates,
  settlementId,
  settlementRows,
} from "./contract-facts.ts";
import type { Asked, HtxEndpoint } from "./htx-call.ts";

const mostCodes = 10;
export const contractV5: Record<string, HtxEndpoint> = {
  "/v5/market/funding_rate": (asked) => {
    const specs = contractListOf(asked, mostCodes);
    return success(
      asked,
      specs.flatMap(({ contract }) => {
        const funding = asked.source.funding(contract.contractCode);
        return funding
          ? [
              {
                contract_code: funding.contractCode,
                funding_rate: funding.fundingRate,
                funding_time: String(funding.fundingTime),
                next_funding_time: String(funding.nextFundingTime),
                ...fundingCaps(asked),
              },
            ]
          : [];
      }),
    );
  },
  "/v5/market/funding_rate_history": async (asked) => {
    const limit = integerField(asked.query, "limit", 1, 100) ?? 100;
    const rows = await settledRates(asked, contractOf(asked), { limit, offset: 0 });
    return success(
      asked,
      rows.map((row) => ({
        id: settlementId(row.fundingTime),
        contract_code: row.contractCode,
        funding_rate: row.fundingRate,
        funding_time: String(row.fundingTime),
      })),
    );
  },
  "/v5/market/open_interest": async (asked) =>
    success(asked, await openInterestRow(asked, contractOf(asked))),
  "/v5/market/settlement_history": async (asked) => {
    const limit = integerField(asked.query, "limit", 1, 50) ?? 20;
    return success(asked, await settlementRows(asked, contractOf(asked), { limit, offset: 0 }));
  },
  "/v5/market/liquidation_orders": async (asked) => {
    const limit = integerField(asked.query, "limit", 1, 100) ?? 20;
    return success(asked, await liquidationRows(asked, contractOf(asked), limit));
  },
  "/v5/market/price_limit": (asked) =>
    success(
      asked,
      contractsOf(asked).flatMap((spec) => priceLimits(asked, spec)),
    ),
  "/v5/market/risk/limit": (asked) => success(asked, contractsOf(asked).flatMap(riskLimits)),
};

function success({ now }: Asked, data: object): object {
  return { code: 200, message: "Success", data, ts: now };
}

/** The bounds of the venue's own model; those of a real market are not read. */
function fundingCaps({ source }: Asked): object {
  if (source.health().source !== "sim") return {};
  const cap = text(fundingCap, 8);
  return { min_funding_rate: `-${cap}`, max_funding_rate: cap };
}

function riskLimits({ quote, contract }: ContractSpec): object[] {
  return tierRows().map((tier, at) => ({
    contract_code: contract.contractCode,
    margin_mode: "isolated",
    tier: at + 1,
    max_lever: String(tier.max_leverage),
    maintenance_margin_rate: tier.mmr,
    min_volume: tier.floor,
    max_volume: tier.cap,
    volume_unit: quote,
  }));
}
