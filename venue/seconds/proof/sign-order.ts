import { createHash } from "node:crypto";
import type { OrderSlipBody } from "#protocol/api/order-slip.ts";
import { termsOf } from "#protocol/proof/order-terms.ts";
import { canonicalJson } from "#protocol/api/receipt.ts";
import type { SignOrder } from "../../deps/sign-order.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import { readHead } from "./chain-rows.ts";

/** Signs coin and contract orders by the venue's key and the head of its chain of receipts. */
export function createOrderSigner(receiptKey: VenueDeps["receiptKey"]): SignOrder {
  return async ({ db }, { userId, market, order, sentTime, seen }) => {
    const body: OrderSlipBody = {
      format: "godwit-order-slip-1",
      public_key: receiptKey.publicKey,
      user_id: userId,
      market,
      order_id: order.id,
      client_order_id: order.client_order_id,
      terms: termsOf(market, order),
      sent_time: sentTime ?? null,
      accept_time: order.create_time,
      head: await readHead(db, "receipt"),
      seen: seen ?? null,
    };
    const hash = createHash("sha256").update(canonicalJson(body)).digest("hex");
    return { ...body, hash, signature: receiptKey.sign(hash) };
  };
}
