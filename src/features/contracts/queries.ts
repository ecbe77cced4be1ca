import { perpetualEndpoints } from "#protocol/perpetual.ts";
import { read, send } from "../../api/query.ts";

/** The account's leverage of a contract, and whether the risk of it has been acknowledged. */
export const leverageQuery = (contractCode: string) =>
  read(perpetualEndpoints.contractLeverage, { contract_code: contractCode }, { quiet: true });

/** What the sheets say themselves, with the limit that was met. */
const saidInSheet = [100000, 100005, 100006, 100007] as const;

export const placeContractOrderMutation = () =>
  send(perpetualEndpoints.contractPlaceOrder, {
    handles: [...saidInSheet, ...perpetualEndpoints.contractPlaceOrder.refusals],
  });
export const setLeverageMutation = () =>
  send(perpetualEndpoints.contractSetLeverage, {
    handles: [...saidInSheet, ...perpetualEndpoints.contractSetLeverage.refusals],
  });
export const acknowledgeRiskMutation = () => send(perpetualEndpoints.contractAckRisk);
