import {
  contractOrderStatus,
  contractsEndpoints,
  type ContractOrder,
} from "#protocol/api/contracts.ts";
import { call } from "../../../api/call.ts";
import { cancelAllKind, idsOf, type CancelAllKind } from "../../trade/writes/cancel-all-kind.ts";
import { type CancelCalls, type CancelTerms, useCancel } from "../../trade/writes/cancel-kind.ts";
import { contractWriteOptions, orderNow } from "../figures/contract-calls.ts";
import { invalidatedByContracts } from "../figures/contract-queries.ts";

const { submitted, partlyMatched, partlyCancelled, cancelled } = contractOrderStatus;

/** What cancelling a contract order needs to know of it. */
export const contractCancelTerms: CancelTerms<ContractOrder> = {
  isOver: ({ status }) => status !== submitted && status !== partlyMatched,
  isLeaving: () => false,
  endedByCancel: ({ status, reason }) =>
    (status === cancelled || status === partlyCancelled) && reason === null,
  backOf: (before, after) =>
    before.trade_volume === after.trade_volume ? before.margin_frozen : null,
};

const contractCancels: CancelCalls<ContractOrder> = {
  name: "cancel-contract",
  terms: contractCancelTerms,
  cancel: (id) => call(contractsEndpoints.contractCancelOrder, { id }, contractWriteOptions),
  ask: (id) => orderNow({ id }),
  invalidates: invalidatedByContracts,
};

/** Cancelling one contract order, with its outcome. */
export function useContractCancel(orderId: string) {
  return useCancel(contractCancels, orderId);
}

/**
 * How waiting contract orders are cancelled together.
 * @param which those of a contract, those that the person has chosen, or all
 * @param open every order that waits now
 */
export function contractCancelAll(
  which: { contract_code: string } | "chosen" | "all",
  open: () => Promise<readonly ContractOrder[]>,
): CancelAllKind<ContractOrder> {
  return cancelAllKind({
    ...contractCancels,
    name: `cancel-contracts:${typeof which === "string" ? which : which.contract_code}`,
    cancelAll: (orders) =>
      call(
        contractsEndpoints.contractCancelAll,
        which === "chosen" ? { ids: idsOf(orders) } : which === "all" ? {} : which,
        contractWriteOptions,
      ),
    open,
  });
}
