import { spotEndpoints } from "#protocol/spot.ts";
import { read, send } from "../../api/query.ts";

/** One order with its fills. */
export const orderQuery = (id: string) =>
  read(spotEndpoints.coinOrder, { id }, { handles: [300014] });

/**
 * What the sheet says itself, with the limit that was met. A toast beside it would say less, or of an
 * outcome that is still being looked up the contrary.
 */
const saidInSheet = [
  100000,
  100005,
  100007,
  ...spotEndpoints.coinPlaceOrder.refusals,
  ...spotEndpoints.coinReplaceOrder.refusals,
];

export const placeOrderMutation = () =>
  send(spotEndpoints.coinPlaceOrder, { handles: saidInSheet });
export const replaceOrderMutation = () =>
  send(spotEndpoints.coinReplaceOrder, { handles: saidInSheet });
