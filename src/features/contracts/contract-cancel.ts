import { contractOrderStatus, type ContractOrder } from "#protocol/perpetual.ts";
import type { CancelTerms } from "../trading/cancel-flow.ts";

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
