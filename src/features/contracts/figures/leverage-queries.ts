import * as codes from "#protocol/wire/error-codes.ts";
import { contractsEndpoints, leverageRiskVersion } from "#protocol/api/contracts.ts";
import { call } from "../../../api/call.ts";
import { read } from "../../../api/query.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

/** The account's leverage of a contract, and whether the risk of it has been acknowledged. */
export const leverageQuery = (contractCode: string) =>
  read(contractsEndpoints.contractLeverage, { contract_code: contractCode }, { quiet: true });

/** What the sheet says itself, with the limit that was met. */
const handles = [
  codes.unknownError,
  codes.invalidParameters,
  codes.busy,
  codes.outcomeUnknown,
  ...contractsEndpoints.contractSetLeverage.refusals,
];

export interface LeverageIntent {
  leverage: number;
  /** The risk was read just now; this is sent to the venue first. */
  acknowledges: boolean;
}

/** Setting the leverage of a contract, with the acknowledgement of its risk where that is needed. */
export const settingLeverage = (contractCode: string) =>
  settingKind<LeverageIntent, number>({
    name: `leverage:${contractCode}`,
    async send({ intent: { leverage, acknowledges } }, waited) {
      if (acknowledges)
        await call(
          contractsEndpoints.contractAckRisk,
          { version: leverageRiskVersion },
          { waited },
        );
      const request = { contract_code: contractCode, lever_rate: leverage };
      const options = { handles, waited };
      return (await call(contractsEndpoints.contractSetLeverage, request, options)).lever_rate;
    },
    async find({ intent: { leverage } }) {
      const request = { contract_code: contractCode };
      const now = await call(contractsEndpoints.contractLeverage, request, { quiet: true });
      return now.lever_rate === leverage ? leverage : undefined;
    },
    isAskedWhenLate: true,
    invalidates: [contractsEndpoints.contractLeverage],
  });
