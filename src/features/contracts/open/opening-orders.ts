import * as v from "valibot";
import {
  contractOrderStatus,
  contractsEndpoints,
  type ContractOrder,
} from "#protocol/api/contracts.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { idText } from "#protocol/api/endpoint.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { call } from "../../../api/call.ts";
import { persistedIntents } from "../../../writes/persisted-attempts.ts";
import { type Ending, orderKind, type OrderWrite } from "../../trade/writes/order-kind.ts";
import { keepSlipOf, slipRequest } from "../../trade/slips/signed-orders.ts";
import { invalidatedByContracts } from "../figures/contract-queries.ts";
import type { OpeningIntent } from "./opening-numbers.ts";

export type OpeningWrite = OrderWrite<OpeningIntent, ContractOrder>;

const {
  id: _replaced,
  client_order_id: _sentUnder,
  offset: _opens,
  trade_volume: _filledBefore,
  sent_time: _sentAt,
  seen: _seen,
  ...intentEntries
} = contractsEndpoints.contractReplaceOrder.request.entries;

/** What the sheet says itself, with the limit that was met. */
const handles = [
  codes.unknownError,
  codes.invalidParameters,
  codes.busy,
  codes.outcomeUnknown,
  ...contractsEndpoints.contractPlaceOrder.refusals,
  ...contractsEndpoints.contractReplaceOrder.refusals,
];

/** Placing an order that opens a position, or one in the place of another. */
export const openingOrders = orderKind<OpeningIntent, ContractOrder>({
  name: "opening-order",
  async send({ id, intent: { replaces, trade_volume, ...order } }, waited) {
    const request = { ...order, client_order_id: id, ...(await slipRequest()) };
    const replacing = { ...request, id: replaces ?? "", trade_volume };
    const placed =
      replaces === undefined
        ? await call(contractsEndpoints.contractPlaceOrder, request, { handles, waited })
        : await call(contractsEndpoints.contractReplaceOrder, replacing, { handles, waited });
    keepSlipOf(placed, replaces === undefined ? request : replacing);
    return placed;
  },
  async ask(which, signal) {
    const order = await call(contractsEndpoints.contractOrder, which, {
      signal,
      handles: [codes.noSuchOrder],
    });
    keepSlipOf(order);
    return order;
  },
  end: openingEnd,
  mayRest: openingMayRest,
  persisted: persistedIntents<OpeningIntent>(
    (userId) => `attempt:contract:${userId}`,
    v.object({
      ...intentEntries,
      replaces: v.optional(idText),
      trade_volume: v.optional(v.number()),
    }),
  ),
  lockOf: (userId) => `contract:${userId}`,
  appearsIn: [contractsEndpoints.contractOrders, walletEndpoints.walletBalance],
  invalidates: invalidatedByContracts,
});

/** What a contract order has come to; undefined while it is about to meet the market. */
export function openingEnd(
  order: Pick<ContractOrder, "status" | "trade_volume" | "order_type">,
): Ending | undefined {
  const { submitted, partlyMatched, matched } = contractOrderStatus;
  if (order.status === submitted) return undefined;
  // What filled in part rests with the other; at the market it is about to be filled or cancelled.
  if (order.status === partlyMatched) return openingMayRest(order) ? "waiting" : undefined;
  if (order.status === matched) return "filled";
  return order.trade_volume > 0 ? "partly" : "cancelled";
}

/** Stays in the book when the market has nothing at its price at once. */
export function openingMayRest({ order_type }: Pick<ContractOrder, "order_type">): boolean {
  return order_type === "limit";
}
