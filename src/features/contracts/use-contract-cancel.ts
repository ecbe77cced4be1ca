import type { ContractOrder } from "#protocol/perpetual.ts";
import { cancelFlowOf } from "../trading/cancel-flow.ts";
import { cancelFlowsAtom, useCancelFlow, type Cancellable } from "../trading/use-cancel-flow.ts";
import { contractCancelTerms } from "./contract-cancel.ts";
import { cancelContractOrder, orderNow } from "./position-calls.ts";
import { spoiltByContracts } from "./position-queries.ts";

const flowsAtom = cancelFlowsAtom<ContractOrder>();
const contractOrders: Cancellable<ContractOrder> = {
  next: cancelFlowOf(contractCancelTerms),
  cancel: cancelContractOrder,
  ask: (id) => orderNow({ id }),
  spoils: spoiltByContracts,
};

/** What is being done about cancelling one contract order, and the way to do it. */
export function useContractCancel(orderId: string) {
  return useCancelFlow(flowsAtom, contractOrders, orderId);
}
