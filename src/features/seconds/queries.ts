import { secondsEndpoints } from "#protocol/seconds.ts";
import { secondsOrderEndpoints as orders } from "#protocol/seconds-order.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { read, send } from "../../api/query.ts";

/** Durations and odds of a symbol. */
export const secondConfQuery = (symbol: string) => read(secondsEndpoints.secondConf, { symbol });

/** The limits a person has set, what is used of them, and the risk text they have read. */
export const secondLimitsQuery = () => ({
  ...read(orders.secondLimits, {}, { quiet: true }),
  staleTime: 1000,
});

/** How a person's contracts ended, on all markets. */
export const secondRecordQuery = () => ({
  ...read(orders.secondRecord, {}, { quiet: true }),
  staleTime: 5000,
});

/** What any change of a seconds contract makes old. */
export const spoiltBySeconds = [
  orders.secondOrders,
  orders.secondOrder,
  orders.secondLimits,
  orders.secondRecord,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

/** What the sheets say themselves, with the limit that was met. */
const saidInSheet = [100000, 100005, 100007];

export const placeSecondsMutation = () =>
  send(orders.secondPlaceOrder, { handles: [...saidInSheet, ...orders.secondPlaceOrder.refusals] });
export const acknowledgeSecondsRiskMutation = () =>
  send(orders.secondAckRisk, { handles: saidInSheet });
export const setSecondLimitsMutation = () => send(orders.secondSetLimits, { handles: saidInSheet });
export const coolOffMutation = () => send(orders.secondCoolOff, { handles: saidInSheet });
