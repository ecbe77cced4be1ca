import type { OrderSlip, OrderSlipBody } from "#protocol/api/order-slip.ts";
import type { Transaction } from "../store/store.ts";

/** An order that was just taken in, and what only the request says. */
export interface OrderToSign {
  userId: string;
  market: OrderSlipBody["market"];
  /** As the wire has it. */
  order: Readonly<Record<string, unknown>> & {
    id: string;
    client_order_id: string;
    create_time: number;
  };
  sentTime: number | undefined;
  seen: OrderSlipBody["seen"] | undefined;
}

/** Signs what was ordered, in the transaction that takes it in. */
export type SignOrder = (tx: Transaction, order: OrderToSign) => Promise<OrderSlip>;
