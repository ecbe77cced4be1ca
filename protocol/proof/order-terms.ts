import * as v from "valibot";
import { orderSlipBody, type OrderSlipBody } from "../api/order-slip.ts";
import { trimZeros } from "../wire/amount.ts";

/** What of a coin order a slip has as its terms. */
const coinTerms = [
  "symbol",
  "side",
  "type",
  "tif",
  "price",
  "stop_price",
  "operator",
  "amount",
  "value",
  "replaces",
] as const;

/** What of a contract order a slip has as its terms. */
const contractTerms = [
  "contract_code",
  "direction",
  "offset",
  "lever_rate",
  "volume",
  "order_type",
  "price",
  "trigger_by",
  "position_id",
  "replaces",
] as const;

/** The terms of an order of a market. @param order as the wire has it */
export function termsOf(
  market: OrderSlipBody["market"],
  order: Readonly<Record<string, unknown>>,
): OrderSlipBody["terms"] {
  const names = market === "coin" ? coinTerms : contractTerms;
  return v.parse(
    orderSlipBody.entries.terms,
    Object.fromEntries(names.map((name) => [name, order[name] ?? null])),
  );
}

/**
 * The first term in which a slip is not what the device asked for; null where it is. What the request left out the
 * venue may choose. A request that was sent again has the slip of the first, and so an earlier time of sending.
 * @param asked the request, `sent_time` in it
 */
export function differingFromOrdered(
  slip: OrderSlipBody,
  asked: Readonly<Record<string, unknown>>,
): { name: string; value: string } | null {
  const { id: replaced, client_order_id: clientOrderId, sent_time: sentTime } = asked;
  const wanted: [name: string, value: unknown, said: unknown][] = [
    ["client_order_id", clientOrderId, slip.client_order_id],
    ["replaces", replaced, slip.terms["replaces"] ?? null],
    ...Object.entries(slip.terms).map(([name, said]): [string, unknown, unknown] => [
      name,
      asked[name],
      said,
    ]),
  ];
  const found = wanted.find(
    ([, value, said]) => value !== undefined && value !== null && plain(value) !== plain(said),
  );
  if (found) return { name: found[0], value: plain(found[1]) };
  const isInTime =
    typeof sentTime !== "number" || (slip.sent_time !== null && slip.sent_time <= sentTime);
  return isInTime ? null : { name: "sent_time", value: String(sentTime) };
}

/** Decimals without the zeros that mean nothing. */
function plain(value: unknown): string {
  const text =
    typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
  return /^\d+\.\d+$/.test(text) ? trimZeros(text) : text;
}
