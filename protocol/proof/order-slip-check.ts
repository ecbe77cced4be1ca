/** Checks what became of a coin or contract order against the slip that was signed when it was taken in. */
import * as v from "valibot";
import { orderSlip, orderSlipBodyOf } from "../api/order-slip.ts";
import { canonicalJson } from "../api/receipt.ts";
import { publicKeyText } from "../api/signed.ts";
import { termsOf } from "./order-terms.ts";
import type { CheckDeps } from "./check-deps.ts";
import { isSigned, sha256Text } from "./tick-check.ts";

/** What is handed on to check an order anywhere. */
export const orderFile = v.object({
  format: v.literal("godwit-order-1"),
  public_key: publicKeyText,
  slip: orderSlip,
  /** The order as the venue shows it. */
  order: v.looseObject({ id: v.string(), client_order_id: v.string() }),
});
export type OrderFile = v.InferOutput<typeof orderFile>;

export interface OrderSlipFacts {
  /**
   * `form`: it is no such file; `hash`, `key`, `signature`: the slip is not the venue's; `order`: it is of another
   * order; `terms`: the venue shows something else than it signed.
   */
  fault: "form" | "hash" | "key" | "signature" | "order" | "terms" | null;
  /** The first term that differs, with what either says. */
  differing: { name: string; slip: string; order: string } | null;
  /** From the device's sending to the venue's acceptance, ms; null where the slip does not say. */
  delayMs: number | null;
}

/** @param file what should be an {@link OrderFile} */
export async function checkOrderSlip(file: unknown, deps: CheckDeps): Promise<OrderSlipFacts> {
  const parsed = v.safeParse(orderFile, file);
  if (!parsed.success) return { fault: "form", differing: null, delayMs: null };
  const { public_key: publicKey, slip, order } = parsed.output;
  const delayMs = slip.sent_time === null ? null : slip.accept_time - slip.sent_time;
  const shown = termsOf(slip.market, order);
  const text = (value: unknown) =>
    typeof value === "string" ? value : canonicalJson(value ?? null);
  const name = Object.keys(slip.terms).find(
    // Which position an opening order makes is known later.
    (term) => text(slip.terms[term]) !== text(shown[term]) && slip.terms[term] !== null,
  );
  const differing =
    name === undefined ? null : { name, slip: text(slip.terms[name]), order: text(shown[name]) };
  const isWhole = (await sha256Text(deps, canonicalJson(orderSlipBodyOf(slip)))) === slip.hash;
  const fault = !isWhole
    ? "hash"
    : slip.public_key !== publicKey
      ? "key"
      : !(await isSigned(deps, publicKey, slip))
        ? "signature"
        : slip.order_id !== order.id || slip.client_order_id !== order.client_order_id
          ? "order"
          : differing
            ? "terms"
            : null;
  return { fault, differing, delayMs };
}
